package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Table, mutator and locator: ways that HBase 1 had and 2 still has, and the less used forms. */
@Needs(value = Capability.FULL_CLIENT, because = "the model has one way to do a thing")
@SuppressWarnings("deprecation") // It is what they are here for.
class FormerTableTest extends ConformanceTest {
  @Test
  void conditionsInOneCall() throws IOException {
    create("f");
    write("f:q@5=b");
    byte[] lower = bytes("a");
    assertThat(table.checkAndPut(ROW, F, Q, CompareOp.LESS, lower, put("r", "f:p@1=less")))
        .as("a is less than what is stored")
        .isTrue();
    assertThat(
            table.checkAndDelete(
                ROW, F, Q, CompareOp.GREATER, lower, new Delete(ROW).addColumns(F, bytes("p"))))
        .isFalse();
    assertThat(
            table.checkAndDelete(
                ROW,
                F,
                Q,
                CompareOperator.EQUAL,
                bytes("b"),
                new Delete(ROW).addColumns(F, bytes("p"), 1)))
        .isTrue();
    assertThat(
            table.checkAndMutate(
                ROW,
                F,
                Q,
                CompareOp.NOT_EQUAL,
                lower,
                RowMutations.of(List.of(put("r", "f:x@1=1")))))
        .isTrue();
    assertThat(read()).isEqualTo("f:q@5=b f:x@1=1");
  }

  @Test
  void theLastStepsOfTheConditionBuilders() throws IOException {
    create("f");
    write("f:q@5=b");
    assertThat(
            table
                .checkAndMutate(ROW, F)
                .qualifier(Q)
                .ifEquals(bytes("b"))
                .thenMutate(RowMutations.of(List.of(put("r", "f:m@1=1")))))
        .isTrue();
    PrefixFilter hit = new PrefixFilter(ROW);
    assertThat(table.checkAndMutate(ROW, hit).thenPut(put("r", "f:n@1=1"))).isTrue();
    assertThat(
            table
                .checkAndMutate(ROW, hit)
                .timeRange(TimeRange.at(77))
                .thenDelete(new Delete(ROW).addColumns(F, Q, 9)))
        .isFalse();
    assertThat(table.checkAndMutate(ROW, hit).thenDelete(new Delete(ROW).addColumns(F, Q, 9)))
        .isTrue();
    assertThat(read()).isEqualTo("f:m@1=1 f:n@1=1");
  }

  @Test
  void timeoutsAreSetOnATable() throws IOException {
    create("f");
    try (Table own = connection.getTable(name)) {
      own.setRpcTimeout(1001);
      assertThat(own.getReadRpcTimeout()).isEqualTo(1001);
      assertThat(own.getWriteRpcTimeout()).isEqualTo(1001);
      own.setReadRpcTimeout(2002);
      own.setWriteRpcTimeout(3003);
      own.setOperationTimeout(4004);
      assertThat(own.getReadRpcTimeout()).isEqualTo(2002);
      assertThat(own.getWriteRpcTimeout()).isEqualTo(3003);
      assertThat(own.getOperationTimeout()).isEqualTo(4004);
      assertThat(own.getOperationTimeout(TimeUnit.SECONDS)).isEqualTo(4);
      assertThat(own.getRpcTimeout()).isEqualTo(60_000);
      own.put(put("r", "f:q@1=a"));
    }
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void descriptorExistenceAndAttributes() throws IOException {
    create("f");
    table.put(put("a", "f:q@1=1"));
    assertThat(table.getTableDescriptor().getTableName()).isEqualTo(name);
    assertThat(table.existsAll(List.of(new Get(bytes("a")), new Get(bytes("b")))))
        .containsExactly(true, false);
    assertThat(table.getRequestAttributes()).isEmpty();
    try (Table tagged =
        connection.getTableBuilder(name, null).setRequestAttribute("who", bytes("me")).build()) {
      assertThat(tagged.getRequestAttributes()).containsOnlyKeys("who");
      assertThat(tagged.exists(new Get(bytes("a")))).isTrue();
    }
  }

  @Test
  void aScannerIsAlsoAStream() throws IOException {
    create("f");
    table.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2")));
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(
              StreamSupport.stream(scanner.spliterator(), false)
                  .map(row -> Bytes.toString(row.getRow())))
          .containsExactly("a", "b");
    }
  }

  @Test
  void everySettingOfAMutator() throws IOException {
    create("f");
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isZero();
      mutator.setWriteBufferPeriodicFlush(5000, 200);
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(5000);
      assertThat(mutator.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(200);
      mutator.setWriteBufferPeriodicFlush(6000);
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(6000);
      assertThat(mutator.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(1000);
      mutator.disableWriteBufferPeriodicFlush();
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isZero();
      mutator.setWriteBufferPeriodicFlush(-7, -7);
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isZero();
      assertThat(mutator.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(100);
      mutator.setRpcTimeout(5000);
      mutator.setOperationTimeout(6000);
      assertThat(mutator.getRequestAttributes()).isEmpty();
      assertThat(mutator.getWriteBufferSize()).isEqualTo(2 << 20);
      mutator.mutate(put("r", "f:q@1=a"));
      assertThat(read()).isEmpty();
      mutator.flush();
      assertThat(read()).isEqualTo("f:q@1=a");
    }
  }

  @Test
  void everyFormOfTheLocator() throws IOException {
    createSplit(List.of("m"), family("f"));
    byte[] row = bytes("z");
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      assertThat(locator.getRegionLocation(row, 0)).isEqualTo(locator.getRegionLocation(row));
      assertThat(locator.getRegionLocations(row, true)).hasSize(1);
      assertThat(
              Refusals.of(
                  () -> locator.getRegionLocation(row, 1), () -> locator.getRegionLocation(null)))
          .containsExactly("IOException", "none");
    }
    try (RegionLocator none =
        connection.getRegionLocator(
            org.apache.hadoop.hbase.TableName.valueOf("conformance_none"))) {
      assertThat(
              Refusals.of(
                  () -> none.getRegionLocation(row),
                  none::getAllRegionLocations,
                  none::getStartEndKeys,
                  () -> none.getRegionLocations(row, false)))
          .containsExactly("TableNotFoundException", "none", "none", "TableNotFoundException");
    }
  }

  @Test
  void abortingAConnectionWithoutACause() throws IOException {
    Connection own = backend.open();
    own.abort("a test");
    assertThat(own.isAborted()).isTrue();
    assertThat(own.isClosed()).isTrue();
  }
}
