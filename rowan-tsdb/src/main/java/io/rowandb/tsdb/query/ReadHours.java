package io.rowandb.tsdb.query;

import io.rowandb.tsdb.codec.PointTime;

/**
 * Which hours are read for a question.
 *
 * @param toMillis left out
 */
record ReadHours(long fromMillis, long toMillis) {
  private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1000L;
  private static final long END_MILLIS = (PointTime.MAX_SECONDS + 1) * 1000;

  static ReadHours of(MetricQuery query) {
    // Whole seconds, and one more at the end.
    long from = query.asked().fromMillis() / 1000 * 1000;
    long to = (query.asked().toMillis() / 1000 + 1) * 1000;
    long interval = query.group().downsampling().map(each -> each.intervalMillis()).orElse(0L);
    if (interval > 0) {
      from -= from % interval;
      to += interval - to % interval;
    }
    boolean ends = interval > 0 && to % HOUR_MILLIS == 0;
    long end = ends ? to : to - to % HOUR_MILLIS + HOUR_MILLIS;
    return new ReadHours(from - from % HOUR_MILLIS, Math.min(end, END_MILLIS));
  }
}
