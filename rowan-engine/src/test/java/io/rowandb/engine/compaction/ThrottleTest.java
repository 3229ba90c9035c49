package io.rowandb.engine.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  @Test
  void lastsAsLongAsTheBytesTake() throws IOException {
    Throttle throttle = new Throttle(1_000_000, System::nanoTime);
    long start = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      throttle.wrote(10_000);
    }
    assertThat(System.nanoTime() - start)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void doesNotSaveUpUnusedTime() throws IOException {
    long[] now = {0};
    Throttle throttle = new Throttle(1_000, () -> now[0]);
    now[0] = TimeUnit.HOURS.toNanos(1);
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    Thread writer =
        new Thread(
            () -> {
              try {
                throttle.wrote(1_000);
                stopped.complete(null);
              } catch (IOException e) {
                stopped.completeExceptionally(e);
              }
            },
            "writer");
    writer.start();
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      assertThat(writer.isAlive()).as("it waits and does not just go on").isTrue();
      Thread.onSpinWait();
    }
    throttle.stop();
    assertThatThrownBy(() -> stopped.get(10, TimeUnit.SECONDS))
        .as("after an idle hour the next second still takes a second")
        .hasCauseInstanceOf(CompactionStoppedException.class);
  }

  @Test
  void boundsNothingWithoutABound() throws IOException {
    Throttle throttle = new Throttle(0, () -> 0);
    throttle.wrote(Long.MAX_VALUE);
    throttle.stop();
    assertThatThrownBy(() -> throttle.wrote(1)).isInstanceOf(CompactionStoppedException.class);
  }
}
