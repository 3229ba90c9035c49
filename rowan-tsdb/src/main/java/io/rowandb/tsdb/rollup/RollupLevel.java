package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.aggregate.Interval;
import io.rowandb.tsdb.store.TsdbTables;
import org.apache.hadoop.hbase.TableName;

/**
 * A table of rollups.
 *
 * @param table its name
 * @param intervalSeconds what is rolled up into one number; divides an hour, so that each hour of
 *     points is rolled up for itself
 * @param span how long its rows are: at most 4,096 intervals
 */
public record RollupLevel(TableName table, int intervalSeconds, RollupSpan span) {
  private static final int HOUR_SECONDS = 3_600;

  /** Checks it. */
  public RollupLevel {
    if (intervalSeconds < 1 || HOUR_SECONDS % intervalSeconds != 0) {
      throw new IllegalArgumentException(
          "the seconds of an interval divide an hour: " + intervalSeconds);
    }
    if (span.longestSeconds() / intervalSeconds > RollupColumn.MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "a row has at most "
              + RollupColumn.MAX_INTERVALS
              + " intervals, but "
              + span
              + " has "
              + span.longestSeconds() / intervalSeconds
              + " of "
              + intervalSeconds
              + " s");
    }
  }

  /**
   * As in OpenTSDB's example: table {@code tsdb-rollup-1h} for the interval {@code 1h}, with rows
   * of a day.
   *
   * @throws IllegalArgumentException when the interval is none that divides an hour, from 30
   *     seconds
   */
  public static RollupLevel of(TsdbTables tables, String interval) {
    long millis = Interval.of(interval).millis();
    if (millis % 1_000 != 0 || millis > HOUR_SECONDS * 1_000L) {
      throw new IllegalArgumentException(
          "an interval of rollups is whole seconds that divide an hour: \"" + interval + '"');
    }
    return new RollupLevel(
        TableName.valueOf(tables.data().getNameAsString() + "-rollup-" + interval),
        (int) (millis / 1_000),
        RollupSpan.DAY);
  }

  /** The number of the interval that a second is in, in its row. */
  int interval(long seconds) {
    return (int) ((seconds - span.base(seconds)) / intervalSeconds);
  }
}
