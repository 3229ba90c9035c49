package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Many actions in one call, and writes that are collected before they are sent. */
class BatchTest extends ConformanceTest {
  @Test
  void f38_aBatchMixesActionsAndAnswersInTheirOrder() throws Exception {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=old"), put("z", "f:q@1=gone")));
    List<Row> actions =
        List.of(
            new Get(bytes("a")),
            put("b", "f:q@1=new"),
            new Delete(bytes("z")),
            new Increment(bytes("n")).addColumn(F, Q, 5),
            new Append(bytes("s")).addColumn(F, Q, bytes("x")),
            RowMutations.of(List.of(put("w", "f:a@1=1"), put("w", "f:b@1=2"))));
    Object[] results = new Object[actions.size()];
    table.batch(actions, results);
    assertThat(text((Result) results[0])).isEqualTo("f:q@1=old");
    assertThat(((Result) results[1]).isEmpty()).isTrue();
    assertThat(((Result) results[2]).isEmpty()).isTrue();
    assertThat(Bytes.toLong(((Result) results[3]).value())).isEqualTo(5);
    assertThat(value((Result) results[4])).isEqualTo("x");
    assertThat(((Result) results[5]).isEmpty()).isTrue();
    assertThat(keys(new Scan())).isEqualTo("a b n s w");
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "nobody waits for the model")
  void f38_aCallbackHearsOfEachAction() throws Exception {
    create("f");
    ConcurrentLinkedQueue<String> rows = new ConcurrentLinkedQueue<>();
    Object[] results = new Object[2];
    table.<Object>batchCallback(
        List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2")),
        results,
        (region, row, result) -> rows.add(Bytes.toString(row)));
    assertThat(rows).containsExactlyInAnyOrder("a", "b");
    assertThat(results).doesNotContainNull();
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "there is nothing to collect")
  void f38_aBufferSendsWhenItIsFlushedAndWhenItIsClosed() throws IOException {
    create("f");
    try (BufferedMutator buffer = connection.getBufferedMutator(name)) {
      buffer.mutate(put("a", "f:q@1=1"));
      buffer.mutate(List.of(put("b", "f:q@1=2"), put("c", "f:q@1=3")));
      assertThat(keys(new Scan())).as("not sent yet").isEmpty();
      buffer.flush();
      assertThat(keys(new Scan())).isEqualTo("a b c");
      buffer.mutate(new Delete(bytes("b")));
    }
    assertThat(keys(new Scan())).isEqualTo("a c");
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "there is nothing to collect")
  void f38_aFullBufferIsSentByItself() throws IOException {
    create("f");
    BufferedMutatorParams params = new BufferedMutatorParams(name).writeBufferSize(2_000);
    try (BufferedMutator buffer = connection.getBufferedMutator(params)) {
      for (int i = 0; i < 100; i++) {
        buffer.mutate(put(String.format("%03d", i), "f:q@1=some value"));
      }
      assertThat(scan(new Scan())).as("most are there before the flush").hasSizeGreaterThan(50);
      buffer.flush();
      assertThat(scan(new Scan())).hasSize(100);
      assertThat(buffer.getWriteBufferSize()).isEqualTo(2_000);
      assertThat(buffer.getName()).isEqualTo(name);
      assertThat(buffer.getConfiguration()).isNotNull();
    }
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "there is nothing to collect")
  void f38_theListenerHearsOfFailuresAndTheOthersAreWritten() throws IOException {
    create("f");
    AtomicInteger failures = new AtomicInteger();
    BufferedMutatorParams params =
        new BufferedMutatorParams(name)
            .listener(
                (RetriesExhaustedWithDetailsException e, BufferedMutator mutator) -> {
                  failures.addAndGet(e.getNumExceptions());
                  assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
                });
    try (BufferedMutator buffer = connection.getBufferedMutator(params)) {
      buffer.mutate(put("a", "f:q@1=1"));
      buffer.mutate(put("b", "nope:q@1=2"));
      buffer.mutate(put("c", "f:q@1=3"));
      buffer.flush();
    }
    assertThat(failures).hasValue(1);
    assertThat(keys(new Scan())).isEqualTo("a c");
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "there is nothing to collect")
  void f38_withoutAListenerTheFlushFails() throws IOException {
    create("f");
    BufferedMutator buffer = connection.getBufferedMutator(name);
    buffer.mutate(put("b", "nope:q@1=2"));
    assertThatThrownBy(buffer::flush).isInstanceOf(RetriesExhaustedWithDetailsException.class);
    buffer.close();
    assertThat(keys(new Scan())).isEmpty();
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "there is nothing to collect")
  void f38_aBufferIsSharedByThreads() throws Exception {
    create("f");
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (BufferedMutator buffer = connection.getBufferedMutator(name)) {
      List<java.util.concurrent.Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int thread = t;
        tasks.add(
            () -> {
              for (int i = 0; i < 50; i++) {
                buffer.mutate(put(thread + "-" + i, "f:q@1=v"));
              }
              return null;
            });
      }
      for (var done : pool.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(scan(new Scan())).hasSize(200);
  }

  @Test
  void thePutsOfOneListMayRepeatARow() throws IOException {
    create(family("f", 3));
    table.put(List.of(put("r", "f:q@1=a"), put("r", "f:q@1=b"), put("r", "f:q@2=c")));
    assertThat(read(allVersions())).isEqualTo("f:q@2=c f:q@1=b");
  }

  @Test
  void getsAndDeletesInsideRowMutationsAreRefusedOrDone() throws IOException {
    create("f");
    write("f:a@1=1", "f:b@1=2");
    table.mutateRow(
        RowMutations.of(List.of(delete().addColumns(F, bytes("a"), 5), put("r", "f:c@1=3"))));
    assertThat(read()).isEqualTo("f:b@1=2 f:c@1=3");
  }

  @Test
  void aClosedTableDoesNotHarmTheConnection() throws IOException {
    create("f");
    try (Table other = connection.getTable(name)) {
      other.put(put("r", "f:q@1=a"));
    }
    assertThat(read()).isEqualTo("f:q@1=a");
  }
}
