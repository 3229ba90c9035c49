package io.rowandb.schema.view;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Lets a read of a whole table be no faster than it may be. Used by one thread. */
final class ReadPace {
  // Fixed at construction.
  private final Carrier carrier;
  private final long perSecond;
  private final long beganNanos;

  private long count;

  /**
   * Begins now.
   *
   * @param perSecond the most records in a second
   */
  ReadPace(Carrier carrier, long perSecond) {
    this.carrier = carrier;
    this.perSecond = perSecond;
    beganNanos = carrier.nanoTime();
  }

  /** Waits for nothing. */
  static ReadPace unlimited(Carrier carrier) {
    return new ReadPace(carrier, Long.MAX_VALUE);
  }

  /** Waits, behind so many more records, until they may have been read. */
  void await(int records) throws IOException {
    count += records;
    double dueNanos = (double) count * TimeUnit.SECONDS.toNanos(1) / perSecond;
    long ahead = (long) dueNanos - (carrier.nanoTime() - beganNanos);
    if (ahead > 0) {
      Steps.ended(carrier.pause(ahead));
    }
  }
}
