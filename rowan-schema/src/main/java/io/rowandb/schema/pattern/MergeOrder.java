package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The one order of the records of several ranges. When the read asks for the order by a field, it
 * is that of what rows have behind the bytes that the conditions determine, then of the ranges;
 * otherwise that of the rows, had they no buckets. Immutable.
 */
final class MergeOrder<R> implements Comparator<Found<R>> {
  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final List<KeySelection.Selected> ranges;
  private final boolean byField;

  MergeOrder(QueryPlan<R> plan) {
    this.plan = plan;
    ranges = plan.selection().ranges();
    byField = plan.settings().order() != QuerySettings.Order.KEY;
  }

  @Override
  public int compare(Found<R> a, Found<R> b) {
    int prefixes = comparePrefixes(a.range(), b.range());
    if (prefixes != 0) {
      return prefixes;
    }
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

  private int comparePrefixes(int a, int b) {
    return byField
        ? 0
        : Arrays.compareUnsigned(ranges.get(a).unsaltedPrefix(), ranges.get(b).unsaltedPrefix());
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
    int prefixes = comparePrefixes(range, after.range());
    if (prefixes != 0) {
      return prefixes > 0 ? rows : new KeyRange(rows.start(), rows.start());
    }
    byte[] prefix = Arrays.copyOf(rows.start(), ranges.get(range).prefixBytes());
    int restFrom = ranges.get(after.range()).prefixBytes();
    byte[] rest = Arrays.copyOfRange(after.row(), restFrom, after.row().length);
    return RangeRows.behind(plan, rows, Bytes.add(prefix, rest), range > after.range());
  }
}
