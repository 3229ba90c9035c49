package io.rowandb.schema.design;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Pair;

/**
 * What a read reaches, by its conditions and the key alone.
 *
 * @param ranges ranges of rows
 * @param regions of the table as it is, that these are in
 * @param isPoints whether each range is one row, so that it is a get
 * @param isServed whether the ranges have no row that the conditions do not ask for
 */
public record Reach(int ranges, int regions, boolean isPoints, boolean isServed) {
  /** Of these conditions. */
  public static <R> Reach of(
      Connection connection, TableDesign<R> design, Map<Field<R, ?>, Condition> asked)
      throws IOException {
    Map<Component, Condition> conditions = new HashMap<>();
    asked.forEach((field, value) -> conditions.put(design.shape().component(field), value));
    KeySelection selection = design.key().select(conditions);
    Set<Integer> regions = new HashSet<>();
    try (RegionLocator locator = connection.getRegionLocator(design.name())) {
      Pair<byte[][], byte[][]> ends = locator.getStartEndKeys();
      for (KeySelection.Selected range : selection.ranges()) {
        for (int i = 0; i < ends.getFirst().length; i++) {
          if (overlaps(range.keys(), ends.getFirst()[i], ends.getSecond()[i])) {
            regions.add(i);
          }
        }
      }
    }
    return new Reach(
        selection.ranges().size(),
        regions.size(),
        selection.isPoints(),
        selection.served().containsAll(conditions.keySet()));
  }

  private static boolean overlaps(KeyRange rows, byte[] start, byte[] stop) {
    return (stop.length == 0 || Arrays.compareUnsigned(rows.start(), stop) < 0)
        && (rows.stop().length == 0 || Arrays.compareUnsigned(start, rows.stop()) < 0);
  }

  @Override
  public String toString() {
    return ranges
        + (isPoints ? " get" : " range")
        + (ranges == 1 ? "" : "s")
        + " in "
        + regions
        + (regions == 1 ? " region" : " regions")
        + (isServed ? "" : ", rows passed over");
  }
}
