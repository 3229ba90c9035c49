package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.InterruptedIOException;
import java.time.Duration;

/** What one request has taken of its limits, however many reads it makes. Used by one worker. */
final class AnswerBudget {
  private final ReadLimits limits;
  private final long began = System.nanoTime();
  private long points;
  private long noteBytes;

  AnswerBudget(ReadLimits limits) {
    this.limits = limits;
  }

  /** Since the request began. */
  long nanos() {
    return System.nanoTime() - began;
  }

  /**
   * Counts a note of a series that the answer has.
   *
   * @param bytes of its JSON
   */
  void tookNote(long bytes) throws LimitExceededException {
    noteBytes += bytes;
    if (noteBytes > Notes.MOST_BYTES) {
      throw new LimitExceededException(
          "the annotations of the series have more than "
              + Notes.MOST_BYTES
              + " bytes; ask for less, or with noAnnotations");
    }
  }

  /** Points that the answer may have. */
  long maxPoints() {
    return limits.maxPoints();
  }

  /**
   * For the next read: the time that is left.
   *
   * @throws InterruptedIOException when nobody waits for the answer
   */
  ReadLimits rest() throws LimitExceededException, InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the question was cancelled");
    }
    Duration left = limits.maxTime().minusNanos(nanos());
    if (left.isNegative() || left.isZero()) {
      throw new LimitExceededException("the queries took more than " + limits.maxTime());
    }
    return new ReadLimits(limits.maxPoints(), limits.maxBytes(), limits.maxSeries(), left);
  }

  /** Adds points of the answer, or of what it is made of. */
  void took(long more) throws LimitExceededException {
    points += more;
    if (points > limits.maxPoints()) {
      throw new LimitExceededException(
          "the answers have more than " + limits.maxPoints() + " points; ask for less");
    }
  }
}
