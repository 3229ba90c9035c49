package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Gathers the rollups of a series. Used by one thread. */
final class GivenNumbers {
  private record Stored(PointValue value, long stamp) {}

  private final GivenLevel level;
  private final Map<String, Integer> ids;
  private final Map<Integer, String> wanted = new HashMap<>();
  private final Map<String, TreeMap<Long, Stored>> numbers = new TreeMap<>();

  GivenNumbers(GivenLevel level, Map<String, Integer> ids, Set<String> aggregators) {
    this.level = level;
    this.ids = ids;
    aggregators.forEach(each -> wanted.put(ids.get(each), each));
  }

  /**
   * Takes a cell: of one interval the one that was written last counts, and of one time the one
   * whose column comes last.
   *
   * @return whether it is one of the aggregators
   */
  boolean take(long rowSeconds, Cell cell) throws DamagedDataException {
    Optional<GivenColumn> column =
        GivenColumn.parse(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell), ids);
    String aggregator = column.isEmpty() ? null : wanted.get(column.get().aggregator());
    if (aggregator == null) {
      return false;
    }
    Stored stored = new Stored(column.get().value(), cell.getTimestamp());
    numbers
        .computeIfAbsent(aggregator, unseen -> new TreeMap<>())
        .merge(
            level.beginMillis(rowSeconds, column.get().interval()),
            stored,
            (before, now) -> now.stamp >= before.stamp ? now : before);
    return true;
  }

  Map<String, Samples> samples() {
    Map<String, Samples> all = new HashMap<>();
    numbers.forEach((aggregator, each) -> all.put(aggregator, samples(each)));
    return all;
  }

  private static Samples samples(SortedMap<Long, Stored> stored) {
    Samples samples = new Samples(stored.size());
    stored.forEach(
        (millis, each) -> {
          if (each.value.isInteger()) {
            samples.add(millis, each.value.longValue());
          } else {
            samples.add(millis, each.value.doubleValue());
          }
        });
    return samples;
  }
}
