package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several indexes are verified and repaired with one read of the records. */
@OnBackEnd
class SeveralIndexesTest {
  private static final int RECORDS = 300;

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  /** Records without entries, of one color and of distinct names. */
  private Items withoutEntries() throws IOException {
    Items items = Items.create(connection, BackEnd.newTableName("several"));
    try (RecordTable<Item> former = items.openWithoutIndexes()) {
      former.putAll(
          IntStream.range(0, RECORDS)
              .mapToObj(i -> new Item(1, i, "name" + i, "a", "b" + i, "c"))
              .toList());
    }
    return items;
  }

  /** Scanners that are opened. */
  private static Calls counting(AtomicInteger scanners) {
    return call -> {
      Object made = call.make();
      if (made instanceof ResultScanner) {
        scanners.incrementAndGet();
      }
      return made;
    };
  }

  @Test
  @Tag("slow")
  void allAreRepairedAtOnce() throws IOException {
    Items items = withoutEntries();
    AtomicInteger scanners = new AtomicInteger();
    try (RecordTable<Item> table = items.open(counting(scanners))) {
      table.verifyIndexes(List.of("byName", "byColor", "bySide"));
      assertThat(scanners).as("one of the records, and one of each index").hasValue(4);
      Map<String, IndexReport> reports = table.repairIndexes(Items.INDEXES);
      assertThat(reports.keySet()).containsExactlyElementsOf(Items.INDEXES);
      assertThat(reports.get("byName").added()).isEqualTo(RECORDS);
      assertThat(reports.get("byColor").added()).isEqualTo(RECORDS);
      assertThat(reports.get("bySide").added()).isEqualTo(2 * RECORDS);
      assertThat(reports.get("byCopies").added()).isEqualTo(RECORDS);
      assertThat(table.verifyIndexes(Items.INDEXES).values())
          .allSatisfy(
              report -> {
                assertThat(report.records()).isEqualTo(RECORDS);
                assertThat(report.missing()).isZero();
                assertThat(report.stale()).isZero();
                assertThat(report.copies()).isEqualTo(IndexReport.Copies.RIGHT);
              });
    }
    items.check(1, "after the repair");
  }

  /** Reads nothing. */
  @Test
  void noneAtAll() throws IOException {
    Items items = withoutEntries();
    try (RecordTable<Item> table =
        items.open(
            call -> {
              throw new IOException("a call: " + call.name());
            })) {
      assertThat(table.verifyIndexes(List.of())).isEmpty();
      assertThat(table.repairIndexes(List.of())).isEmpty();
    }
  }

  @Test
  void namesThatAreNotRight() throws IOException {
    Items items = withoutEntries();
    try (RecordTable<Item> table = items.open()) {
      assertThatThrownBy(() -> table.repairIndexes(List.of("byColor", "byShape")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("has no index byShape");
      assertThatThrownBy(() -> table.verifyIndexes(List.of("byColor", "byName", "byColor")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("index byColor is named twice in [byColor, byName, byColor]");
      assertThat(table.verifyIndex("byColor").missing()).isEqualTo(RECORDS);
    }
  }

  /** The table of one is gone: the failure names it, and says what to do. */
  @Test
  void theTableOfOneIsMissing() throws IOException {
    Items items = withoutEntries();
    try (Admin admin = connection.getAdmin();
        RecordTable<Item> table = items.open()) {
      TableName gone =
          items.design().indexes().stream()
              .filter(index -> index.name().equals("bySide"))
              .findFirst()
              .orElseThrow()
              .table();
      admin.disableTable(gone);
      admin.deleteTable(gone);
      assertThatThrownBy(() -> table.verifyIndexes(Items.INDEXES))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("bySide");
      assertThat(table.verifyIndex("byName").missing()).isEqualTo(RECORDS);
    }
  }

  /** Another record has the value of one: that index is not complete, and the others are. */
  @Test
  @Tag("slow")
  void oneHasAConflict() throws IOException {
    Items items = withoutEntries();
    try (RecordTable<Item> former = items.openWithoutIndexes()) {
      former.put(new Item(1, RECORDS, "name7", "z", "l", "r"));
    }
    try (RecordTable<Item> table = items.open()) {
      Map<String, IndexReport> reports = table.repairIndexes(Items.INDEXES);
      assertThat(reports.get("byName").conflicts()).isEqualTo(1);
      assertThat(reports.get("byName").isComplete()).isFalse();
      assertThat(reports.get("byColor").isComplete()).isTrue();
      assertThat(reports.get("byColor").added()).isEqualTo(RECORDS + 1);
    }
  }
}
