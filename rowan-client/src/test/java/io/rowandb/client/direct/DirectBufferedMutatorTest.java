package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.Test;

class DirectBufferedMutatorTest extends DoorTest {
  private static final Put BAD = put("bad", "x:q", "v");

  @Test
  void mutationsWaitForAFlush() throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
      assertThat(mutator.getName()).isEqualTo(T);
      assertThat(mutator.getWriteBufferSize()).isEqualTo(2 << 20);
      mutator.mutate(put("a", "f:q", "1"));
      mutator.mutate(List.of(put("z", "f:q", "2"), new Delete(bytes("y"))));
      mutator.mutate(new Increment(bytes("i")).addColumn(bytes("f"), bytes("n"), 1));
      assertThat(rows(new Scan())).isEmpty();
      mutator.flush();
      assertThat(rows(new Scan())).hasSize(3);
      mutator.mutate(put("b", "f:q", "3"));
    }
    assertThat(read("b")).isEqualTo("b{f:q=3}");
  }

  @Test
  void aFullBufferIsWritten() throws IOException {
    BufferedMutatorParams params = new BufferedMutatorParams(T).writeBufferSize(10_000);
    try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
      for (int i = 0; i < 100; i++) {
        mutator.mutate(put("r" + i, "f:q", "v"));
      }
      assertThat(rows(new Scan())).hasSizeBetween(50, 99);
    }
    assertThat(rows(new Scan())).hasSize(100);
  }

  @Test
  void failuresGoToTheCallerWithoutAListener() throws IOException {
    BufferedMutator mutator = connection.getBufferedMutator(T);
    mutator.mutate(BAD);
    mutator.mutate(put("a", "f:q", "1"));
    assertThatThrownBy(mutator::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isEqualTo(1);
              assertThat(e.getRow(0)).isSameAs(BAD);
              assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
            });
    assertThat(read("a")).isEqualTo("a{f:q=1}");
    mutator.flush();
    mutator.mutate(BAD);
    assertThatThrownBy(mutator::close).isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThatThrownBy(() -> mutator.mutate(BAD)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(mutator::flush).isInstanceOf(IllegalStateException.class);
    mutator.close();
    BufferedMutator missing = connection.getBufferedMutator(NONE);
    missing.mutate(BAD);
    assertThatThrownBy(missing::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> assertThat(e.getCause(0)).isInstanceOf(TableNotFoundException.class));
  }

  @Test
  void aListenerHearsOfFailuresAndMayUseTheMutator() throws IOException {
    List<Integer> heard = new ArrayList<>();
    BufferedMutatorParams params =
        new BufferedMutatorParams(T)
            .listener(
                (failure, mutator) -> {
                  heard.add(failure.getNumExceptions());
                  if (heard.size() == 1) {
                    try {
                      mutator.mutate(put("saved", "f:q", "v"));
                      mutator.flush();
                    } catch (IOException e) {
                      throw new AssertionError(e);
                    }
                  }
                });
    try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
      mutator.mutate(List.of(BAD, BAD));
      mutator.flush();
    }
    assertThat(heard).containsExactly(2);
    assertThat(read("saved")).isEqualTo("saved{f:q=v}");
  }

  @Test
  void putsAreCheckedWhenTheyComeIn() throws IOException {
    try (BufferedMutator mutator =
        connection.getBufferedMutator(new BufferedMutatorParams(T).maxKeyValueSize(100))) {
      assertThatThrownBy(() -> mutator.mutate(new Put(bytes("r"))))
          .isInstanceOf(IllegalArgumentException.class);
      Put large = new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), new byte[100]);
      assertThatThrownBy(() -> mutator.mutate(large))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("100");
    }
  }

  @Test
  void manyThreadsShareOne() throws Exception {
    int threads = 4;
    int each = 2000;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (BufferedMutator mutator =
        connection.getBufferedMutator(new BufferedMutatorParams(T).writeBufferSize(50_000))) {
      List<Future<Void>> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        Callable<Void> load =
            () -> {
              start.await();
              for (int i = 0; i < each; i++) {
                mutator.mutate(put((thread % 2 == 0 ? "a" : "z") + thread + "-" + i, "f:q", "v"));
              }
              mutator.flush();
              return null;
            };
        all.add(pool.submit(load));
      }
      start.countDown();
      for (Future<Void> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
      assertThat(rows(new Scan())).hasSize(threads * each);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aPeriodicFlushHasATimerOnlyWhenSet() throws Exception {
    try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isZero();
      mutator.mutate(put("a", "f:q", "v"));
      mutator.setWriteBufferPeriodicFlush(1, 100);
      assertThat(mutator.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(100);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (read("a").isEmpty() && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(read("a")).isEqualTo("a{f:q=v}");
      mutator.disableWriteBufferPeriodicFlush();
      assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isZero();
    }
  }

  @Test
  void mutationsOfOneRowAreAppliedInTheirOrderWhoeverFlushes() throws Exception {
    ExecutorService flusher = Executors.newSingleThreadExecutor();
    BufferedMutatorParams params = new BufferedMutatorParams(T).writeBufferSize(20_000);
    try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
      CountDownLatch done = new CountDownLatch(1);
      Callable<Integer> flushing =
          () -> {
            int flushes = 0;
            while (done.getCount() > 0) {
              mutator.flush();
              flushes++;
            }
            return flushes;
          };
      Future<Integer> flushes = flusher.submit(flushing);
      for (int i = 1; i <= 3_000; i++) {
        mutator.mutate(put("row", "f:q", String.valueOf(i)));
        if (i % 10 == 0) {
          mutator.flush();
          assertThat(read("row")).isEqualTo("row{f:q=" + i + "}");
        }
      }
      done.countDown();
      assertThat(flushes.get(60, TimeUnit.SECONDS)).isPositive();
    } finally {
      flusher.shutdownNow();
    }
  }

  @Test
  void anInterruptionLeavesWhatWasNotWrittenInTheBuffer() throws IOException {
    BufferedMutator mutator = connection.getBufferedMutator(T);
    try (var admin = connection.getAdmin()) {
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(T, ThrottleType.WRITE_NUMBER, 1, TimeUnit.MINUTES));
      mutator.mutate(put("a", "f:q", "1"));
      mutator.flush();
      mutator.mutate(new Increment(bytes("n")).addColumn(bytes("f"), bytes("q"), 1));
      mutator.mutate(put("b", "f:q", "1"));
      Thread.currentThread().interrupt();
      assertThatThrownBy(mutator::flush).isExactlyInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      Thread.currentThread().interrupt();
      assertThatThrownBy(mutator::close).isExactlyInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      admin.setQuota(QuotaSettingsFactory.unthrottleTable(T));
    }
    assertThat(rows(new Scan())).containsExactly("a{f:q=1}");
    mutator.close();
    assertThat(rows(new Scan())).hasSize(3);
  }

  @Test
  void whatCannotBeEncodedFailsAloneAndTheRestIsWritten() throws IOException {
    Delete broken =
        new Delete(bytes("broken")) {
          private boolean checked;

          @Override
          public NavigableMap<byte[], List<Cell>> getFamilyCellMap() {
            if (!checked) { // when it is buffered
              checked = true;
              return super.getFamilyCellMap();
            }
            throw new IllegalStateException("no cells today");
          }

          @Override
          public long heapSize() {
            return 100;
          }
        };
    try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
      mutator.mutate(put("a", "f:q", "1"));
      mutator.mutate(broken);
      mutator.mutate(put("z", "f:q", "1"));
      assertThatThrownBy(mutator::flush)
          .isInstanceOfSatisfying(
              RetriesExhaustedWithDetailsException.class,
              e -> {
                assertThat(e.getNumExceptions()).isEqualTo(1);
                assertThat(e.getCause(0)).hasRootCauseMessage("no cells today");
              });
    }
    assertThat(rows(new Scan())).containsExactly("a{f:q=1}", "z{f:q=1}");
  }
}
