package io.rowandb.schema.pattern.notes;

import java.util.concurrent.TimeUnit;

/**
 * A moment, whose age is the larger of those by two clocks: one may be set back, the other stands
 * still while a computer sleeps.
 *
 * @param nanos by {@link System#nanoTime}
 * @param millis by {@link System#currentTimeMillis}
 */
public record Since(long nanos, long millis) {
  /** The present. */
  public static Since now() {
    return new Since(System.nanoTime(), System.currentTimeMillis());
  }

  /** Whether it was less than so many nanoseconds ago. */
  public boolean isYounger(long thanNanos) {
    return System.nanoTime() - nanos < thanNanos
        && TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - millis) < thanNanos;
  }
}
