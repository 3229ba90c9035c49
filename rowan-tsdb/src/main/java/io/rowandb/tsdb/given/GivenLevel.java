package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Interval;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.rollup.RollupSpan;
import org.apache.hadoop.hbase.TableName;

/**
 * An interval with its tables, as one of OpenTSDB's configuration.
 *
 * @param interval as requests call it: {@code 1h}
 * @param span how long its rows are
 * @param rolled the table of its rollups
 * @param grouped the table of its pre-aggregates
 * @param isDefault whether its first table is that of the points, which have no rollups
 */
public record GivenLevel(
    String interval, RollupSpan span, TableName rolled, TableName grouped, boolean isDefault) {
  /** OpenTSDB's least number of intervals in a row. */
  private static final int LEAST = 12;

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when the interval is none of whole seconds, or a row would
   *     have less than 12 of them or more than 4,096
   */
  public GivenLevel {
    long millis = Interval.of(interval).millis();
    if (millis < 1_000 || millis % 1_000 != 0) {
      throw new IllegalArgumentException(
          "an interval of rollups is whole seconds: \"" + interval + '"');
    }
    long most = span.longestSeconds() * 1_000L / millis;
    if (most < LEAST || most > GivenColumn.MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "a row has "
              + LEAST
              + " to "
              + GivenColumn.MAX_INTERVALS
              + " intervals, but a row of a "
              + span
              + " has "
              + most
              + " of "
              + interval);
    }
  }

  /** Its length. */
  public int seconds() {
    return (int) (Interval.of(interval).millis() / 1_000);
  }

  /** The number of the interval that a second is in, in its row. */
  int number(long seconds) {
    return (int) ((seconds - span.base(seconds)) / seconds());
  }

  /** When an interval begins, in milliseconds since 1970. */
  long beginMillis(long rowSeconds, int number) {
    return (rowSeconds + (long) number * seconds()) * 1_000;
  }

  /**
   * The first second of the rows that a question reads.
   *
   * @param back whether of one row before too, as rates need it
   */
  public long firstRow(long fromSeconds, boolean back) {
    long base = span.base(fromSeconds);
    return back && base > 0 ? span.base(base - 1) : base;
  }

  /** The second behind the rows that a question reads. */
  public long endOfRows(long toSeconds) {
    return Math.min(span.base(toSeconds + span.longestSeconds()), PointTime.MAX_SECONDS + 1);
  }
}
