package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.SeriesId;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;

/**
 * What a question has taken of its limits, by one read or several. Used by one thread. {@link
 * PointStore#budget} makes it.
 */
public final class ReadBudget {
  private final ReadLimits limits;
  private final LongSupplier nanoTime;
  private final long began;
  private final long maxNanos;

  private long bytes;
  private long points;
  private int series;

  /** Those of several reads, each once. */
  private final Set<SeriesId> met = new HashSet<>();

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
   * @throws LimitExceededException when it took too long
   * @throws InterruptedIOException when the thread was interrupted, which cancels the read
   */
  public void checkTime() throws LimitExceededException, InterruptedIOException {
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

  /** Counts what the store sent. */
  public void took(Result result) throws LimitExceededException {
    for (Cell cell : result.rawCells()) {
      bytes += cell.getSerializedSize();
    }
    check("bytes", bytes, limits.maxBytes());
  }

  /** Counts bytes of the answer that the store sent once, and that stand in it again. */
  public void tookBytes(long count) throws LimitExceededException {
    bytes += count;
    check("bytes", bytes, limits.maxBytes());
  }

  /** Counts points, or what stands for them. */
  public void tookPoints(long count) throws LimitExceededException {
    points += count;
    check("points", points, limits.maxPoints());
  }

  /** What was read until now is thrown away: its points are not given, and do not count. */
  public void gaveNothing() {
    points = 0;
  }

  /** As {@link #tookSeries()}, unless another read has met it. */
  void tookSeries(SeriesId which) throws LimitExceededException {
    if (limitsSeries() && met.add(which)) {
      tookSeries();
    }
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
