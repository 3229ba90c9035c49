package io.rowandb.tsdb.given;

import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.Series;
import java.util.Objects;

/**
 * A rollup, a pre-aggregate, or both, as it was given. {@link GivenRules} says what is right.
 *
 * @param series with the tag {@code _aggregate} or without
 * @param timestamp seconds since 1970
 * @param interval {@code 1h}; empty for a pre-aggregate that is not rolled up
 * @param aggregator what made one number of the interval; empty for the same
 * @param groupBy what made one series of several; empty for a rollup of a single series
 */
public record GivenPoint(
    Series series,
    long timestamp,
    PointValue value,
    String interval,
    String aggregator,
    String groupBy) {
  /** Refuses null. */
  public GivenPoint {
    Objects.requireNonNull(series, "series");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(aggregator, "aggregator");
    Objects.requireNonNull(groupBy, "groupBy");
  }
}
