package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes under a condition, by both builders and by request. */
class CheckAndMutateTest extends ConformanceTest {
  private boolean check(CheckAndMutate check) throws IOException {
    return table.checkAndMutate(check).isSuccess();
  }

  private static CheckAndMutate.Builder ifRow() {
    return CheckAndMutate.newBuilder(ROW);
  }

  @Test
  void f52_onlyOneOfManyWinsTheRace() throws Exception {
    create("f");
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Put uid = put("r", "f:q=" + i);
        tasks.add(() -> assign(uid));
      }
      int winners = 0;
      for (Future<Boolean> won : pool.invokeAll(tasks)) {
        winners += won.get() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    } finally {
      pool.shutdownNow();
    }
  }

  private boolean assign(Put uid) throws IOException {
    try (Table own = connection.getTable(name)) {
      return own.checkAndMutate(ifRow().ifNotExists(F, Q).build(uid)).isSuccess();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LESS,            a, false",
    "LESS,            m, false",
    "LESS,            z, false",
    "GREATER,         a, false"
  })
  void trap13_nothingIsWrittenWhenTheColumnIsAbsent(
      CompareOperator operator, String argument, boolean expected) throws IOException {
    create("f");
    assertThat(check(ifRow().ifMatches(F, Q, operator, bytes(argument)).build(put("r", "f:n=1"))))
        .isEqualTo(expected);
    assertThat(read()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "EQUAL, a, false",
    "EQUAL, m, true",
    "NOT_EQUAL, a, true",
    "NOT_EQUAL, m, false",
    "LESS, a, true",
    "LESS, m, false",
    "LESS, z, false",
    "LESS_OR_EQUAL, a, true",
    "LESS_OR_EQUAL, m, true",
    "LESS_OR_EQUAL, z, false",
    "GREATER, a, false",
    "GREATER, m, false",
    "GREATER, z, true",
    "GREATER_OR_EQUAL, a, false",
    "GREATER_OR_EQUAL, m, true",
    "GREATER_OR_EQUAL, z, true"
  })
  void trap13_theArgumentStandsOnTheLeft(
      CompareOperator operator, String argument, boolean expected) throws IOException {
    create("f");
    write("f:q@1=m");
    assertThat(check(ifRow().ifMatches(F, Q, operator, bytes(argument)).build(put("r", "f:n=1"))))
        .isEqualTo(expected);
    assertThat(table.exists(get().addColumn(F, bytes("n")))).isEqualTo(expected);
  }

  @Test
  void trap13_theWriteOverwritesACheckedCellOfTheFuture() throws IOException {
    create(family("f", 3));
    long future = backend.clock().millis() + 1_000_000;
    write("f:q@" + future + "=a", "f:q=ignored");
    assertThat(value(table.get(get()))).as("a plain put does not").isEqualTo("a");
    assertThat(check(ifRow().ifEquals(F, Q, bytes("a")).build(put("r", "f:q=b")))).isTrue();
    assertThat(read()).isEqualTo("f:q@" + future + "=b");
  }

  @Test
  void trap14_absentAndStoredEmptyValuesAreNotThere() throws IOException {
    create("f");
    assertThat(check(ifRow().ifNotExists(F, Q).build(put("r", "f:q@1=")))).isTrue();
    assertThat(check(ifRow().ifNotExists(F, Q).build(put("r", "f:n@1=1"))))
        .as("an empty value counts as absent")
        .isTrue();
    assertThat(check(ifRow().ifEquals(F, Q, new byte[0]).build(put("r", "f:n@2=2")))).isTrue();
    write("f:q@2=v");
    assertThat(check(ifRow().ifNotExists(F, Q).build(put("r", "f:n@3=3")))).isFalse();
    assertThat(check(ifRow().ifEquals(F, Q, new byte[0]).build(put("r", "f:n@3=3")))).isFalse();
    assertThat(read()).isEqualTo("f:n@2=2 f:q@2=v");
  }

  @Test
  void trap14_notEqualOnAnAbsentColumnIsFalse() throws IOException {
    create("f");
    assertThat(
            check(
                ifRow()
                    .ifMatches(F, Q, CompareOperator.NOT_EQUAL, bytes("v"))
                    .build(put("r", "f:n=1"))))
        .isFalse();
    assertThat(
            check(
                ifRow().ifMatches(F, Q, CompareOperator.NOT_EQUAL, null).build(put("r", "f:n=1"))))
        .as("not equal to nothing")
        .isFalse();
    write("f:q=v");
    assertThat(
            check(
                ifRow().ifMatches(F, Q, CompareOperator.NOT_EQUAL, null).build(put("r", "f:n=1"))))
        .isTrue();
  }

  @Test
  void trap14_aFilterOnAnAbsentColumn() throws IOException {
    create("f");
    write("f:other=v");
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, bytes("v"));
    assertThat(check(ifRow().ifMatches(filter).build(put("r", "f:a=1")))).isTrue();
    filter.setFilterIfMissing(true);
    assertThat(check(ifRow().ifMatches(filter).build(put("r", "f:b=1")))).isFalse();
    assertThat(values(table.get(get()))).isEqualTo("f:a=1 f:other=v");
  }

  /** A get with this filter reads {@code f} only once {@code g} has decided, and then shows it. */
  @Test
  void aFilterOfAConditionSeesAllFamiliesAtOnce() throws IOException {
    create("f", "g");
    table.put(put("r", "f:q=1", "g:q=1"));
    SingleColumnValueExcludeFilter filter =
        new SingleColumnValueExcludeFilter(
            Bytes.toBytes("g"), Q, CompareOperator.EQUAL, Bytes.toBytes("2"));
    filter.setFilterIfMissing(true);
    filter.setLatestVersionOnly(false);
    assertThat(check(ifRow().ifMatches(filter).build(put("r", "f:done=1")))).isFalse();
    assertThat(table.exists(new Get(ROW).addColumn(F, Bytes.toBytes("done")))).isFalse();
  }

  @Test
  void trap14_aFilterOnAnAbsentRowIsFalse() throws IOException {
    create("f");
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, bytes("v"));
    assertThat(check(ifRow().ifMatches(filter).build(put("r", "f:a=1")))).isFalse();
  }

  @Test
  void trap15_rowMutationsReturnTheResultOfIncrementsAndAppends() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, bytes("n"), Bytes.toBytes(40L)));
    write("f:log=a", "f:q=go");
    RowMutations mutations =
        RowMutations.of(
            List.of(
                new Increment(ROW).addColumn(F, bytes("n"), 2),
                new Append(ROW).addColumn(F, bytes("log"), bytes("b")),
                put("r", "f:p=x")));
    CheckAndMutateResult result =
        table.checkAndMutate(ifRow().ifEquals(F, Q, bytes("go")).build(mutations));
    assertThat(result.isSuccess()).isTrue();
    assertThat(values(result.getResult()))
        .as("in the order of the mutations")
        .isEqualTo("f:n=\\x00\\x00\\x00\\x00\\x00\\x00\\x00* f:log=ab");
    assertThat(Bytes.toString(table.get(get()).getValue(F, bytes("p")))).isEqualTo("x");
  }

  @Test
  void trap15_anIncrementUnderAConditionReturnsItsResult() throws IOException {
    create("f");
    CheckAndMutateResult first =
        table.checkAndMutate(
            ifRow().ifNotExists(F, Q).build(new Increment(ROW).addColumn(F, Q, 5)));
    assertThat(first.isSuccess()).isTrue();
    assertThat(Bytes.toLong(first.getResult().value())).isEqualTo(5);
    CheckAndMutateResult second =
        table.checkAndMutate(
            ifRow().ifNotExists(F, Q).build(new Increment(ROW).addColumn(F, Q, 5)));
    assertThat(second.isSuccess()).isFalse();
    assertThat(second.getResult()).isNull();
  }

  @Test
  void aPutUnderAConditionReturnsNoResult() throws IOException {
    create("f");
    CheckAndMutateResult result =
        table.checkAndMutate(ifRow().ifNotExists(F, Q).build(put("r", "f:q=1")));
    assertThat(result.isSuccess()).isTrue();
    assertThat(result.getResult()).isNull();
  }

  @Test
  void aDeleteUnderACondition() throws IOException {
    create("f");
    write("f:q@1=a", "f:p@1=b");
    assertThat(check(ifRow().ifEquals(F, Q, bytes("x")).build(delete()))).isFalse();
    assertThat(check(ifRow().ifEquals(F, Q, bytes("a")).build(delete().addColumns(F, Q)))).isTrue();
    assertThat(read()).isEqualTo("f:p@1=b");
  }

  @Test
  void anAppendUnderACondition() throws IOException {
    create("f");
    write("f:q@1=a");
    CheckAndMutateResult result =
        table.checkAndMutate(
            ifRow().ifEquals(F, Q, bytes("a")).build(new Append(ROW).addColumn(F, Q, bytes("b"))));
    assertThat(value(result.getResult())).isEqualTo("ab");
  }

  @Test
  void aTimeRangeChoosesTheVersionThatIsChecked() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@5=b");
    assertThat(
            check(
                ifRow()
                    .ifEquals(F, Q, bytes("a"))
                    .timeRange(TimeRange.between(0, 3))
                    .build(put("r", "f:p@1=1"))))
        .isTrue();
    assertThat(
            check(
                ifRow()
                    .ifEquals(F, Q, bytes("b"))
                    .timeRange(TimeRange.between(0, 3))
                    .build(put("r", "f:p@2=2"))))
        .isFalse();
    assertThat(read(get().addColumn(F, bytes("p")))).isEqualTo("f:p@1=1");
  }

  @Test
  void aFilterOfSeveralColumnsAndATimeRange() throws IOException {
    create(family("f", 3));
    write("f:a@1=x", "f:b@1=y", "f:b@9=z");
    FilterList both =
        new FilterList(
            new SingleColumnValueFilter(F, bytes("a"), CompareOperator.EQUAL, bytes("x")),
            new SingleColumnValueFilter(F, bytes("b"), CompareOperator.EQUAL, bytes("y")));
    assertThat(check(ifRow().ifMatches(both).build(put("r", "f:p@1=1")))).isFalse();
    assertThat(
            check(
                ifRow()
                    .ifMatches(both)
                    .timeRange(TimeRange.between(0, 5))
                    .build(put("r", "f:p@1=2"))))
        .isTrue();
  }

  @Test
  void theRowsOfConditionAndMutationMustBeEqual() {
    assertThatThrownBy(() -> ifRow().ifNotExists(F, Q).build(put("other", "f:q=1")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ifRow().build(put("r", "f:q=1")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anUnknownFamilyIsRefusedInTheConditionAndInTheMutation() throws IOException {
    create("f");
    assertThatThrownBy(() -> check(ifRow().ifNotExists(bytes("nope"), Q).build(put("r", "f:q=1"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> check(ifRow().ifNotExists(F, Q).build(put("r", "nope:q=1"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(read()).isEmpty();
  }

  @Test
  void severalChecksAreAnsweredInTheirOrder() throws IOException {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    List<CheckAndMutateResult> results =
        table.checkAndMutate(
            List.of(
                CheckAndMutate.newBuilder(bytes("z"))
                    .ifEquals(F, Q, bytes("2"))
                    .build(put("z", "f:p@1=yes")),
                CheckAndMutate.newBuilder(bytes("a"))
                    .ifEquals(F, Q, bytes("2"))
                    .build(put("a", "f:p@1=no"))));
    assertThat(results).extracting(CheckAndMutateResult::isSuccess).containsExactly(true, false);
    assertThat(read(new Get(bytes("z")))).isEqualTo("f:p@1=yes f:q@1=2");
    assertThat(read(new Get(bytes("a")))).isEqualTo("f:q@1=1");
  }

  @Test
  void aCheckInsideABatch() throws Exception {
    create("f");
    write("f:q@1=a");
    Object[] results = new Object[2];
    List<Row> actions =
        List.of(
            ifRow().ifEquals(F, Q, bytes("a")).build(put("r", "f:p@1=1")),
            CheckAndMutate.newBuilder(bytes("s")).ifNotExists(F, Q).build(put("s", "f:q@1=2")));
    table.batch(actions, results);
    assertThat(((CheckAndMutateResult) results[0]).isSuccess()).isTrue();
    assertThat(((CheckAndMutateResult) results[1]).isSuccess()).isTrue();
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "the model has the newer way only")
  @SuppressWarnings("deprecation") // The older way of HBase 2.
  void theTablesOwnBuilders() throws IOException {
    create(family("f", 3));
    assertThat(table.checkAndMutate(ROW, F).qualifier(Q).ifNotExists().thenPut(put("r", "f:q@1=a")))
        .isTrue();
    assertThat(
            table
                .checkAndMutate(ROW, F)
                .qualifier(Q)
                .ifMatches(CompareOperator.NOT_EQUAL, bytes("x"))
                .thenPut(put("r", "f:q@2=b")))
        .isTrue();
    assertThat(
            table
                .checkAndMutate(ROW, F)
                .qualifier(Q)
                .timeRange(TimeRange.between(0, 2))
                .ifEquals(bytes("a"))
                .thenDelete(delete().addColumn(F, Q, 2)))
        .isTrue();
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
    assertThat(
            table
                .checkAndMutate(
                    ROW, new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, bytes("a")))
                .thenMutate(RowMutations.of(List.of(put("r", "f:q@9=c")))))
        .isTrue();
    assertThat(read()).isEqualTo("f:q@9=c");
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "the model has the newer way only")
  @SuppressWarnings("deprecation") // The oldest way of HBase 2.
  void theOldCalls() throws IOException {
    create(family("f", 3));
    assertThat(table.checkAndPut(ROW, F, Q, null, put("r", "f:q@1=m"))).isTrue();
    assertThat(table.checkAndPut(ROW, F, Q, bytes("x"), put("r", "f:q@2=n"))).isFalse();
    assertThat(table.checkAndPut(ROW, F, Q, CompareOperator.LESS, bytes("a"), put("r", "f:q@3=o")))
        .isTrue();
    assertThat(table.checkAndDelete(ROW, F, Q, bytes("o"), delete().addColumn(F, Q, 3))).isTrue();
    assertThat(
            table.checkAndMutate(
                ROW,
                F,
                Q,
                CompareOperator.EQUAL,
                bytes("m"),
                RowMutations.of(List.of(put("r", "f:p@1=p")))))
        .isTrue();
    assertThat(read(allVersions())).isEqualTo("f:p@1=p f:q@1=m");
  }

  @Test
  void trap12_aFailedIncrementInsideLeavesNothing() throws IOException {
    create("f");
    write("f:q@1=abc");
    RowMutations mutations =
        RowMutations.of(List.of(put("r", "f:p=x"), new Increment(ROW).addColumn(F, Q, 1)));
    assertThatThrownBy(
            () -> table.checkAndMutate(ifRow().ifEquals(F, Q, bytes("abc")).build(mutations)))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> assertThat(e.getCause(0)).isInstanceOf(DoNotRetryIOException.class));
    assertThat(read()).isEqualTo("f:q@1=abc");
  }

  @Test
  void mutateRowIsAllOrNothing() throws IOException {
    create("f");
    assertThatThrownBy(
            () ->
                table.mutateRow(RowMutations.of(List.of(put("r", "f:a=1"), put("r", "nope:b=2")))))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class));
    assertThat(read()).isEmpty();
    Result result =
        table.mutateRow(
            RowMutations.of(
                List.of(put("r", "f:a@1=1"), new Increment(ROW).addColumn(F, bytes("n"), 7))));
    assertThat(Bytes.toLong(result.getValue(F, bytes("n")))).isEqualTo(7);
    assertThatThrownBy(() -> RowMutations.of(List.of(put("r", "f:a=1"), put("s", "f:a=1"))))
        .isInstanceOf(IOException.class);
  }

  /**
   * With NEW_VERSION_BEHAVIOR a read of one column shows an expired version besides the newest one,
   * if MIN_VERSIONS keeps it; a comparison with two values never holds.
   */
  @Test
  @Needs(value = Capability.ODDITIES, because = "the model shows the newest version only")
  void aComparisonWithTwoVersionsFails() throws IOException {
    create(
        family("f", 3)
            .setNewVersionBehavior(true)
            .setMinVersions(2)
            .setTimeToLive((int) Duration.ofHours(1).toSeconds()));
    write("f:q@1=a");
    assertThat(check(ifRow().ifMatches(F, Q, CompareOperator.GREATER, bytes("v")).build(other())))
        .isTrue();
    write("f:q=b");
    assertThat(table.get(new Get(ROW).addColumn(F, Q)).size()).isEqualTo(2);
    assertThat(check(ifRow().ifMatches(F, Q, CompareOperator.GREATER, bytes("v")).build(other())))
        .isFalse();
    assertThat(check(ifRow().ifNotExists(F, Q).build(other()))).isFalse();
  }

  private static Put other() {
    return put("r", "f:p=1");
  }
}
