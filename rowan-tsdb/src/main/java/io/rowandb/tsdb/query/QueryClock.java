package io.rowandb.tsdb.query;

import io.rowandb.tsdb.store.LimitExceededException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Ends a question that takes too long, or whose thread is interrupted, by an {@link
 * UncheckedIOException}. Used by one thread.
 */
final class QueryClock implements LongConsumer {
  /** Steps between two looks at the clock, some milliseconds. */
  private static final long STEPS = 100_000;

  private final Duration most;
  private final long begun = System.nanoTime();
  private long steps;

  QueryClock(Duration most) {
    this.most = most;
  }

  @Override
  public void accept(long more) {
    steps += more;
    if (steps >= STEPS) {
      steps = 0;
      look();
    }
  }

  private void look() {
    if (Thread.currentThread().isInterrupted()) {
      throw new UncheckedIOException(new InterruptedIOException("the question was cancelled"));
    }
    if (Duration.ofNanos(System.nanoTime() - begun).compareTo(most) > 0) {
      throw new UncheckedIOException(
          new LimitExceededException(
              "the answer took more than " + most + "; ask for less, or for longer intervals"));
    }
  }
}
