package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimedLoopTest {
  private static final double SECONDS = 0.02;

  /** Counts its runs and fails at one of them. */
  private static final class Counting implements TimedLoop.Operation {
    private final AtomicInteger closed;
    private final int failAt;
    private int runs;

    Counting(AtomicInteger closed, int failAt) {
      this.closed = closed;
      this.failAt = failAt;
    }

    @Override
    public void run() throws IOException {
      if (++runs == failAt) {
        throw new IOException("broken at " + runs);
      }
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void everyThreadRunsAndIsClosed() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    Speed pace = new TimedLoop(SECONDS).measure(3, thread -> new Counting(closed, -1));
    assertThat(pace.perSecond()).isPositive();
    assertThat(pace.processorMicros()).isNotNegative();
    assertThat(closed).hasValue(3);
  }

  @Test
  void eachThreadHearsOnceThatTheWarmUpIsOver() throws Exception {
    List<List<String>> heard = new CopyOnWriteArrayList<>();
    new TimedLoop(SECONDS).measure(2, thread -> new Listening(heard));
    assertThat(heard)
        .hasSize(2)
        .allSatisfy(of -> assertThat(of).containsExactly("run", "warm", "run"));
  }

  /** Notes when it runs and is told; runs in a row are one. */
  private static final class Listening implements TimedLoop.Operation {
    private final List<String> noted = new ArrayList<>();

    Listening(List<List<String>> all) {
      all.add(noted);
    }

    @Override
    public void run() {
      if (noted.isEmpty() || !noted.get(noted.size() - 1).equals("run")) {
        noted.add("run");
      }
    }

    @Override
    public void warm() {
      noted.add("warm");
    }

    @Override
    public void close() {}
  }

  @Test
  void oneFailingThreadEndsAllAndItsCauseIsThrown() {
    AtomicInteger closed = new AtomicInteger();
    assertThatThrownBy(
            () ->
                new TimedLoop(SECONDS)
                    .measure(3, thread -> new Counting(closed, thread == 1 ? 100 : -1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("broken at 100");
  }

  @Test
  void threadThatCannotBeginEndsAll() {
    AtomicInteger closed = new AtomicInteger();
    assertThatThrownBy(
            () ->
                new TimedLoop(SECONDS)
                    .measure(
                        2,
                        thread -> {
                          if (thread == 1) {
                            throw new IOException("no session");
                          }
                          return new Counting(closed, -1);
                        }))
        .hasMessageContaining("no session");
  }
}
