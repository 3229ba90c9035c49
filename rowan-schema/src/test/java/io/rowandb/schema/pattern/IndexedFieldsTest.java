package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes on fields whose value in the table is not that of the record that was written. */
@OnBackEnd
class IndexedFieldsTest {
  record Page(long id, String lang, Long views) {}

  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("pages");
  }

  private TableDesignBuilder<Page> pages() {
    return TableDesign.of(name, Page.class)
        .key(key -> key.part(Page::id))
        .family("f")
        .column(Page::lang, "f:l", ColumnTypes.text(), "en")
        .counter(Page::views, "f:v");
  }

  @Test
  void aFieldWithADefaultIsFoundByIt() throws IOException {
    TableDesign<Page> design =
        pages().index("byLang", index -> index.on(key -> key.part(Page::lang))).build();
    try (RecordTable<Page> table = RecordTable.create(connection, design)) {
      table.put(new Page(1, null, 0L));
      table.putAll(List.of(new Page(2, null, 0L), new Page(3, "de", 0L)));
      table.load(Stream.of(new Page(4, null, 0L)));
      assertThat(table.where(Page::lang).is("en").list())
          .isEqualTo(table.all().allowFullScan().filter(p -> p.lang().equals("en")).list())
          .hasSize(3);
      assertThat(table.verifyIndex("byLang"))
          .isEqualTo(new IndexReport(4, 4, 0, 0, 0, 0, 0, 0, IndexReport.Copies.RIGHT));
    }
  }

  @Test
  void aRenamedFieldWithADefaultToo() throws IOException {
    TableDesign<Page> design =
        pages()
            .formerly(Page::lang, "f:language")
            .index("byLang", index -> index.on(key -> key.part(Page::lang)).covering(Page::lang))
            .build();
    try (RecordTable<Page> table = RecordTable.create(connection, design)) {
      table.put(new Page(1, null, 0L));
      assertThat(table.where(Page::lang).is("en").list()).containsExactly(new Page(1, "en", 0L));
      assertThat(table.where(Page::lang).is("en").copied("byLang").list())
          .extracting(Page::lang)
          .containsExactly("en");
      assertThat(table.verifyIndex("byLang").missing()).isZero();
    }
  }

  @Test
  void aCounterIsRefused() {
    assertThatThrownBy(
            () -> pages().index("byViews", index -> index.on(key -> key.part(Page::views))).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("index byViews is on views, a counter");
  }

  /** An entry must not grow old while its row waits in a buffer for more records. */
  @Test
  void aLoadWritesRowsSoonAfterTheirEntries() throws IOException {
    TableDesign<Page> design =
        pages().index("byLang", index -> index.on(key -> key.part(Page::lang))).build();
    RecordTable.create(connection, design).close();
    List<String> calls = new ArrayList<>();
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              calls.add(call.name());
              return call.make();
            });
    try (RecordTable<Page> table = RecordTable.open(watched, design)) {
      table.load(IntStream.range(0, 1_500).mapToObj(i -> new Page(i, "de", 0L)));
    }
    assertThat(calls).isEqualTo(List.of("batch", "flush", "batch", "flush", "batch", "flush"));
  }
}
