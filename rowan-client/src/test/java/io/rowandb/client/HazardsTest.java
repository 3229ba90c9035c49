package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.hazard.Hazard.Kind;
import io.rowandb.client.hazard.HazardException;
import io.rowandb.client.hazard.HazardMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hazard mode at both doors: what is reported, with which words, and what is not. */
class HazardsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private Connection connection;
  private Table table;

  @AfterEach
  void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void f48_reportsAPutHiddenByAnOlderDelete(Door door) throws IOException {
    open(door, "fail", 1, false);
    table.delete(new Delete(row("r")).addColumns(F, Q, 10));
    assertReport(Kind.HIDDEN_BY_DELETE, () -> table.put(put("r", 5, "x")))
        .hasMessageContaining("table t, row r, column f:q")
        .hasMessageContaining("the put at 5 is not seen")
        .hasMessageContaining("DeleteColumn at 10")
        .hasMessageContaining("HazardsTest.java:");
    assertThatCode(() -> table.put(put("r", 11, "x"))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource
  void f48_findsFamilyMarkersAndNamesOnlyHiddenColumns(Door door) throws IOException {
    open(door, "fail", 1, false);
    table.delete(new Delete(row("r")).addFamily(F, 10));
    assertReport(Kind.HIDDEN_BY_DELETE, () -> table.put(put("r", 10 - 1, "x")))
        .hasMessageContaining("DeleteFamily at 10");
    // An append takes the present time, whatever the program says.
    table.append(new Append(row("r")).addColumn(F, Q, Q).setTimestamp(7));
  }

  @ParameterizedTest
  @EnumSource
  void f49_reportsADeleteAndAPutOfOneMillisecond(Door door) throws IOException {
    open(door, "fail", 1, false);
    RowMutations both =
        RowMutations.of(
            List.of(new Delete(row("r")).addColumns(F, Q), new Put(row("r")).addColumn(F, Q, Q)));
    assertThatThrownBy(() -> table.mutateRow(both))
        .hasStackTraceContaining(Kind.SAME_TIME_AS_DELETE.name())
        .hasStackTraceContaining("has the same time");
    table.delete(new Delete(row("s")).addColumn(F, Q, 10));
    assertReport(Kind.SAME_TIME_AS_DELETE, () -> table.put(put("s", 10, "x")))
        .hasMessageContaining("Delete at 10");
  }

  @ParameterizedTest
  @EnumSource
  void aFamilyMayBeLeftOut(Door door) throws IOException {
    open(door, "fail", 1, false);
    byte[] left = Bytes.toBytes("g");
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(
          T,
          ColumnFamilyDescriptorBuilder.newBuilder(left)
              .setValue(Bytes.toBytes(HazardMode.KEY), Bytes.toBytes("off"))
              .build());
    }
    table.delete(new Delete(row("r")).addColumns(left, Q, 10).addColumns(F, Q, 10));
    table.put(new Put(row("r")).addColumn(left, Q, 10, Q));
    for (int time = 11; time <= 12; time++) {
      table.put(new Put(row("r")).addColumn(left, Q, time, Q));
    }
    table.get(new Get(row("r")).addFamily(left).setTimeRange(0, 12));
    table.get(new Get(row("r")).setTimeRange(0, 12));
    assertThat(table.get(new Get(row("r")).addFamily(left).readVersions(3)).size()).isOne();
    all(new Scan().setTimeRange(0, 12));
    assertReport(Kind.SAME_TIME_AS_DELETE, () -> table.put(put("r", 10, "x")));
  }

  @ParameterizedTest
  @EnumSource
  void newVersionBehaviorHasNoHiddenPuts(Door door) throws IOException {
    open(door, "fail", 1, true);
    table.delete(new Delete(row("r")).addColumns(F, Q, 10));
    table.put(put("r", 5, "x"));
    assertThat(Bytes.toString(table.get(new Get(row("r"))).value())).isEqualTo("x");
  }

  @ParameterizedTest
  @EnumSource
  void f50_reportsAnAnswerThatAMajorCompactionChanges(Door door) throws IOException {
    open(door, "fail", 2, false);
    for (int time = 1; time <= 3; time++) {
      table.put(put("r", time, "v" + time));
    }
    Delete both = new Delete(row("r")).addColumn(F, Q, 3).addColumn(F, Q, 2);
    assertReport(Kind.CHANGED_BY_COMPACTION, () -> table.delete(both))
        .hasMessageContaining("the delete at 3 shows the version at 1 again");
    // Were the table compacted before the deletes, the version at 1 would be gone: not so any more.
    assertThat(Bytes.toString(table.get(new Get(row("r"))).value())).isEqualTo("v1");
    for (int time = 4; time <= 6; time++) {
      table.put(put("s", time, "v" + time));
    }
    Get old = new Get(row("s")).setTimeRange(0, 5);
    assertReport(Kind.CHANGED_BY_COMPACTION, () -> table.get(old))
        .hasMessageContaining("row s, column f:q")
        .hasMessageContaining("the version at 4 is in this answer and would not be");
    assertReport(
        Kind.CHANGED_BY_COMPACTION, () -> all(new Scan().setTimeRange(0, 5).setReversed(true)));
    try (Admin admin = connection.getAdmin()) {
      admin.flush(T);
    }
    assertThat(all(new Scan())).hasSize(2);
    assertThat(table.get(old).isEmpty()).isTrue();
  }

  /** The article's own sequence, with either delete, at each call that can delete a version. */
  @ParameterizedTest
  @EnumSource
  void f50_reportsTheDeleteThatShowsAnOldVersionAgain(Door door) throws IOException {
    open(door, "fail", 2, false);
    for (String row : List.of("2", "3", "newest", "row", "compacted", "column")) {
      for (int time = 1; time <= 3; time++) {
        table.put(put(row, time, "v" + time));
      }
      if (row.equals("compacted")) {
        table.delete(new Delete(row(row)).addColumns(F, Q, 1));
      }
    }
    assertReport(
            Kind.CHANGED_BY_COMPACTION, () -> table.delete(new Delete(row("2")).addColumn(F, Q, 2)))
        .hasMessageContaining("table t, row 2, column f:q")
        .hasMessageContaining("the delete at 2 shows the version at 1 again");
    assertReport(
        Kind.CHANGED_BY_COMPACTION, () -> table.delete(new Delete(row("3")).addColumn(F, Q, 3)));
    assertReport(
        Kind.CHANGED_BY_COMPACTION, () -> table.delete(new Delete(row("newest")).addColumn(F, Q)));
    RowMutations one = RowMutations.of(List.of(new Delete(row("row")).addColumn(F, Q, 3)));
    assertThatThrownBy(() -> table.mutateRow(one))
        .hasStackTraceContaining(Kind.CHANGED_BY_COMPACTION.name());
    // Nothing is shown again: there is no older version, or the marker hides it too.
    table.delete(new Delete(row("compacted")).addColumn(F, Q, 3));
    table.delete(new Delete(row("column")).addColumns(F, Q, 3));
    table.delete(new Delete(row("2")).addColumn(F, Q, 7));
  }

  @ParameterizedTest
  @EnumSource
  void e5_reportsAStopRowOneByteZeroBehindTheStartRow(Door door) throws IOException {
    open(door, "fail", 1, false);
    for (String row : List.of("row", "row1", "other")) {
      table.put(put(row, 1, "x"));
    }
    Scan article = new Scan().withStartRow(row("row")).withStopRow(row("row\0"));
    assertReport(Kind.STOP_ROW_CUTS_PREFIX, () -> all(article))
        .hasMessageContaining("row row1")
        .hasMessageContaining("not before the stop row row\\x00");
    // No row begins with it but itself.
    assertThat(all(new Scan().withStartRow(row("other")).withStopRow(row("other\0")))).hasSize(1);
    assertThat(all(new Scan().withStartRow(row("row")).withStopRow(row("row"), true))).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void f36_reportsAVersionOverwrittenByAnEqualTimestamp(Door door) throws IOException {
    open(door, "fail", 3, false);
    table.put(put("r", 5, "a"));
    assertThatCode(() -> table.put(put("r", 5, "a"))).doesNotThrowAnyException();
    assertReport(Kind.OVERWRITTEN_VERSION, () -> table.put(put("r", 5, "b")))
        .hasMessageContaining("the put at 5 took the place of another value");
    List<Put> together = List.of(put("s", 5, "a"), put("s", 5, "b"));
    assertThatThrownBy(() -> table.put(together))
        .hasStackTraceContaining(Kind.OVERWRITTEN_VERSION.name());
  }

  @ParameterizedTest
  @EnumSource
  void f53_reportsValuesLostToVersions(Door door) throws IOException {
    open(door, "fail", 2, false);
    table.put(put("r", 5, "a"));
    table.put(put("r", 6, "b"));
    assertReport(Kind.LOST_TO_VERSIONS, () -> table.put(put("r", 4, "late")))
        .hasMessageContaining("the put at 4 is lost: 2 versions are newer")
        .hasMessageContaining("VERSIONS => 2");
    assertReport(Kind.LOST_TO_VERSIONS, () -> table.get(new Get(row("r")).readVersions(3)))
        .hasMessageContaining("the version at 4 is not in an answer that asked for more");
    assertThat(table.get(new Get(row("r")).readVersions(2)).size()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void f41_reportsAStopRowThatCutsAPrefix(Door door) throws IOException {
    open(door, "fail", 1, false);
    for (String row : List.of("uid1~a", "uid1~~b", "uid2~a")) {
      table.put(put(row, 5, "x"));
    }
    Scan cut = new Scan().withStartRow(row("uid1~")).withStopRow(row("uid1~~"));
    assertReport(Kind.STOP_ROW_CUTS_PREFIX, () -> all(cut))
        .hasMessageContaining("row uid1~~b: this row begins with the prefix uid1~");
    Scan filtered = new Scan().setFilter(new PrefixFilter(row("uid"))).withStopRow(row("uid2"));
    assertReport(Kind.STOP_ROW_CUTS_PREFIX, () -> all(filtered)).hasMessageContaining("uid2~a");
    assertThat(all(new Scan().setStartStopRowForPrefixScan(row("uid1~")))).hasSize(2);
    assertThat(all(new Scan().withStartRow(row("uid2~")).withStopRow(row("uid2~~")))).hasSize(1);
    assertThat(all(new Scan().withStartRow(row("uid1")).withStopRow(row("uid1~0")))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void reportsAFilterWhoseColumnIsNotRead(Door door) throws IOException {
    open(door, "fail", 1, false);
    table.put(put("r", 5, "x").addColumn(F, row("other"), 5, Q));
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, row("y"));
    Scan scan = new Scan().addColumn(F, row("other")).setFilter(new FilterList(filter));
    assertReport(Kind.FILTER_COLUMN_NOT_READ, () -> all(scan))
        .hasMessageContaining("column f:q")
        .hasMessageContaining("every row passes");
    assertThat(all(new Scan(scan).addColumn(F, Q))).isEmpty();
    assertThat(all(new Scan().addFamily(F).setFilter(filter))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void namesTheLineOfABatch(Door door) throws IOException {
    open(door, "fail", 1, false);
    table.put(put("r", 5, "x"));
    assertThatThrownBy(() -> table.put(List.of(put("q", 5, "x"), put("r", 5, "y"))))
        .hasStackTraceContaining("OVERWRITTEN_VERSION")
        .hasStackTraceContaining(
            (door == Door.FAST ? "; at " : "; at perhaps ")
                + "io.rowandb.client.HazardsTest.lambda");
  }

  @ParameterizedTest
  @EnumSource
  void namesTheLineOfAnAsynchronousCall(Door door) throws Exception {
    open(door, "fail", 1, false);
    Configuration conf = connection.getConfiguration();
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      async.getTable(T).put(put("r", 5, "x")).get();
      assertThatThrownBy(() -> async.getTable(T).put(put("r", 5, "y")).get())
          .hasStackTraceContaining("OVERWRITTEN_VERSION")
          .hasStackTraceContaining("; at io.rowandb.client.HazardsTest.lambda");
    }
  }

  /** Before it knows where the region is, HBase's client goes on from an answer of the meta. */
  @Test
  void namesTheLineOfACallThatWaitedForALocation() throws Exception {
    open(Door.COMPLETE, "fail", 1, false);
    table.put(put("r", 5, "x"));
    Configuration conf = connection.getConfiguration();
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      assertThatThrownBy(() -> async.getTable(T).put(put("r", 5, "y")).get())
          .hasStackTraceContaining("; at io.rowandb.client.HazardsTest.lambda");
    }
  }

  @Test
  void whatWasWrittenStaysWritten() throws IOException {
    open(Door.FAST, "fail", 3, false);
    table.put(put("r", 5, "a"));
    assertReport(Kind.OVERWRITTEN_VERSION, () -> table.put(put("r", 5, "b")));
    assertThat(Bytes.toString(table.get(new Get(row("r"))).value())).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource
  void aQuotaUsedUpByLooksDoesNotRepeatAWrite(Door door) throws IOException {
    open(door, "fail", 1, false);
    try (Admin admin = connection.getAdmin()) {
      // Looks count too: after those before the increment, one request is left for it.
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(T, ThrottleType.REQUEST_NUMBER, 3, TimeUnit.DAYS));
      assertThat(table.incrementColumnValue(row("r"), F, Q, 1)).isEqualTo(1);
      admin.setQuota(QuotaSettingsFactory.unthrottleTable(T));
    }
    assertThat(Bytes.toLong(table.get(new Get(row("r"))).value())).isEqualTo(1);
  }

  /** Looks go through all versions of a column, which may be more than a read may be shown. */
  @ParameterizedTest
  @EnumSource
  void aLimitOfRowsIsNotForLooks(Door door) throws IOException {
    open(door, "fail", 1, false);
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(T))
              .setValue("hbase.table.max.rowsize", "1000")
              .build());
    }
    String value = "x".repeat(100);
    for (int i = 0; i < 20; i++) {
      table.put(put("r", i, value));
    }
    assertThat(Bytes.toString(table.get(new Get(row("r"))).value())).isEqualTo(value);
  }

  @Test
  void warnsInTheLogAndNotTooOften() throws IOException {
    List<String> warnings = new ArrayList<>();
    Handler collects =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            warnings.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("io.rowandb.hazards");
    logger.addHandler(collects);
    try {
      open(Door.FAST, "warn", 1, false);
      table.delete(new Delete(row("r")).addColumns(F, Q, 10));
      for (int i = 0; i < 20; i++) {
        table.put(put("r", 5, "x"));
      }
    } finally {
      logger.removeHandler(collects);
    }
    assertThat(warnings).hasSize(10);
    assertThat(warnings.get(0))
        .startsWith("HIDDEN_BY_DELETE: table t, row r, column f:q: the put at 5 is not seen");
    assertThat(warnings.get(9)).contains("further ones at this line are left out");
  }

  @Test
  void refusesAModeThatDoesNotExist() {
    Configuration conf = Rowan.configuration("mem:hazards-none");
    conf.set(HazardMode.KEY, "loud");
    assertThatThrownBy(() -> ConnectionFactory.createConnection(conf))
        .hasStackTraceContaining("rowan.hazards must be off, warn or fail: loud");
  }

  private void open(Door door, String mode, int versions, boolean newVersionBehavior)
      throws IOException {
    Configuration conf = door.configuration("mem:hazards");
    conf.set(HazardMode.KEY, mode);
    connection = ConnectionFactory.createConnection(conf);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F)
                      .setMaxVersions(versions)
                      .setNewVersionBehavior(newVersionBehavior)
                      .build())
              .build());
    }
    table = connection.getTable(T);
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertReport(
      Kind kind, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOf(HazardException.class)
        .hasMessageContaining(kind.name());
  }

  private List<Result> all(Scan scan) throws IOException {
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        results.add(result);
      }
    }
    return results;
  }

  private static Put put(String row, long time, String value) {
    return new Put(row(row)).addColumn(F, Q, time, Bytes.toBytes(value));
  }

  private static byte[] row(String text) {
    return Bytes.toBytes(text);
  }
}
