package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The order of the rows of a read. Ranges that are not merged follow one another. Of merged ones,
 * if the read requests the order by a field, rows are compared by their bytes after those that the
 * conditions determine, then by their ranges; otherwise by the rows without their buckets.
 * Immutable.
 */
public final class RowOrder {
  // Fixed at construction.
  private final RowRead read;
  private final List<KeySelection.Selected> ranges;

  public RowOrder(RowRead read) {
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

  /** Of positions. */
  public int compare(Position a, Position b) {
    return compare(a.range(), a.row(), b.range(), b.row());
  }

  private int compare(int rangeA, byte[] rowA, int rangeB, byte[] rowB) {
    int groups = compareGroups(rangeA, rangeB);
    if (groups != 0) {
      return groups;
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

  /** Ranges that compare as equal are read together, others one after the other. */
  private int compareGroups(int a, int b) {
    if (!read.merged()) {
      return Integer.compare(a, b);
    }
    return read.byField()
        ? 0
        : Arrays.compareUnsigned(ranges.get(a).unsaltedPrefix(), ranges.get(b).unsaltedPrefix());
  }

  /**
   * Whether the rows of two ranges are in one order, so that none of them ends before the other.
   */
  public boolean together(int a, int b) {
    return compareGroups(a, b) == 0;
  }

  /** Those of a range's rows that a stretch has; may be none. */
  public KeyRange rows(int range, Stretch stretch) {
    KeyRange behind = behind(ranges.get(range).keys(), stretch.after(), range);
    return stretch.end().map(end -> upTo(behind, end, range)).orElse(behind);
  }

  private KeyRange behind(KeyRange rows, Position after, int range) {
    if (after.isStart()) {
      return rows;
    }
    int groups = compareGroups(range, after.range());
    if (groups != 0) {
      return groups > 0 ? rows : new KeyRange(rows.start(), rows.start());
    }
    return read.behind(rows, in(range, after), range > after.range());
  }

  private KeyRange upTo(KeyRange rows, Position end, int range) {
    return together(range, end.range())
        ? read.upTo(rows, in(range, end), range <= end.range())
        : rows;
  }

  /** The key at a position in the order, as it would be in another range. */
  private byte[] in(int range, Position position) {
    byte[] prefix =
        Arrays.copyOf(ranges.get(range).keys().start(), ranges.get(range).prefixBytes());
    int restFrom = ranges.get(position.range()).prefixBytes();
    byte[] rest = Arrays.copyOfRange(position.row(), restFrom, position.row().length);
    return Bytes.add(prefix, rest);
  }
}
