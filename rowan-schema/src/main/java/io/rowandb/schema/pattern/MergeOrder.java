package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The one order of the records of several ranges: by what their rows have behind the bytes that the
 * conditions determine, such as the bucket of a salt, then by the range. Immutable.
 */
final class MergeOrder<R> implements Comparator<Found<R>> {
  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final List<KeySelection.Selected> ranges;

  MergeOrder(QueryPlan<R> plan) {
    this.plan = plan;
    ranges = plan.selection().ranges();
  }

  @Override
  public int compare(Found<R> a, Found<R> b) {
    byte[] rowA = a.row();
    byte[] rowB = b.row();
    int order =
        Arrays.compareUnsigned(
            rowA, prefixBytes(a), rowA.length, rowB, prefixBytes(b), rowB.length);
    if (order == 0) {
      return Integer.compare(a.range(), b.range());
    }
    return plan.isReversed() ? -order : order;
  }

  private int prefixBytes(Found<R> found) {
    return ranges.get(found.range()).prefixBytes();
  }

  /** Those of a range's rows that are behind a position; may be none. */
  KeyRange behind(Position after, int range) {
    KeyRange rows = ranges.get(range).keys();
    if (after.isStart()) {
      return rows;
    }
    byte[] prefix = Arrays.copyOf(rows.start(), ranges.get(range).prefixBytes());
    int restFrom = ranges.get(after.range()).prefixBytes();
    byte[] rest = Arrays.copyOfRange(after.row(), restFrom, after.row().length);
    return RangeRows.behind(plan, rows, Bytes.add(prefix, rest), range > after.range());
  }
}
