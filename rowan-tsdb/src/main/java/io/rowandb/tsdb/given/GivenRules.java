package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.Series;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;

/**
 * Where a given point goes, or why it is refused: OpenTSDB's rules in its order and with its words,
 * as it is configured by default. Beyond that a rollup of the default interval is refused, which
 * OpenTSDB writes among the points, where it is never read.
 */
public final class GivenRules {
  /** Averages cannot be averaged: OpenTSDB's {@code tsd.rollups.block_derived}. */
  private static final Set<String> DERIVED = Set.of("AVG", "DEV");

  private final RollupTables tables;

  GivenRules(RollupTables tables) {
    this.tables = tables;
  }

  /** A cell to be written. */
  record Place(TableName table, Series series, long rowSeconds, byte[] qualifier, byte[] value) {}

  /**
   * The place.
   *
   * @param names refuses a series with a wrong name or too many tags
   * @throws IllegalArgumentException when the point is refused
   * @throws NoSuchRollupException when there is no such interval
   */
  Place place(GivenPoint point, Consumer<Series> names) {
    checkTime(point);
    Series series = tagged(point);
    boolean grouped = !point.groupBy().isEmpty();
    if (grouped) {
      checkGroupBy(point, series);
    }
    names.accept(series);
    return point.interval().isEmpty() ? unrolled(point, series) : rolled(point, series);
  }

  private static void checkTime(GivenPoint point) {
    long time = point.timestamp();
    if (time < 0 || time > PointTime.MAX_SECONDS) {
      throw new IllegalArgumentException(
          (time < 0 ? "negative " : "bad")
              + " timestamp="
              + time
              + " when trying to add value="
              + Arrays.toString(point.value().toBytes())
              + '/'
              + point.value().columnFlags()
              + " to metric="
              + point.series().metric()
              + ", tags="
              + point.series().tags());
    }
  }

  private static Series tagged(GivenPoint point) {
    Map<String, String> tags = new TreeMap<>(point.series().tags());
    String tag = tags.get(RollupTables.TAG);
    if (tag == null && point.groupBy().isEmpty()) {
      return point.series();
    }
    if (tag != null && !tag.equalsIgnoreCase(point.groupBy())) {
      throw new IllegalArgumentException(
          "Given tag value for "
              + RollupTables.TAG
              + " of "
              + tag
              + " did not match the group by aggregator of "
              + (point.groupBy().isEmpty() ? "null" : point.groupBy())
              + " for "
              + point.series().metric()
              + ' '
              + tags);
    }
    tags.put(RollupTables.TAG, point.groupBy().toUpperCase(Locale.ROOT));
    return Series.of(point.series().metric(), tags);
  }

  private static void checkGroupBy(GivenPoint point, Series series) {
    if (!Aggregator.names().contains(point.groupBy().toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "Invalid group by aggregator " + point.groupBy() + " with metric " + text(series));
    }
    if (DERIVED.contains(point.groupBy().toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "Derived group by aggregations are not allowed "
              + point.groupBy()
              + " with metric "
              + text(series));
    }
  }

  private static String text(Series series) {
    return series.metric() + ' ' + series.tags();
  }

  private Place unrolled(GivenPoint point, Series series) {
    checkDerived(point, series);
    if (point.groupBy().isEmpty()) {
      throw new IllegalArgumentException("Interval cannot be null for a non-group by point");
    }
    PointTime time = PointTime.ofSeconds(point.timestamp());
    return new Place(
        tables.defaultLevel().grouped(),
        series,
        time.baseSeconds(),
        PointColumn.qualifier(time, point.value()),
        point.value().toBytes());
  }

  private Place rolled(GivenPoint point, Series series) {
    GivenLevel level =
        tables
            .level(point.interval())
            .orElseThrow(() -> new NoSuchRollupException(point.interval()));
    if (point.aggregator().isEmpty()) {
      throw new IllegalArgumentException("Aggregator cannot be null or empty.");
    }
    Integer id = tables.ids().get(point.aggregator().toLowerCase(Locale.ROOT));
    if (id == null) {
      throw new IllegalArgumentException(
          "No ID found mapping to aggregator: " + point.aggregator());
    }
    checkDerived(point, series);
    if (level.isDefault()) {
      throw new IllegalArgumentException(
          "The interval " + point.interval() + " is that of the points; it has no rollups");
    }
    GivenColumn column = new GivenColumn(id, level.number(point.timestamp()), point.value());
    return new Place(
        point.groupBy().isEmpty() ? level.rolled() : level.grouped(),
        series,
        level.span().base(point.timestamp()),
        column.qualifier(),
        point.value().toBytes());
  }

  private static void checkDerived(GivenPoint point, Series series) {
    String name = point.aggregator().toUpperCase(Locale.ROOT);
    if (DERIVED.contains(name)) {
      throw new IllegalArgumentException(
          "Derived rollup aggregations are not allowed " + name + " with metric " + text(series));
    }
  }
}
