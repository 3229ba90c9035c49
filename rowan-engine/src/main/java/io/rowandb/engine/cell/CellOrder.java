package io.rowandb.engine.cell;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of cells everywhere: row, family, qualifier ascending as unsigned bytes; then
 * timestamp, type code and sequence id descending, so the newest comes first.
 */
public final class CellOrder implements Comparator<Cell> {
  /** The one instance, for libraries that want a comparator; the static methods are faster. */
  public static final CellOrder INSTANCE = new CellOrder();

  private CellOrder() {}

  @Override
  public int compare(Cell a, Cell b) {
    return compareCells(a, b);
  }

  /** The full order. */
  public static int compareCells(Cell a, Cell b) {
    int c = compareKeys(a, b);
    return c != 0 ? c : Long.compare(b.sequence(), a.sequence());
  }

  /** The order without sequence ids: 0 means same row, column, timestamp and type. */
  public static int compareKeys(Cell a, Cell b) {
    int c = compareRows(a, b);
    return c != 0 ? c : compareWithinRow(a, b);
  }

  /** The order of rows. */
  public static int compareRows(Cell a, Cell b) {
    int ao = a.rowOffset();
    int bo = b.rowOffset();
    return Arrays.compareUnsigned(
        a.array(), ao, ao + a.rowLength(), b.array(), bo, bo + b.rowLength());
  }

  /** The order of a cell's row against a bare row key. */
  public static int compareRow(Cell a, byte[] row) {
    int ao = a.rowOffset();
    return Arrays.compareUnsigned(a.array(), ao, ao + a.rowLength(), row, 0, row.length);
  }

  /** The order of two cells of the same row, without sequence ids. */
  public static int compareWithinRow(Cell a, Cell b) {
    // A search key for "the end of this row" has neither family nor qualifier and the least type.
    boolean aEnd = isEndOfRow(a);
    boolean bEnd = isEndOfRow(b);
    if (aEnd || bEnd) {
      return aEnd == bEnd ? 0 : aEnd ? 1 : -1;
    }
    int c = compareFamilies(a, b);
    if (c != 0) {
      return c;
    }
    c = compareQualifiers(a, b);
    if (c != 0) {
      return c;
    }
    c = Long.compare(b.timestamp(), a.timestamp());
    return c != 0 ? c : b.type() - a.type();
  }

  /** The order of family names. */
  public static int compareFamilies(Cell a, Cell b) {
    int ao = a.familyOffset();
    int bo = b.familyOffset();
    return Arrays.compareUnsigned(
        a.array(), ao, ao + a.familyLength(), b.array(), bo, bo + b.familyLength());
  }

  /** The order of qualifiers. */
  public static int compareQualifiers(Cell a, Cell b) {
    int ao = a.qualifierOffset();
    int bo = b.qualifierOffset();
    return Arrays.compareUnsigned(
        a.array(), ao, ao + a.qualifierLength(), b.array(), bo, bo + b.qualifierLength());
  }

  /** Whether a search key stands before every cell of its row. */
  public static boolean isStartOfRow(Cell key) {
    return key.familyLength() == 0 && key.qualifierLength() == 0 && !isEndOfRow(key);
  }

  private static boolean isEndOfRow(Cell cell) {
    return cell.type() == CellType.MINIMUM
        && cell.familyLength() == 0
        && cell.qualifierLength() == 0;
  }
}
