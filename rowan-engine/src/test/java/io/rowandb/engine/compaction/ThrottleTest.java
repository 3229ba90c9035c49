package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final CommonPace.Wanted WANTED = () -> {};

  @Test
  void lastsAsLongAsTheBytesTake() throws IOException {
    Throttle throttle = new Throttle(1_000_000, System::nanoTime);
    long start = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      throttle.wrote(10_000, WANTED);
    }
    assertThat(System.nanoTime() - start)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void doesNotSaveUpUnusedTime() throws IOException {
    long[] now = {0};
    Throttle throttle = new Throttle(1_000, () -> now[0]);
    now[0] = TimeUnit.HOURS.toNanos(1);
    CompletableFuture<Void> stopped = waiting(throttle, 1_000);
    throttle.stop();
    assertThatThrownBy(() -> stopped.get(10, TimeUnit.SECONDS))
        .as("after an idle hour the next second still takes a second")
        .hasCauseInstanceOf(CompactionStoppedException.class);
  }

  @Test
  void anotherBoundHoldsForThoseWhoWait() throws Exception {
    AtomicLong now = new AtomicLong();
    Throttle throttle = new Throttle(1, now::get);
    CompletableFuture<Void> first = waiting(throttle, 1_000);
    now.addAndGet(TimeUnit.SECONDS.toNanos(400));
    throttle.limit(200); // 600 bytes are left
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(first).as("after 2 of the 3 seconds").isNotDone();
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    first.get(10, TimeUnit.SECONDS);
    throttle.limit(1);
    CompletableFuture<Void> second = waiting(throttle, 1_000_000);
    throttle.limit(Throttle.UNBOUNDED);
    second.get(10, TimeUnit.SECONDS);
    throttle.limit(1);
    throttle.stop();
    assertThatThrownBy(() -> throttle.wrote(1, WANTED))
        .isInstanceOf(CompactionStoppedException.class);
  }

  @Test
  void whatWasWrittenWithoutABoundIsNotPaidForLater() throws IOException {
    AtomicLong now = new AtomicLong();
    Throttle throttle = new Throttle(Throttle.UNBOUNDED, now::get);
    throttle.wrote(Long.MAX_VALUE / 2, WANTED);
    throttle.limit(1_000);
    throttle.wrote(0, WANTED);
    assertThatThrownBy(() -> throttle.limit(0)).hasMessageContaining("more than 0: 0.0");
  }

  @Test
  void whoIsNotWantedAnyMoreWaitsNoLonger() {
    Throttle throttle = new Throttle(1, System::nanoTime);
    int[] looks = {0};
    assertThatThrownBy(
            () ->
                throttle.wrote(
                    Long.MAX_VALUE / 2,
                    () -> {
                      if (looks[0]++ == 2) {
                        throw new CompactionStoppedException("not wanted");
                      }
                    }))
        .hasMessage("not wanted");
  }

  /** A writer of so many bytes, which waits already. */
  private static CompletableFuture<Void> waiting(Throttle throttle, long bytes) {
    CompletableFuture<Void> written = new CompletableFuture<>();
    Thread writer =
        new Thread(
            () -> {
              try {
                throttle.wrote(bytes, WANTED);
                written.complete(null);
              } catch (IOException e) {
                written.completeExceptionally(e);
              }
            },
            "writer");
    writer.setDaemon(true);
    writer.start();
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      assertThat(writer.isAlive()).as("it waits and does not just go on").isTrue();
      Thread.onSpinWait();
    }
    return written;
  }

  @Test
  void boundsNothingWithoutABound() throws IOException {
    Throttle throttle = new Throttle(Throttle.UNBOUNDED, () -> 0);
    throttle.wrote(Long.MAX_VALUE, WANTED);
    throttle.stop();
    assertThatThrownBy(() -> throttle.wrote(1, WANTED))
        .isInstanceOf(CompactionStoppedException.class);
  }
}
