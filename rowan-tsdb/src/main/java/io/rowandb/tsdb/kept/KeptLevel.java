package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.store.TsdbTables;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** An interval that rollups are kept of; the longest comes first. */
public enum KeptLevel {
  /** An hour. */
  HOUR(3_600, "1h"),
  /** Ten minutes. */
  TEN_MINUTES(600, "10m"),
  /** A minute. */
  MINUTE(60, "1m");

  private final int seconds;
  private final String text;

  KeptLevel(int seconds, String text) {
    this.seconds = seconds;
    this.text = text;
  }

  /** Its length. */
  public int seconds() {
    return seconds;
  }

  TableName table(TsdbTables tables) {
    return TableName.valueOf(tables.data().getNameAsString() + "-rollup-kept-" + text);
  }

  TableName sketchTable(TsdbTables tables) {
    return TableName.valueOf(tables.data().getNameAsString() + "-rollup-sketch-" + text);
  }

  /** The longest that makes up an interval, if there is one. */
  public static Optional<KeptLevel> within(long intervalMillis) {
    for (KeptLevel each : values()) {
      if (intervalMillis > 0 && intervalMillis % (each.seconds * 1_000L) == 0) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
