package io.rowandb.tsdb.kept;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A change of points of a metric that comes to hours one by one. From {@link #at} on an hour is
 * answered from points, and after {@link #end} until it is made again. After a death, or if {@link
 * #end} is not called, {@link KeptRollups#settle} is needed. Used by one thread, once.
 */
public final class KeptChange {
  private final HourMarks marks;
  private final byte[] metric;
  private final long writer = UUID.randomUUID().getMostSignificantBits();
  private final TreeSet<Long> hours = new TreeSet<>();

  KeptChange(HourMarks marks, byte[] metric) {
    this.marks = marks;
    this.metric = metric;
  }

  /**
   * Before the first point of an hour is changed.
   *
   * @param hourSeconds its first second; again is nothing
   */
  public void at(long hourSeconds) throws IOException {
    if (!hours.contains(hourSeconds)) {
      marks.begin(List.of(marks.row(metric, hourSeconds)), writer, System.currentTimeMillis());
      hours.add(hourSeconds);
    }
  }

  /** After the last change. */
  public void end() throws IOException {
    if (!hours.isEmpty()) {
      marks.end(hours.stream().map(hour -> marks.row(metric, hour)).toList(), writer);
    }
  }
}
