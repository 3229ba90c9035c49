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
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Increments and appends. */
class CounterTest extends ConformanceTest {
  @Test
  void f51_incrementBeginsAtZero() throws IOException {
    create("f");
    assertThat(table.incrementColumnValue(ROW, F, Q, 5)).isEqualTo(5);
    assertThat(table.incrementColumnValue(ROW, F, Q, -7)).isEqualTo(-2);
  }

  @Test
  void trap12_incrementOverwritesACellOfTheFuture() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, Q, Long.MAX_VALUE - 9, Bytes.toBytes(40L)));
    Result result = table.increment(new Increment(ROW).addColumn(F, Q, 2));
    assertThat(Bytes.toLong(result.value())).isEqualTo(42);
    assertThat(result.rawCells()[0].getTimestamp()).isEqualTo(Long.MAX_VALUE - 8);
    assertThat(Bytes.toLong(table.get(get()).value())).isEqualTo(42);
  }

  @Test
  void trap12_incrementOfWhatIsNoNumberIsRefused() throws IOException {
    create("f");
    write("f:q=abc");
    assertThatThrownBy(() -> table.incrementColumnValue(ROW, F, Q, 1))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Field is not a long, it's 3 bytes wide");
  }

  @Test
  void f51_sixteenThreadsLoseNothing() throws Exception {
    create("f");
    ExecutorService pool = Executors.newFixedThreadPool(16);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        tasks.add(this::countToFifty);
      }
      for (Future<Void> task : pool.invokeAll(tasks)) {
        task.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(Bytes.toLong(table.get(get()).value())).isEqualTo(16 * 50);
  }

  private Void countToFifty() throws IOException {
    try (Table own = connection.getTable(name)) {
      for (int i = 0; i < 50; i++) {
        own.incrementColumnValue(ROW, F, Q, 1);
      }
    }
    return null;
  }

  @Test
  void trap12_zeroOnAnAbsentColumnWritesAZero() throws IOException {
    create("f");
    assertThat(table.incrementColumnValue(ROW, F, Q, 0)).isZero();
    assertThat(Bytes.toLong(table.get(get()).value())).isZero();
  }

  @Test
  void trap12_withoutResultsTheAnswerIsEmpty() throws IOException {
    create("f");
    Result result = table.increment(new Increment(ROW).addColumn(F, Q, 1).setReturnResults(false));
    assertThat(result.isEmpty()).isTrue();
    Result appended =
        table.append(new Append(ROW).addColumn(F, bytes("a"), bytes("x")).setReturnResults(false));
    assertThat(appended.isEmpty()).isTrue();
    assertThat(values(table.get(get())))
        .isEqualTo("f:a=x f:q=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01");
  }

  @Test
  void trap12_appendOverwritesACellOfTheFuture() throws IOException {
    create(family("f", 3));
    long future = backend.clock().millis() + 1_000_000;
    write("f:q@" + future + "=a");
    Result result = table.append(new Append(ROW).addColumn(F, Q, bytes("b")));
    assertThat(text(result)).isEqualTo("f:q@" + (future + 1) + "=ab");
    assertThat(read()).isEqualTo("f:q@" + (future + 1) + "=ab");
  }

  @Test
  void appendBeginsWithNothing() throws IOException {
    create("f");
    assertThat(value(table.append(new Append(ROW).addColumn(F, Q, bytes("a"))))).isEqualTo("a");
    assertThat(value(table.append(new Append(ROW).addColumn(F, Q, bytes("b"))))).isEqualTo("ab");
    assertThat(value(table.get(get()))).isEqualTo("ab");
  }

  @Test
  void severalColumnsOfSeveralFamiliesInOneIncrement() throws IOException {
    create("f", "g");
    Result result =
        table.increment(
            new Increment(ROW)
                .addColumn(F, bytes("a"), 1)
                .addColumn(F, bytes("b"), 2)
                .addColumn(G, bytes("a"), 3));
    assertThat(result.size()).isEqualTo(3);
    assertThat(Bytes.toLong(result.getValue(G, bytes("a")))).isEqualTo(3);
    assertThat(table.get(get()).size()).isEqualTo(3);
  }

  @Test
  void severalColumnsInOneAppend() throws IOException {
    create("f", "g");
    write("f:a@1=1", "g:a@1=2");
    Result result =
        table.append(
            new Append(ROW)
                .addColumn(F, bytes("a"), bytes("x"))
                .addColumn(G, bytes("a"), bytes("y"))
                .addColumn(G, bytes("b"), bytes("z")));
    assertThat(values(result)).isEqualTo("f:a=1x g:a=2y g:b=z");
  }

  @Test
  void aFailedIncrementOfOneColumnLeavesTheOthers() throws IOException {
    create("f");
    write("f:b@1=abc");
    Increment both = new Increment(ROW).addColumn(F, bytes("a"), 1).addColumn(F, bytes("b"), 1);
    assertThatThrownBy(() -> table.increment(both)).isInstanceOf(DoNotRetryIOException.class);
    assertThat(read()).isEqualTo("f:b@1=abc");
  }

  @Test
  void aTimeRangeOfAnIncrementChoosesWhatItCountsFrom() throws IOException {
    create(family("f", 3));
    table.put(new Put(ROW).addColumn(F, Q, 5, Bytes.toBytes(10L)));
    Result result =
        table.increment(new Increment(ROW).addColumn(F, Q, 1).setTimeRange(6, Long.MAX_VALUE));
    assertThat(Bytes.toLong(result.value())).isEqualTo(1);
  }

  @Test
  void incrementWrapsAround() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, Q, Bytes.toBytes(Long.MAX_VALUE)));
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void incrementAfterADeleteBeginsAtZero() throws IOException {
    create("f");
    table.incrementColumnValue(ROW, F, Q, 5);
    table.delete(delete().addColumns(F, Q));
    backend.tick();
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(1);
  }

  @Test
  void incrementAndAppendWithADurability() throws IOException {
    create("f");
    assertThat(table.incrementColumnValue(ROW, F, Q, 2, Durability.SKIP_WAL)).isEqualTo(2);
    assertThat(table.incrementColumnValue(ROW, F, Q, 2, Durability.FSYNC_WAL)).isEqualTo(4);
  }

  @Test
  void incrementWithoutColumnsIsRefused() throws IOException {
    create("f");
    assertThatThrownBy(() -> table.increment(new Increment(ROW)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.append(new Append(ROW)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.put(new Put(ROW))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void trap30_eachCallCountsOnce() throws IOException {
    create("f");
    Increment again = new Increment(ROW).addColumn(F, Q, 1);
    table.increment(again);
    table.increment(again);
    assertThat(Bytes.toLong(table.get(get()).value()))
        .as("the same object is another operation")
        .isEqualTo(2);
  }

  /**
   * With NEW_VERSION_BEHAVIOR and MIN_VERSIONS a read shows an expired version of a column besides
   * the newest one, and the columns after it begin at zero: HBase loses their count.
   */
  @Test
  @Needs(value = Capability.ODDITIES, because = "the model shows the newest version only")
  void anExpiredVersionHidesTheCounterAfterIt() throws IOException {
    create(
        family("f", 3)
            .setNewVersionBehavior(true)
            .setMinVersions(2)
            .setTimeToLive((int) Duration.ofHours(1).toSeconds()));
    table.put(
        new Put(ROW)
            .addColumn(F, bytes("a"), 1, Bytes.toBytes(3L))
            .addColumn(F, bytes("a"), Bytes.toBytes(4L))
            .addColumn(F, bytes("b"), Bytes.toBytes(9L)));
    backend.tick();
    Result after =
        table.increment(new Increment(ROW).addColumn(F, bytes("a"), 1).addColumn(F, bytes("b"), 1));
    assertThat(Bytes.toLong(after.getValue(F, bytes("a")))).isEqualTo(5);
    assertThat(Bytes.toLong(after.getValue(F, bytes("b")))).isEqualTo(1);
  }
}
