package io.rowandb.tsdb.store;

import java.io.InterruptedIOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/** What a read has taken of its limits. Used by one thread, for one read. */
final class ReadBudget {
  private final ReadLimits limits;
  private final LongSupplier nanoTime;
  private final long began;
  private final long maxNanos;

  private long bytes;
  private long points;
  private int series;

  ReadBudget(ReadLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    began = nanoTime.getAsLong();
    // A wait of centuries is one without end, and would not fit.
    maxNanos = limits.maxTime().toDays() > 100_000 ? Long.MAX_VALUE : limits.maxTime().toNanos();
  }

  /** Since it began. */
  long nanos() {
    return nanoTime.getAsLong() - began;
  }

  /** Whether it matters how many series are met. */
  boolean limitsSeries() {
    return limits.maxSeries() < Integer.MAX_VALUE;
  }

  /**
   * To be called before the store is asked again.
   *
   * @throws InterruptedIOException when the thread was interrupted, which cancels the read
   */
  void checkTime() throws LimitExceededException, InterruptedIOException {
    if (nanos() > maxNanos) {
      throw new LimitExceededException(
          "the read took more than "
              + limits.maxTime()
              + ", after "
              + points
              + " points, "
              + bytes
              + " bytes; ask for less or allow more time");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the read was cancelled");
    }
  }

  void took(Result result) throws LimitExceededException {
    for (Cell cell : result.rawCells()) {
      bytes += cell.getSerializedSize();
    }
    check("bytes", bytes, limits.maxBytes());
  }

  void tookPoints(int count) throws LimitExceededException {
    points += count;
    check("points", points, limits.maxPoints());
  }

  void tookSeries() throws LimitExceededException {
    if (!limitsSeries()) {
      return; // one may come twice
    }
    series++;
    check("series", series, limits.maxSeries());
  }

  private static void check(String what, long taken, long limit) throws LimitExceededException {
    if (taken > limit) {
      throw new LimitExceededException(
          "the read met more than " + limit + " " + what + "; ask for less or allow more");
    }
  }
}
