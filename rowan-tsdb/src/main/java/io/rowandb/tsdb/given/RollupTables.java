package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.rollup.RollupSpan;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Which rollups there are: OpenTSDB's {@code tsd.rollups.config}.
 *
 * @param levels of different intervals, one of them the default
 * @param ids the number of each aggregator in small letters; no two are the same
 */
public record RollupTables(List<GivenLevel> levels, Map<String, Integer> ids) {
  /** OpenTSDB's tag of what was aggregated: the name of the aggregator in capitals. */
  public static final String TAG = "_aggregate";

  /** What the name of {@link #of}'s table of pre-aggregates has behind that of the points. */
  public static final String GROUPED = "-preagg";

  /** The tag's value of what was not. */
  public static final String RAW = "RAW";

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when an interval, a table or a number comes twice, there is
   *     not one default, or an aggregator is none
   */
  public RollupTables {
    levels = List.copyOf(levels);
    ids = Map.copyOf(ids);
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("rollups need numbers of aggregators, but there is none");
    }
    checkLevels(levels);
    checkIds(ids);
  }

  private static void checkLevels(List<GivenLevel> levels) {
    Set<Object> seen = new HashSet<>();
    for (GivenLevel each : levels) {
      for (Object part : List.of(each.interval(), each.rolled(), each.grouped())) {
        if (!seen.add(part)) {
          throw new IllegalArgumentException(
              "an interval and a table of rollups are there once, but " + part + " comes twice");
        }
      }
    }
    long defaults = levels.stream().filter(GivenLevel::isDefault).count();
    if (defaults != 1) {
      throw new IllegalArgumentException(
          "one interval of rollups is the default, but here are " + defaults);
    }
  }

  private static void checkIds(Map<String, Integer> ids) {
    if (new HashSet<>(ids.values()).size() < ids.size()) {
      throw new IllegalArgumentException("two aggregators have the same number: " + ids);
    }
    ids.forEach(
        (name, id) -> {
          Aggregator.of(name);
          if (id < 0 || id > GivenColumn.MAX_AGGREGATOR) {
            throw new IllegalArgumentException(
                "the number of an aggregator is 0 to 127, but " + name + " has " + id);
          }
        });
  }

  /**
   * Those of OpenTSDB's example, by the names of the points' tables: 10 minutes, hours and days of
   * sums (0), counts (1), least (2) and greatest (3) numbers.
   */
  public static RollupTables of(TsdbTables tables) {
    return new RollupTables(
        List.of(
            new GivenLevel(
                "1m",
                RollupSpan.HOUR,
                tables.data(),
                TableName.valueOf(tables.data().getNameAsString() + GROUPED),
                true),
            level(tables, "10m", RollupSpan.DAY),
            level(tables, "1h", RollupSpan.DAY),
            level(tables, "1d", RollupSpan.YEAR)),
        Map.of("sum", 0, "count", 1, "min", 2, "max", 3));
  }

  private static GivenLevel level(TsdbTables tables, String interval, RollupSpan span) {
    return new GivenLevel(
        interval,
        span,
        table(tables, "rollup-" + interval),
        table(tables, "rollup-preagg-" + interval),
        false);
  }

  private static TableName table(TsdbTables tables, String name) {
    return TableName.valueOf(tables.data().getNameAsString() + '-' + name);
  }

  /** Creates the tables that are not there, without compression. */
  public void create(Connection connection) throws IOException {
    for (GivenLevel each : levels) {
      if (!each.isDefault()) {
        TsdbTables.createData(connection, each.rolled(), Compression.Algorithm.NONE);
      }
      TsdbTables.createData(connection, each.grouped(), Compression.Algorithm.NONE);
    }
  }

  /** Where points are that are pre-aggregated and not rolled up. */
  public GivenLevel defaultLevel() {
    return levels.stream().filter(GivenLevel::isDefault).findFirst().orElseThrow();
  }

  /** The one of an interval, if there is one. */
  public Optional<GivenLevel> level(String interval) {
    return levels.stream().filter(each -> each.interval().equals(interval)).findFirst();
  }

  /** Those whose intervals make up one of so many seconds, the longest first. */
  public List<GivenLevel> within(long seconds) {
    return levels.stream()
        .filter(each -> seconds % each.seconds() == 0)
        .sorted(Comparator.comparingInt(GivenLevel::seconds).reversed())
        .toList();
  }
}
