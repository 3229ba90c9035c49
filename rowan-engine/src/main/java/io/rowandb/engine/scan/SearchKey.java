package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;

/**
 * Builds search keys in one reused buffer, so a seek allocates nothing.
 *
 * <p>The returned view is valid until the next key is made. Used by one thread.
 */
final class SearchKey {
  private static final byte[] EMPTY = new byte[0];

  /** Room for most keys; taken when the first is made, since many scans make none. */
  private static final int USUAL_BYTES = 64;

  private final Cell view = new Cell();
  private byte[] buffer = EMPTY;

  /** Before every cell of the row of {@code of}. */
  Cell firstOnRow(Cell of) {
    return row(of, Long.MAX_VALUE, CellType.MAXIMUM, Cell.MAX_SEQUENCE);
  }

  /** After every cell of the row of {@code of}. */
  Cell lastOnRow(Cell of) {
    return row(of, Long.MIN_VALUE, CellType.MINIMUM, 0);
  }

  /** Before every cell of column {@code qualifier} in the row and family of {@code of}. */
  Cell firstOnColumn(Cell of, byte[] qualifier) {
    return key(
        of,
        of.familyLength(),
        qualifier,
        0,
        qualifier.length,
        Long.MAX_VALUE,
        CellType.MAXIMUM,
        Cell.MAX_SEQUENCE);
  }

  /** After every cell of the column of {@code of}. */
  Cell lastOnColumn(Cell of) {
    return key(
        of,
        of.familyLength(),
        of.array(),
        of.qualifierOffset(),
        of.qualifierLength(),
        Long.MIN_VALUE,
        CellType.MINIMUM,
        0);
  }

  private Cell row(Cell of, long timestamp, int type, long sequence) {
    return key(of, 0, EMPTY, 0, 0, timestamp, type, sequence);
  }

  private Cell key(
      Cell of,
      int familyLength,
      byte[] qualifier,
      int qualifierOffset,
      int qualifierLength,
      long timestamp,
      int type,
      long sequence) {
    int rowLength = of.rowLength();
    int length = CellCodec.encodedLength(rowLength, familyLength, qualifierLength, 0, 0);
    if (buffer.length < length) {
      buffer = new byte[Math.max(length, Math.max(USUAL_BYTES, 2 * buffer.length))];
    }
    Bytes.putInt(buffer, 0, length - Cell.HEADER_BYTES);
    Bytes.putInt(buffer, 4, 0);
    int at = Cell.HEADER_BYTES;
    Bytes.putShort(buffer, at, rowLength);
    System.arraycopy(of.array(), of.rowOffset(), buffer, at + 2, rowLength);
    at += 2 + rowLength;
    buffer[at] = (byte) familyLength;
    System.arraycopy(of.array(), of.familyOffset(), buffer, at + 1, familyLength);
    at += 1 + familyLength;
    System.arraycopy(qualifier, qualifierOffset, buffer, at, qualifierLength);
    at += qualifierLength;
    Bytes.putLong(buffer, at, timestamp);
    buffer[at + 8] = (byte) type;
    return view.set(buffer, 0, length, sequence);
  }
}
