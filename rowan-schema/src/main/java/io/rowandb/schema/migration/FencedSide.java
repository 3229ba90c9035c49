package io.rowandb.schema.migration;

import io.rowandb.schema.pattern.ConditionalWriter;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.view.FrozenSource;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes the new table, while writes of the old one that did not end may have to be ended. */
record FencedSide<R>(FrozenSource<R> old, PlainSide<R> target, WaitingCarrier carrier, Clock clock)
    implements Side<R> {
  /** The clocks of computers that set them by the network differ by less. */
  private static final long MOST_AHEAD_MILLIS = 10_000;

  /**
   * The new table's writes are behind those of the old one, also by their times: by the chain of a
   * row with marks, else by the clock.
   */
  @Override
  public void before(byte[] row) throws IOException {
    long last = old.follow(row);
    if (target.table().design().isMarked()) {
      return;
    }
    long ahead = last + 1 - clock.millis();
    if (ahead > MOST_AHEAD_MILLIS) {
      throw new IOException(
          "the last write of row "
              + Bytes.toStringBinary(row)
              + " is "
              + ahead
              + " ms ahead of this clock: a write of now would be hidden by it");
    }
    if (ahead > 0) {
      Steps.ended(carrier.pause(TimeUnit.MILLISECONDS.toNanos(ahead)));
    }
  }

  @Override
  public void put(R record) throws IOException {
    target.put(record);
  }

  @Override
  public void putAll(List<R> records) throws IOException {
    target.putAll(records);
  }

  @Override
  public void load(List<R> records) throws IOException {
    target.load(records);
  }

  @Override
  public void delete(R record) throws IOException {
    target.delete(record);
  }

  @Override
  public ConditionalWriter<R> conditional() throws IOException {
    return target.conditional();
  }

  @Override
  public boolean isOld() {
    return false;
  }

  @Override
  public void close() throws IOException {
    old.close();
    target.close();
    carrier.close();
  }
}
