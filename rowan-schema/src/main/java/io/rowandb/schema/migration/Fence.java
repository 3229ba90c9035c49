package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.view.FrozenSource;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Between an old table that nobody writes any more and the new one: writes of the old one that did
 * not end may have to be ended first. Must be closed. Used by one thread.
 *
 * @param isMarked whether the new one's rows have marks
 */
record Fence<R>(FrozenSource<R> old, WaitingCarrier carrier, Clock clock, boolean isMarked)
    implements AutoCloseable {
  /** The clocks of computers that set them by the network differ by less. */
  private static final long MOST_AHEAD_MILLIS = 10_000;

  /**
   * Lets a write of the new table be behind those of the old one, also by its time: that is given
   * by the chain of a row with marks, else by the clock.
   *
   * @param row of the record in the old table
   */
  void pass(byte[] row) throws IOException {
    long ahead = old.follow(row) + 1 - clock.millis();
    if (isMarked || ahead <= 0) {
      return;
    }
    if (ahead > MOST_AHEAD_MILLIS) {
      throw new IOException(
          "the last write of row "
              + Bytes.toStringBinary(row)
              + " is "
              + ahead
              + " ms ahead of this clock, and more than "
              + MOST_AHEAD_MILLIS
              + " are not waited for: a write of now would be hidden by it");
    }
    Steps.ended(carrier.pause(TimeUnit.MILLISECONDS.toNanos(ahead)));
  }

  @Override
  public void close() throws IOException {
    old.close();
    carrier.close();
  }
}
