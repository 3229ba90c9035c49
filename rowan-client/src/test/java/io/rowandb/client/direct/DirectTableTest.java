package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DirectTableTest extends DoorTest {
  private static final Put BAD = put("r2", "x:q", "v");

  @Test
  void whatWasPutIsRead() throws IOException {
    table.put(put("r", "f:q", "v1").addColumn(bytes("g"), bytes(""), bytes("v2")));

    Result result = table.get(new Get(bytes("r")));

    assertThat(text(result)).isEqualTo("r{f:q=v1 g:=v2}");
    assertThat(result.getValue(bytes("f"), bytes("q"))).isEqualTo(bytes("v1"));
    assertThat(table.exists(new Get(bytes("r")))).isTrue();
    assertThat(table.exists(new Get(bytes("s")))).isFalse();
    assertThat(table.get(new Get(bytes("s"))).isEmpty()).isTrue();
    assertThat(table.get(new Get(bytes("r")).setCheckExistenceOnly(true)).getExists()).isTrue();
  }

  @Test
  void listsOfGetsAnswerInTheirOrder() throws IOException {
    table.put(List.of(put("a", "f:q", "1"), put("z", "f:q", "2")));
    List<Get> gets = List.of(new Get(bytes("z")), new Get(bytes("no")), new Get(bytes("a")));

    assertThat(table.get(gets))
        .extracting(r -> r.isEmpty() ? "" : text(r))
        .containsExactly("z{f:q=2}", "", "a{f:q=1}");
    assertThat(table.exists(gets)).containsExactly(true, false, true);
    assertThat(table.get(List.<Get>of())).isEmpty();
    assertThat(table.exists(List.<Get>of())).isEmpty();
  }

  @Test
  void versionsAndTimeRangesReachTheEngine() throws IOException {
    for (int t = 1; t <= 4; t++) {
      table.put(new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), t, bytes("v" + t)));
    }
    Get all = new Get(bytes("r")).readAllVersions();
    assertThat(text(table.get(all))).isEqualTo("r{f:q=v4 f:q=v3 f:q=v2}");
    assertThat(text(table.get(new Get(bytes("r")).setTimeRange(0, 4)))).isEqualTo("r{f:q=v3}");
    assertThat(text(table.get(new Get(bytes("r")).setTimestamp(2)))).isEqualTo("r{f:q=v2}");
  }

  @Test
  void deletesOfEveryKind() throws IOException {
    table.put(put("r", "f:a", "1").addColumn(bytes("f"), bytes("b"), bytes("2")));
    table.put(put("r", "g:a", "3"));
    table.delete(new Delete(bytes("r")).addColumns(bytes("f"), bytes("a")));
    assertThat(read("r")).isEqualTo("r{f:b=2 g:a=3}");
    table.delete(new Delete(bytes("r")).addFamily(bytes("g")));
    assertThat(read("r")).isEqualTo("r{f:b=2}");
    table.delete(new Delete(bytes("r")));
    assertThat(read("r")).isEmpty();
  }

  @Test
  void aListOfDeletesKeepsOnlyWhatFailed() throws IOException {
    table.put(put("a", "f:q", "1"));
    Delete bad = new Delete(bytes("r")).addFamily(bytes("x"));
    List<Delete> deletes = new ArrayList<>(List.of(new Delete(bytes("a")), bad));

    assertThatThrownBy(() -> table.delete(deletes))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);

    assertThat(deletes).containsExactly(bad);
    assertThat(read("a")).isEmpty();
  }

  @Test
  void incrementsAndAppendsAnswerWithNewCells() throws IOException {
    assertThat(table.incrementColumnValue(bytes("r"), bytes("f"), bytes("n"), 5)).isEqualTo(5);
    assertThat(
            table.incrementColumnValue(bytes("r"), bytes("f"), bytes("n"), -2, Durability.SKIP_WAL))
        .isEqualTo(3);
    Result both =
        table.increment(
            new Increment(bytes("r"))
                .addColumn(bytes("f"), bytes("n"), 1)
                .addColumn(bytes("g"), bytes("n"), 7));
    assertThat(Bytes.toLong(both.getValue(bytes("f"), bytes("n")))).isEqualTo(4);
    assertThat(Bytes.toLong(both.getValue(bytes("g"), bytes("n")))).isEqualTo(7);

    Append append = new Append(bytes("r")).addColumn(bytes("f"), bytes("s"), bytes("ab"));
    assertThat(text(table.append(append))).isEqualTo("r{f:s=ab}");
    assertThat(text(table.append(append))).isEqualTo("r{f:s=abab}");
    assertThat(table.append(append.setReturnResults(false)).isEmpty()).isTrue();
    assertThatThrownBy(() -> table.incrementColumnValue(bytes("r"), bytes("f"), bytes("s"), 1))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("not a long");
    assertThatThrownBy(() -> table.increment(new Increment(bytes("r"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.append(new Append(bytes("r"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void mutateRowIsAllOrNothing() throws IOException {
    RowMutations good =
        RowMutations.of(
            List.of(
                put("r", "f:q", "v"),
                new Increment(bytes("r")).addColumn(bytes("g"), bytes("n"), 2)));
    Result result = table.mutateRow(good);
    assertThat(Bytes.toLong(result.getValue(bytes("g"), bytes("n")))).isEqualTo(2);
    assertThat(table.exists(new Get(bytes("r")).addColumn(bytes("f"), bytes("q")))).isTrue();

    RowMutations bad = RowMutations.of(List.of(put("s", "f:q", "v"), put("s", "x:q", "v")));
    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.mutateRow(bad));
    assertThat(failure.getNumExceptions()).isEqualTo(2);
    assertThat(failure.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(read("s")).isEmpty();
    assertThat(table.mutateRow(RowMutations.of(List.of(put("r", "f:q", "w")))).isEmpty()).isTrue();
  }

  @Test
  void batchesMixKindsAndReportEachAction() throws Exception {
    table.put(put("a", "f:q", "v"));
    RowMutations several =
        RowMutations.of(List.of(new Increment(bytes("z")).addColumn(bytes("f"), bytes("n"), 5)));
    List<Row> actions =
        List.of(
            new Get(bytes("a")),
            put("b", "f:q", "1"),
            BAD,
            new Delete(bytes("a")),
            put("z", "f:q", "2"),
            new Increment(bytes("i")).addColumn(bytes("f"), bytes("q"), 1),
            new Append(bytes("i")).addColumn(bytes("f"), bytes("a"), bytes("x")),
            several,
            CheckAndMutate.newBuilder(bytes("b"))
                .ifEquals(bytes("f"), bytes("q"), bytes("1"))
                .build(put("b", "f:q", "2")),
            new Get(bytes("a")));
    Object[] results = new Object[actions.size()];

    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.batch(actions, results));

    assertThat(failure.getNumExceptions()).isEqualTo(1);
    assertThat(failure.getRow(0)).isSameAs(BAD);
    assertThat(failure.getHostnamePort(0)).startsWith("localhost,16020,");
    assertThat(failure)
        .hasMessageStartingWith(
            "Failed 1 action: "
                + NoSuchColumnFamilyException.class.getName()
                + ": Column family x");
    assertThat(text((Result) results[0])).isEqualTo("a{f:q=v}");
    assertThat(((Result) results[1]).isEmpty()).isTrue();
    assertThat(results[2]).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(Bytes.toLong(((Result) results[5]).value())).isEqualTo(1);
    assertThat(text((Result) results[6])).isEqualTo("i{f:a=x}");
    assertThat(Bytes.toLong(((Result) results[7]).value())).isEqualTo(5);
    assertThat(((CheckAndMutateResult) results[8]).isSuccess()).isTrue();
    assertThat(((Result) results[9]).isEmpty()).isTrue();
    assertThat(read("b")).isEqualTo("b{f:q=2}");
  }

  /** The order that HBase's client and server come to; random histories against it found ours. */
  @Test
  void batchesDoTheirActionsInHBasesOrder() throws Exception {
    // An append takes a time after that of what it appends to, be it in the same millisecond.
    long later = System.currentTimeMillis() + 60_000;
    Put several = new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), later, bytes("several"));
    List<Row> actions =
        List.of(
            CheckAndMutate.newBuilder(bytes("a"))
                .ifEquals(bytes("f"), bytes("q"), bytes("several"))
                .build(put("a", "f:q", "checked")),
            RowMutations.of(List.of(several)),
            put("a", "f:q", "put"),
            new Get(bytes("a")),
            new Append(bytes("a")).addColumn(bytes("f"), bytes("q"), bytes("+")));
    Object[] results = new Object[actions.size()];
    table.batch(actions, results);
    assertThat(((Result) results[3]).isEmpty()).as("the put waits, the get does not").isTrue();
    assertThat(text((Result) results[4])).as("it waits for the append").isEqualTo("a{f:q=put+}");
    assertThat(((CheckAndMutateResult) results[0]).isSuccess()).as("checks are last").isTrue();
  }

  @Test
  void anEmptyPutEndsABatchBeforeItBegins() throws IOException {
    List<Row> actions = List.of(put("a", "f:q", "1"), new Put(bytes("b")));
    assertThatThrownBy(() -> table.batch(actions, new Object[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No columns to insert for #2 item");
    assertThat(read("a")).isEmpty();
  }

  @Test
  void aFailureOfSeveralMutationsNamesItsClassInTheMessage() throws IOException {
    List<RowMutations> actions = List.of(RowMutations.of(List.of(BAD)));
    assertThatThrownBy(() -> table.batch(actions, new Object[1]))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("NoSuchColumnFamilyException");
  }

  @Test
  void callbacksHearOfEachSuccess() throws Exception {
    List<String> heard = new ArrayList<>();
    Object[] results = new Object[2];
    table.<Result>batchCallback(
        List.of(put("a", "f:q", "1"), put("z", "f:q", "2")),
        results,
        (region, row, result) ->
            heard.add(Bytes.toString(region).substring(0, 3) + Bytes.toString(row)));
    assertThat(heard).containsExactly("t,,a", "t,mz");
  }

  @Test
  void aLargeBatchReachesEveryRegion() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      puts.add(put((i % 2 == 0 ? "a" : "z") + i, "f:q", "v" + i));
    }
    puts.add(put("a0", "f:q", "later"));
    table.put(puts);
    assertThat(rows(new org.apache.hadoop.hbase.client.Scan())).hasSize(5000);
    assertThat(read("a0")).isEqualTo("a0{f:q=later}");
    assertThat(read("z4999")).isEqualTo("z4999{f:q=v4999}");
  }

  @Test
  void checkAndMutateInAllItsForms() throws IOException {
    CheckAndMutate absent =
        CheckAndMutate.newBuilder(bytes("r"))
            .ifNotExists(bytes("f"), bytes("q"))
            .build(put("r", "f:q", "v"));
    assertThat(table.checkAndMutate(absent).isSuccess()).isTrue();
    assertThat(table.checkAndMutate(absent).isSuccess()).isFalse();
    CheckAndMutateResult added =
        table.checkAndMutate(
            CheckAndMutate.newBuilder(bytes("r"))
                .ifEquals(bytes("f"), bytes("q"), bytes("v"))
                .build(new Increment(bytes("r")).addColumn(bytes("g"), bytes("n"), 4)));
    assertThat(Bytes.toLong(added.getResult().value())).isEqualTo(4);
    CheckAndMutateResult filtered =
        table.checkAndMutate(
            CheckAndMutate.newBuilder(bytes("r"))
                .ifMatches(
                    new SingleColumnValueFilter(
                        bytes("f"), bytes("q"), CompareOperator.EQUAL, bytes("v")))
                .build(RowMutations.of(List.of(put("r", "f:q", "w")))));
    assertThat(filtered.isSuccess()).isTrue();
    assertThat(filtered.getResult()).isNull();
    assertThat(
            table.checkAndMutate(List.of(absent, absent)).stream()
                .map(CheckAndMutateResult::isSuccess))
        .containsExactly(false, false);
    CheckAndMutate badFamily =
        CheckAndMutate.newBuilder(bytes("r"))
            .ifNotExists(bytes("x"), bytes("q"))
            .build(put("r", "f:q", "v"));
    assertThatThrownBy(() -> table.checkAndMutate(badFamily))
        .isInstanceOf(NoSuchColumnFamilyException.class);
  }

  @Test
  @SuppressWarnings("deprecation") // they are what is tested
  void checkAndMutateInItsOldForms() throws IOException {
    byte[] r = bytes("r");
    byte[] f = bytes("f");
    byte[] q = bytes("q");
    Put v = put("r", "f:q", "v");
    assertThat(table.checkAndPut(r, f, q, null, v)).isTrue();
    assertThat(table.checkAndPut(r, f, q, CompareOperator.GREATER, bytes("w"), v)).isTrue();
    assertThat(table.checkAndPut(r, f, q, CompareFilter.CompareOp.LESS, bytes("w"), v)).isFalse();
    RowMutations several = RowMutations.of(List.of(v));
    assertThat(table.checkAndMutate(r, f, q, CompareOperator.EQUAL, bytes("v"), several)).isTrue();
    assertThat(
            table.checkAndMutate(r, f, q, CompareFilter.CompareOp.NOT_EQUAL, bytes("v"), several))
        .isFalse();
    Table.CheckAndMutateBuilder builder = table.checkAndMutate(r, f).qualifier(q);
    assertThat(builder.ifEquals(bytes("v")).thenPut(v)).isTrue();
    assertThat(builder.timeRange(TimeRange.between(0, 1)).thenPut(v)).isFalse();
    assertThat(builder.timeRange(null).thenMutate(several)).isTrue();
    assertThatThrownBy(() -> table.checkAndMutate(r, f).thenPut(v))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("condition is null");
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(f, q, CompareOperator.EQUAL, bytes("v"));
    assertThat(table.checkAndMutate(r, filter).thenPut(v)).isTrue();
    Delete delete = new Delete(r).addColumns(f, q);
    assertThat(table.checkAndDelete(r, f, q, bytes("other"), delete)).isFalse();
    assertThat(table.checkAndDelete(r, f, q, CompareOperator.EQUAL, bytes("v"), delete)).isTrue();
    assertThat(table.checkAndMutate(r, f).qualifier(q).ifNotExists().thenDelete(delete)).isTrue();
    assertThatThrownBy(() -> table.checkAndPut(bytes("other"), f, q, null, v))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("doesn't match the original one <other>");
  }

  @Test
  void whatHBasesClientRefusesIsRefused() {
    assertThatThrownBy(() -> table.put(new Put(bytes("r"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No columns to insert");
    assertThatThrownBy(() -> table.put(List.of(new Put(bytes("r")))))
        .isInstanceOf(IllegalArgumentException.class);
    Put large = new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), new byte[11 << 20]);
    assertThatThrownBy(() -> table.put(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KeyValue size too large");
    assertThatThrownBy(() -> new Put(new byte[40_000]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.batch(List.of(BAD), new Object[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("room for 1");
  }

  @Test
  void anUnknownFamilyIsNamedByItsException() {
    Class<NoSuchColumnFamilyException> unknown = NoSuchColumnFamilyException.class;
    assertThatThrownBy(() -> table.put(BAD)).isInstanceOf(unknown).hasMessageContaining("x");
    assertThatThrownBy(() -> table.get(new Get(bytes("r")).addFamily(bytes("x"))))
        .isInstanceOf(unknown);
    assertThatThrownBy(() -> table.delete(new Delete(bytes("r")).addFamily(bytes("x"))))
        .isInstanceOf(unknown);
    assertThatThrownBy(
            () -> table.increment(new Increment(bytes("r")).addColumn(bytes("x"), bytes("q"), 1)))
        .isInstanceOf(unknown);
    RetriesExhaustedWithDetailsException inList =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> table.put(List.of(put("ok", "f:q", "v"), BAD)));
    assertThat(inList.getNumExceptions()).isEqualTo(1);
    assertThat(inList.getCause(0)).isInstanceOf(unknown);
  }

  @Test
  void aMissingTableIsNotFound() {
    Class<TableNotFoundException> notFound = TableNotFoundException.class;
    assertThatThrownBy(() -> none.put(put("r", "f:q", "v"))).isInstanceOf(notFound);
    assertThatThrownBy(() -> none.get(new Get(bytes("r")))).isInstanceOf(notFound);
    assertThatThrownBy(() -> none.getDescriptor()).isInstanceOf(notFound).hasMessage("none");
    RetriesExhaustedWithDetailsException inList =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> none.put(List.of(put("r", "f:q", "v"), BAD)));
    assertThat(inList.getNumExceptions()).isEqualTo(2);
    assertThat(inList.getCause(1)).isInstanceOf(notFound);
    assertThat(inList.getHostnamePort(1)).isEqualTo("null");
  }

  @Test
  void aDisabledTableIsNotEnabled() throws IOException {
    Put put = put("r", "f:q", "v");
    table.put(put);
    disable();
    Class<TableNotEnabledException> notEnabled = TableNotEnabledException.class;
    assertThatThrownBy(() -> table.put(put)).isInstanceOf(notEnabled).hasMessage("t is disabled.");
    assertThatThrownBy(() -> table.get(new Get(bytes("r")))).isInstanceOf(notEnabled);
    RetriesExhaustedWithDetailsException inList =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.put(List.of(put)));
    assertThat(inList.getCause(0)).isInstanceOf(NotServingRegionException.class);
    enable();
    assertThat(read("r")).isEqualTo("r{f:q=v}");
  }

  @Test
  void descriptorsAndSettingsComeBack() throws IOException {
    assertThat(table.getDescriptor()).isEqualTo(descriptor());
    assertThat(table.getName()).isEqualTo(T);
    assertThat(table.getConfiguration()).isSameAs(conf);
    Table slow =
        connection
            .getTableBuilder(T, null)
            .setOperationTimeout(1)
            .setRpcTimeout(2)
            .setReadRpcTimeout(3)
            .setWriteRpcTimeout(4)
            .setRequestAttribute("k", bytes("v"))
            .build();
    assertThat(slow.getOperationTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1);
    assertThat(slow.getRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(2);
    assertThat(slow.getReadRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(3);
    assertThat(slow.getWriteRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(4);
    assertThat(slow.getRequestAttributes()).containsKey("k");
  }

  @Test
  void endpointsThatNoTableHasAreUnknown() {
    PingProtos.PingService.BlockingInterface ping =
        PingProtos.PingService.newBlockingStub(table.coprocessorService(bytes("r")));
    assertThatThrownBy(() -> ping.ping(null, PingProtos.PingRequest.getDefaultInstance()))
        .hasCauseInstanceOf(UnknownProtocolException.class)
        .hasMessageContaining("PingService");
  }

  @Test
  @SuppressWarnings("JdkObsolete") // a list without random access is the point
  void batchesTakeAnyListAndNeedNoResults() throws Exception {
    List<Put> linked = new LinkedList<>(List.of(put("a", "f:q", "1"), put("z", "f:q", "2")));
    table.put(linked);
    table.batch(List.of(put("b", "f:q", "3"), new Delete(bytes("a"))), null);
    assertThat(rows(new Scan())).containsExactly("b{f:q=3}", "z{f:q=2}");
  }
}
