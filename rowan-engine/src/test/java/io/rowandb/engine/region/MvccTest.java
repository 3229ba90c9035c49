package io.rowandb.engine.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

class MvccTest {
  @Test
  void showsAWriteWhenAllBeforeItAreDone() throws RefusedException {
    Mvcc mvcc = new Mvcc(5);
    long first = mvcc.begin(7);
    long second = mvcc.begin(9);
    mvcc.complete(second);
    assertThat(mvcc.readPoint()).isEqualTo(5);
    mvcc.complete(first);
    assertThat(mvcc.readPoint()).isEqualTo(9);
    mvcc.awaitVisible(9);
    mvcc.awaitAll();
  }

  @Test
  void holdsMoreWritesThanItBeganWith() {
    Mvcc mvcc = new Mvcc(0);
    List<Long> tickets = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      mvcc.complete(mvcc.begin(i));
    }
    for (int i = 6; i <= 105; i++) {
      mvcc.reserve();
      tickets.add(mvcc.begin(i));
    }
    for (int i = 99; i > 0; i--) {
      mvcc.complete(tickets.get(i));
      assertThat(mvcc.readPoint()).isEqualTo(5);
    }
    mvcc.complete(tickets.get(0));
    assertThat(mvcc.readPoint()).isEqualTo(105);
  }

  @Test
  void refusesAllWhoWaitBehindAWriteThatStoppedHalfWay() {
    Mvcc mvcc = new Mvcc(0);
    long half = mvcc.begin(1);
    assertThat(half).isZero();
    mvcc.complete(mvcc.begin(2));
    mvcc.fail(new IllegalStateException("half"));
    assertThatThrownBy(() -> mvcc.awaitVisible(2)).isInstanceOf(RefusedException.class);
    assertThat(mvcc.readPoint()).isZero();
  }

  @Test
  void keepsItsPromiseUnderManyWriters() throws Exception {
    int writes = 40_000;
    AtomicLongArray done = new AtomicLongArray(writes + 1);
    Mvcc mvcc = new Mvcc(0);
    Object order = new Object();
    long[] next = {1};
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(5);
    try {
      Future<Long> reader =
          pool.submit(
              () -> {
                long seen = 0;
                while (!over.get()) {
                  long readPoint = mvcc.readPoint();
                  assertThat(readPoint).isGreaterThanOrEqualTo(seen);
                  for (long s = Math.max(1, readPoint - 20); s <= readPoint; s++) {
                    assertThat(done.get((int) s)).as("write %d at %d", s, readPoint).isEqualTo(1);
                  }
                  seen = readPoint;
                }
                return seen;
              });
      List<Future<?>> writers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        writers.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < writes / 4; i++) {
                    long sequence;
                    long ticket;
                    synchronized (order) {
                      sequence = next[0]++;
                      ticket = mvcc.begin(sequence);
                    }
                    done.set((int) sequence, 1);
                    mvcc.complete(ticket);
                    mvcc.awaitVisible(sequence);
                  }
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      over.set(true);
      reader.get();
      assertThat(mvcc.readPoint()).isEqualTo(writes);
    } finally {
      over.set(true);
      pool.shutdownNow();
    }
  }
}
