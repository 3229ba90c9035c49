package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HBase's own {@code HTable} and {@code BufferedMutator} over an embedded store. */
@Timeout(120)
class CompleteTableTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("row");

  private TestStore store;
  private Table table;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore();
    table = store.create("t", "f", "g", "p");
  }

  @AfterEach
  void close() throws IOException {
    table.close();
    store.close();
  }

  @Test
  void itIsHBasesOwnClass() {
    assertThat(table.getClass().getName()).isEqualTo("org.apache.hadoop.hbase.client.HTable");
  }

  @Test
  void putGetExistsDelete() throws IOException {
    table.put(put("row", "q", "value"));
    assertThat(value(ROW)).isEqualTo("value");
    assertThat(table.exists(new Get(ROW))).isTrue();
    assertThat(table.exists(new Get(Bytes.toBytes("other")))).isFalse();
    assertThat(table.exists(List.of(new Get(ROW), new Get(Bytes.toBytes("a")))))
        .containsExactly(true, false);
    table.delete(new Delete(ROW));
    assertThat(table.get(new Get(ROW)).isEmpty()).isTrue();
  }

  @Test
  void versionsAndTimeRanges() throws IOException {
    for (long time : new long[] {10, 30, 20}) {
      table.put(new Put(ROW, time).addColumn(F, Q, Bytes.toBytes("v" + time)));
    }
    Result all = table.get(new Get(ROW).readVersions(5));
    assertThat(all.getColumnCells(F, Q))
        .extracting(c -> c.getTimestamp())
        .containsExactly(30L, 20L, 10L);
    assertThat(Bytes.toString(table.get(new Get(ROW).setTimeRange(0, 21)).getValue(F, Q)))
        .isEqualTo("v20");
  }

  @Test
  void listsOfOperationsOverSeveralRegions() throws Exception {
    List<Put> puts = new ArrayList<>();
    for (char c = 'a'; c <= 'z'; c++) {
      puts.add(put("" + c, "q", "v" + c));
    }
    table.put(puts);
    List<Get> gets = new ArrayList<>();
    puts.forEach(put -> gets.add(new Get(put.getRow())));
    Result[] results = table.get(gets);
    assertThat(results).hasSize(26);
    for (int i = 0; i < 26; i++) {
      assertThat(Bytes.toString(results[i].getValue(F, Q))).isEqualTo("v" + (char) ('a' + i));
    }
    List<Delete> deletes = new ArrayList<>();
    puts.subList(0, 13).forEach(put -> deletes.add(new Delete(put.getRow())));
    table.delete(deletes);
    assertThat(count(new Scan())).isEqualTo(13);
  }

  @Test
  void aBatchOfAllKinds() throws Exception {
    table.put(put("a", "q", "1"));
    List<Row> actions =
        List.of(
            new Get(Bytes.toBytes("a")),
            put("h", "q", "2"),
            new Increment(Bytes.toBytes("z")).addColumn(F, Q, 5),
            new Append(Bytes.toBytes("a")).addColumn(F, Q, Bytes.toBytes("+")),
            new Delete(Bytes.toBytes("nothing")),
            RowMutations.of(List.of(put("m", "x", "3"), put("m", "y", "4"))));
    Object[] results = new Object[actions.size()];
    table.batch(actions, results);
    assertThat(Bytes.toString(((Result) results[0]).getValue(F, Q))).startsWith("1");
    assertThat(Bytes.toLong(((Result) results[2]).getValue(F, Q))).isEqualTo(5);
    assertThat(Bytes.toString(((Result) results[3]).getValue(F, Q))).isEqualTo("1+");
    assertThat(table.get(new Get(Bytes.toBytes("m"))).size()).isEqualTo(2);
    assertThat(value(Bytes.toBytes("h"))).isEqualTo("2");
  }

  @Test
  void aFailingActionLeavesTheOthersAlone() throws Exception {
    List<Row> actions =
        List.of(
            put("a", "q", "1"),
            new Put(Bytes.toBytes("b")).addColumn(Bytes.toBytes("none"), Q, Q),
            put("c", "q", "3"));
    Object[] results = new Object[3];
    assertThatThrownBy(() -> table.batch(actions, results))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isEqualTo(1);
              assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
              assertThat(e.getRow(0).getRow()).isEqualTo(Bytes.toBytes("b"));
            });
    assertThat(value(Bytes.toBytes("a"))).isEqualTo("1");
    assertThat(value(Bytes.toBytes("c"))).isEqualTo("3");
  }

  @Test
  void incrementAndAppend() throws IOException {
    assertThat(table.incrementColumnValue(ROW, F, Q, 7)).isEqualTo(7);
    Result result = table.increment(new Increment(ROW).addColumn(F, Q, -2));
    assertThat(Bytes.toLong(result.getValue(F, Q))).isEqualTo(5);
    Result silent = table.increment(new Increment(ROW).addColumn(F, Q, 1).setReturnResults(false));
    assertThat(silent == null || silent.isEmpty()).isTrue();
    table.append(new Append(ROW).addColumn(F, Bytes.toBytes("s"), Bytes.toBytes("ab")));
    Result appended =
        table.append(new Append(ROW).addColumn(F, Bytes.toBytes("s"), Bytes.toBytes("cd")));
    assertThat(Bytes.toString(appended.getValue(F, Bytes.toBytes("s")))).isEqualTo("abcd");
  }

  @Test
  void incrementOfSomethingElseThanALongIsRefused() throws IOException {
    table.put(put("row", "q", "abc"));
    assertThatThrownBy(() -> table.increment(new Increment(ROW).addColumn(F, Q, 1)))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void checkAndMutateOfAllKinds() throws IOException {
    CheckAndMutate ifAbsent =
        CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put("row", "q", "1"));
    assertThat(table.checkAndMutate(ifAbsent).isSuccess()).isTrue();
    assertThat(table.checkAndMutate(ifAbsent).isSuccess()).isFalse();
    // The argument stands before the operator: "0" LESS stored "1".
    CheckAndMutate less =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(F, Q, CompareOperator.LESS, Bytes.toBytes("0"))
            .build(new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 3));
    CheckAndMutateResult result = table.checkAndMutate(less);
    assertThat(result.isSuccess()).isTrue();
    assertThat(Bytes.toLong(result.getResult().getValue(F, Bytes.toBytes("n")))).isEqualTo(3);
    CheckAndMutate filtered =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, Bytes.toBytes("1")))
            .build(
                RowMutations.of(
                    List.of(
                        put("row", "q", "2"),
                        new Append(ROW).addColumn(F, Bytes.toBytes("a"), Bytes.toBytes("x")))));
    CheckAndMutateResult group = table.checkAndMutate(filtered);
    assertThat(group.isSuccess()).isTrue();
    assertThat(Bytes.toString(group.getResult().getValue(F, Bytes.toBytes("a")))).isEqualTo("x");
    assertThat(value(ROW)).isEqualTo("2");
    assertThat(
            table.checkAndMutate(
                List.of(
                    CheckAndMutate.newBuilder(ROW)
                        .ifEquals(F, Q, Bytes.toBytes("2"))
                        .build(new Delete(ROW)),
                    CheckAndMutate.newBuilder(Bytes.toBytes("z"))
                        .ifEquals(F, Q, Bytes.toBytes("no"))
                        .build(put("z", "q", "1")))))
        .extracting(CheckAndMutateResult::isSuccess)
        .containsExactly(true, false);
    assertThat(table.exists(new Get(ROW))).isFalse();
  }

  @Test
  void mutateRowIsOneChange() throws IOException {
    table.put(put("row", "old", "1"));
    table.mutateRow(
        RowMutations.of(
            List.of(put("row", "new", "2"), new Delete(ROW).addColumns(F, Bytes.toBytes("old")))));
    Result row = table.get(new Get(ROW));
    assertThat(row.containsColumn(F, Bytes.toBytes("new"))).isTrue();
    assertThat(row.containsColumn(F, Bytes.toBytes("old"))).isFalse();
  }

  @Test
  void bufferedMutator() throws IOException {
    try (BufferedMutator mutator = store.connection().getBufferedMutator(TableName.valueOf("t"))) {
      for (int i = 0; i < 10_000; i++) {
        mutator.mutate(put(String.format("%c%06d", 'a' + i % 26, i), "q", "v" + i));
      }
    }
    assertThat(count(new Scan())).isEqualTo(10_000);
    assertThat(count(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("h"))))).isEqualTo(385);
  }

  @Test
  void aMutatorReportsWhatWasRefused() throws IOException {
    List<Throwable> causes = new ArrayList<>();
    var params =
        new org.apache.hadoop.hbase.client.BufferedMutatorParams(TableName.valueOf("t"))
            .listener((e, mutator) -> causes.addAll(e.getCauses()));
    try (BufferedMutator mutator = store.connection().getBufferedMutator(params)) {
      mutator.mutate(new Put(ROW).addColumn(Bytes.toBytes("none"), Q, Q));
      mutator.mutate(put("row", "q", "1"));
    }
    assertThat(causes).hasSize(1).first().isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(value(ROW)).isEqualTo("1");
  }

  @Test
  void unknownTablesFamiliesAndDisabledTables() throws IOException {
    try (Table none = store.connection().getTable(TableName.valueOf("none"))) {
      assertThatThrownBy(() -> none.get(new Get(ROW))).isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(() -> none.put(put("row", "q", "1")))
          .isInstanceOf(TableNotFoundException.class);
    }
    byte[] unknown = Bytes.toBytes("none");
    assertThatThrownBy(() -> table.get(new Get(ROW).addFamily(unknown)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> table.put(new Put(ROW).addColumn(unknown, Q, Q)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> count(new Scan().addFamily(unknown)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    try (Admin admin = store.admin()) {
      admin.disableTable(TableName.valueOf("t"));
    }
    assertThatThrownBy(() -> table.get(new Get(ROW))).isInstanceOf(TableNotEnabledException.class);
    assertThatThrownBy(() -> table.put(put("row", "q", "1")))
        .isInstanceOf(TableNotEnabledException.class);
    assertThatThrownBy(() -> count(new Scan())).isInstanceOf(TableNotEnabledException.class);
  }

  @Test
  void locatesRegionsWithAwkwardKeys() throws IOException {
    String[] splits = {"a", "a\\x00", "a!", "a,", "a,b", "\\xFF,"};
    try (Table awkward = store.create("awkward", "f", splits);
        RegionLocator locator = store.connection().getRegionLocator(awkward.getName())) {
      assertThat(locator.getAllRegionLocations()).hasSize(7);
      List<byte[]> rows = new ArrayList<>();
      rows.add(Bytes.toBytes("A"));
      for (String split : splits) {
        byte[] key = Bytes.toBytesBinary(split);
        assertThat(locator.getRegionLocation(key, true).getRegion().getStartKey()).isEqualTo(key);
        rows.add(key);
        rows.add(Bytes.add(key, new byte[] {1}));
      }
      for (byte[] row : rows) {
        assertThat(locator.getRegionLocation(row, true).getRegion().containsRow(row)).isTrue();
        awkward.put(new Put(row).addColumn(F, Q, row));
      }
      for (byte[] row : rows) {
        assertThat(awkward.get(new Get(row)).getValue(F, Q)).isEqualTo(row);
      }
    }
  }

  private String value(byte[] row) throws IOException {
    return Bytes.toString(table.get(new Get(row)).getValue(F, Q));
  }

  private int count(Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        assertThat(result.isEmpty()).isFalse();
        rows++;
      }
    }
    return rows;
  }

  private static Put put(String row, String qualifier, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes(qualifier), Bytes.toBytes(value));
  }
}
