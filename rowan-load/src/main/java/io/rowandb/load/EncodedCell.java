package io.rowandb.load;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;

/** HBase's cells in the engine's layout, one at a time in one place. Used by one thread. */
final class EncodedCell {
  private static final int TIMESTAMP_FROM_END = 9;

  private final Cell view = new Cell();
  private byte[] bytes = new byte[1 << 10];

  /** The same cell with another time; valid until the next call. */
  Cell of(org.apache.hadoop.hbase.Cell cell, long timestamp) {
    int length =
        CellCodec.encodedLength(
            cell.getRowLength(),
            cell.getFamilyLength(),
            cell.getQualifierLength(),
            cell.getValueLength(),
            0);
    ensure(length);
    Bytes.putInt(bytes, 0, length - Cell.HEADER_BYTES - cell.getValueLength());
    Bytes.putInt(bytes, Integer.BYTES, cell.getValueLength());
    int at = Cell.HEADER_BYTES;
    Bytes.putShort(bytes, at, cell.getRowLength());
    at = append(at + Short.BYTES, cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    bytes[at++] = cell.getFamilyLength();
    at = append(at, cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    at = append(at, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    Bytes.putLong(bytes, at, timestamp);
    bytes[at + Long.BYTES] = (byte) CellType.PUT;
    at += TIMESTAMP_FROM_END;
    append(at, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    return view.set(bytes, 0, length, 0);
  }

  /**
   * The same cell with another time and, unless it is null, another value of the same length; valid
   * until the next call.
   */
  Cell of(Cell cell, long timestamp, byte[] value) {
    ensure(cell.length());
    System.arraycopy(cell.array(), cell.offset(), bytes, 0, cell.length());
    int valueAt = cell.valueOffset() - cell.offset();
    Bytes.putLong(bytes, valueAt - TIMESTAMP_FROM_END, timestamp);
    if (value != null) {
      System.arraycopy(value, 0, bytes, valueAt, cell.valueLength());
    }
    return view.set(bytes, 0, cell.length(), cell.sequence());
  }

  private int append(int at, byte[] from, int offset, int length) {
    System.arraycopy(from, offset, bytes, at, length);
    return at + length;
  }

  private void ensure(int length) {
    if (bytes.length < length) {
      bytes = new byte[2 * length];
    }
  }
}
