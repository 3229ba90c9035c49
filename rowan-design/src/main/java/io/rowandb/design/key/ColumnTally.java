package io.rowandb.design.key;

import io.rowandb.design.plan.PlannedColumn;
import java.nio.charset.StandardCharsets;

/** How many cells of a column rows have, and their bytes. One thread. */
public final class ColumnTally {
  /**
   * Of a cell besides row, family, qualifier and value: two lengths, the row's, the family's, time,
   * type.
   */
  public static final int CELL_OVERHEAD = 4 + 4 + 2 + 1 + 8 + 1;

  private final PlannedColumn column;
  private final int place;
  private final int namePlace;
  private final int familyBytes;
  private final int qualifierBytes;

  private long cells;
  private long nameBytes;
  private long valueBytes;
  private long largest;

  /**
   * Of a column.
   *
   * @param place of its value in the rows; negative for none
   * @param namePlace of its name; negative when all rows have the same
   */
  public ColumnTally(PlannedColumn column, int place, int namePlace) {
    this.column = column;
    this.place = place;
    this.namePlace = namePlace;
    this.familyBytes = column.family().getBytes(StandardCharsets.UTF_8).length;
    this.qualifierBytes = column.qualifier().getBytes(StandardCharsets.UTF_8).length;
  }

  /** A cell without a value is not written, unless its name is what it tells. */
  public void add(String[] row) {
    String value = place < 0 ? "" : row[place];
    if (namePlace < 0 ? value.isEmpty() : row[namePlace].isEmpty()) {
      return;
    }
    long bytes = column.form().bytes() > 0 ? column.form().bytes() : utf8Bytes(value);
    cells++;
    nameBytes += familyBytes + (namePlace < 0 ? qualifierBytes : utf8Bytes(row[namePlace]));
    valueBytes += bytes;
    largest = Math.max(largest, bytes);
  }

  private static int utf8Bytes(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }

  /** Bytes of its cells without the row keys. */
  public long bytes() {
    return cells * CELL_OVERHEAD + nameBytes + valueBytes;
  }

  /** The column. */
  public PlannedColumn column() {
    return column;
  }

  /** How many there are. */
  public long cells() {
    return cells;
  }

  /** Bytes of family and qualifier of all of them. */
  public long nameBytes() {
    return nameBytes;
  }

  /** Bytes of all values. */
  public long valueBytes() {
    return valueBytes;
  }

  /** Bytes of the largest value. */
  public long largest() {
    return largest;
  }
}
