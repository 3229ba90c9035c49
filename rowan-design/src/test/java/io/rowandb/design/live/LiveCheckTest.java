package io.rowandb.design.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingKind;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.design.simulate.DesignSimulation;
import io.rowandb.design.simulate.SimulatedSplits;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class LiveCheckTest {
  private static final TableName NAME = TableName.valueOf("calls");
  private static final long FIRST = 1_400_000_000_000L;

  private record Call(String phone, Instant at, int seconds) {}

  private static final TableDesign<Call> GOOD =
      TableDesign.of("calls", Call.class)
          .key(
              key ->
                  key.hash(Digest.md5(1), Call::phone)
                      .part(Call::phone)
                      .part(Call::at, Parts.descending(Parts.millis())))
          .family("c")
          .column(Call::seconds, "c:s")
          .build();

  private static final TableDesign<Call> OTHER =
      TableDesign.of("calls", Call.class)
          .key(key -> key.part(Call::at).part(Call::phone))
          .family("c", family -> family.setMaxVersions(3))
          .column(Call::seconds, "c:s")
          .build();

  private Connection connection;

  @BeforeEach
  void open(TestInfo test) throws IOException {
    String store = "mem:live-" + test.getDisplayName();
    connection = ConnectionFactory.createConnection(Rowan.configuration(store));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private DesignReport check(TableDesign<?> design, int limit) throws IOException {
    return LiveCheck.run(
        connection,
        NAME,
        Optional.ofNullable(design),
        Map.of(),
        List.of(),
        limit,
        1,
        FIRST + Integer.MAX_VALUE);
  }

  private static List<FindingKind> kinds(DesignReport report) {
    return report.findings().stream().map(DesignFinding::kind).toList();
  }

  private static Call call(int i) {
    return new Call("138" + i % 53, Instant.ofEpochMilli(FIRST + i * 1000L), i);
  }

  private void fill(int rows) throws IOException {
    try (RecordTable<Call> calls = RecordTable.create(connection, GOOD)) {
      List<Call> all = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        all.add(call(i));
      }
      calls.putAll(all);
    }
  }

  /** Rows by raw puts, written at times of their own. */
  private void fillBytes(int rows, boolean byTime) throws IOException {
    fillBytes(rows, byTime, 1000);
  }

  /** So many milliseconds apart. */
  private void fillBytes(int rows, boolean byTime, long apart) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"))
              .build());
    }
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      long time = FIRST + i * apart;
      String row = byTime ? String.valueOf(time) : Integer.toHexString(i * 0x9E3779B1);
      puts.add(new Put(Bytes.toBytes(row)).addColumn(b("c"), b("s"), time, b("1")));
    }
    try (Table table = connection.getTable(NAME)) {
      table.put(puts);
    }
  }

  private static byte[] b(String text) {
    return Bytes.toBytes(text);
  }

  @Test
  void aTableThatKeepsItsDesign() throws IOException {
    fill(2000);
    DesignReport report = check(null, 20_000);
    assertThat(report.rows()).isEqualTo(2000);
    assertThat(report.keyBytes()).isBetween(15.0, 16.0); // 1, phone of 4 or 5 and 2, 8
    assertThat(kinds(report)).containsExactly(FindingKind.TOO_SMALL);
  }

  /** Of a large table a part is read, of all its stretches. */
  @Test
  void aPartOfTheRows() throws IOException {
    fill(5000);
    DesignReport report = check(null, 1000);
    assertThat(report.rows()).isBetween(300L, 1000L);
    assertThat(report.findings()).isEmpty();
    assertThat(check(null, 1000)).isEqualTo(report);
  }

  @Test
  void anotherDesignThanTheTables() throws IOException {
    fill(300);
    DesignReport report = check(OTHER, 1000);
    assertThat(report.findings().get(0).kind()).isEqualTo(FindingKind.TABLE_DIFFERS);
    assertThat(report.findings())
        .filteredOn(each -> each.kind() == FindingKind.TABLE_DIFFERS)
        .anySatisfy(each -> assertThat(each.subject()).contains("key"))
        .anySatisfy(each -> assertThat(each.evidence()).contains("3"));
  }

  @Test
  void rowsAndColumnsOfOthers() throws IOException {
    fill(300);
    try (Table table = connection.getTable(NAME)) {
      table.put(new Put(b("stray")).addColumn(b("c"), b("s"), b("x")));
      byte[] row = GOOD.key().encode(call(7));
      table.put(new Put(row).addColumn(b("c"), b("note"), b("why")));
    }
    DesignReport report = check(null, 1000);
    assertThat(report.rows()).isEqualTo(300);
    assertThat(kinds(report)).contains(FindingKind.ROWS_UNREADABLE, FindingKind.COLUMNS_UNKNOWN);
    assertThat(report.findings().get(0).evidence()).contains("1 of 301 rows").contains("stray");
  }

  @Test
  void rowsThatWereWrittenInTheOrderOfTheirKeysAreHot() throws IOException {
    fillBytes(2000, true);
    assertThat(kinds(check(null, 5000)))
        .startsWith(FindingKind.HOT_REGION)
        .contains(FindingKind.DESIGN_UNKNOWN);
  }

  @Test
  void rowsThatWereWrittenInNoOrderAreNot() throws IOException {
    fillBytes(2000, false);
    assertThat(kinds(check(null, 5000)))
        .containsExactlyInAnyOrder(FindingKind.DESIGN_UNKNOWN, FindingKind.TOO_SMALL);
  }

  /** Rows of one load are read in the order of their keys, which is not that of arrival. */
  @Test
  void rowsThatWereWrittenAtOnceHaveNoOrder() throws IOException {
    fillBytes(2000, true, 1);
    assertThat(kinds(check(null, 5000)))
        .containsExactlyInAnyOrder(
            FindingKind.DESIGN_UNKNOWN, FindingKind.ARRIVAL_UNKNOWN, FindingKind.TOO_SMALL);
    try (LiveSample sample =
        LiveCheck.sample(connection, NAME, Optional.empty(), Map.of(), List.of(), 5000, 1)) {
      DesignReview review =
          DesignReview.run(sample.plan(), sample.sample(), DesignReview.Known.NOTHING, FIRST);
      assertThat(review.heat()).isEmpty();
      assertThat(review.load()).isEmpty();
      assertThat(DesignPage.of(review))
          .contains("<h2>Keys over time</h2>", "nothing tells in which order the rows arrive")
          .doesNotContain("<figure");
      SampleSpec rows = sample.sample().orElseThrow();
      assertThatThrownBy(
              () -> DesignSimulation.run(sample.plan(), rows, 0, SimulatedSplits.STEPPING, 20))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("nothing tells in which order the rows of calls arrive");
    }
  }

  @Test
  void whatCannotBeChecked() throws IOException {
    assertThatThrownBy(() -> check(null, 10)).isInstanceOf(TableNotFoundException.class);
    fill(0);
    assertThat(check(null, 10).rows()).isZero();
    assertThat(check(null, 10).findings()).isEmpty();
    assertThatThrownBy(() -> check(null, 0)).hasMessageContaining("0 rows: 1 to 200000 are read");
    TableDesign<Call> another =
        TableDesign.of("others", Call.class)
            .key(key -> key.part(Call::phone))
            .family("c")
            .column(Call::at, "c:t")
            .column(Call::seconds, "c:s")
            .build();
    assertThatThrownBy(() -> check(another, 10))
        .hasMessage("the design is of table others, and calls is to be checked");
  }

  @Test
  void aTableOfStrayRowsAlone() throws IOException {
    fill(0);
    try (Table table = connection.getTable(NAME)) {
      table.put(new Put(b("stray")).addColumn(b("c"), b("s"), b("x")));
    }
    DesignReport report = check(null, 10);
    assertThat(report.rows()).isZero();
    assertThat(kinds(report)).containsExactly(FindingKind.ROWS_UNREADABLE);
  }
}
