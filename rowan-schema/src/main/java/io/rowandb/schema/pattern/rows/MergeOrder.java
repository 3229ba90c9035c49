package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The common order of the rows of several ranges. If the read requests the order by a field, rows
 * are compared by their bytes after those that the conditions determine, then by their ranges;
 * otherwise by the rows without their buckets. Immutable.
 */
public final class MergeOrder {
  // Fixed at construction.
  private final RowRead read;
  private final List<KeySelection.Selected> ranges;

  public MergeOrder(RowRead read) {
    this.read = read;
    ranges = read.selection().ranges();
  }

  /** Of rows. */
  public int compare(ScannedRow a, ScannedRow b) {
    return compare(a.range(), a.result().getRow(), b.range(), b.result().getRow());
  }

  /** Of records by their rows. */
  public int compare(Found<?> a, Found<?> b) {
    return compare(a.range(), a.row(), b.range(), b.row());
  }

  private int compare(int rangeA, byte[] rowA, int rangeB, byte[] rowB) {
    int prefixes = comparePrefixes(rangeA, rangeB);
    if (prefixes != 0) {
      return prefixes;
    }
    int order =
        Arrays.compareUnsigned(
            rowA,
            ranges.get(rangeA).prefixBytes(),
            rowA.length,
            rowB,
            ranges.get(rangeB).prefixBytes(),
            rowB.length);
    if (order == 0) {
      return Integer.compare(rangeA, rangeB);
    }
    return read.reversed() ? -order : order;
  }

  private int comparePrefixes(int a, int b) {
    return read.byField()
        ? 0
        : Arrays.compareUnsigned(ranges.get(a).unsaltedPrefix(), ranges.get(b).unsaltedPrefix());
  }

  /** Those of a range's rows that are behind a position; may be none. */
  public KeyRange behind(Position after, int range) {
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
    return read.behind(rows, Bytes.add(prefix, rest), range > after.range());
  }
}
