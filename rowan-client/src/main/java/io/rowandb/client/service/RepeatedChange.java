package io.rowandb.client.service;

import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.RowCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Answers a repeated change of a row by HBase's rules: its condition must hold now, its puts and
 * deletes are applied again, its increments and appends are not; their results are read as they
 * were after the first time.
 */
record RepeatedChange(Target target, List<Mutation> changes, RowCondition condition) {
  /** Whether a mutation depends on what the row holds. */
  static boolean computes(Mutation mutation) {
    return mutation instanceof Increment || mutation instanceof Append;
  }

  /**
   * Answers it.
   *
   * @param readPoint where the first change was visible, and nothing later
   */
  boolean answer(CellBatch result, long readPoint) throws IOException {
    if (!makeAgain()) {
      return false;
    }
    for (Mutation change : changes) {
      if (computes(change) && returnsResult(change)) {
        target.region().get(ScanAdapter.spec(get(change), readPoint, target.traits()), result);
      }
    }
    return true;
  }

  private boolean makeAgain() throws IOException {
    List<Mutation> plain = new ArrayList<>(changes);
    plain.removeIf(RepeatedChange::computes);
    if (!plain.isEmpty()) {
      return target
          .region()
          .update(MutationAdapter.all(plain, target.traits()), condition, new CellBatch());
    }
    if (condition == null) {
      return true;
    }
    CellBatch checked = new CellBatch();
    target.region().get(condition.read(), checked);
    return condition.test(checked);
  }

  private static boolean returnsResult(Mutation change) {
    return change instanceof Increment increment
        ? increment.isReturnResults()
        : ((Append) change).isReturnResults();
  }

  private static Get get(Mutation change) throws IOException {
    Get get = new Get(change.getRow());
    NavigableMap<byte[], List<Cell>> families = change.getFamilyCellMap();
    for (Map.Entry<byte[], List<Cell>> family : families.entrySet()) {
      for (Cell cell : family.getValue()) {
        get.addColumn(family.getKey(), CellUtil.cloneQualifier(cell));
      }
    }
    TimeRange range =
        change instanceof Increment increment
            ? increment.getTimeRange()
            : ((Append) change).getTimeRange();
    return get.setTimeRange(range.getMin(), range.getMax());
  }
}
