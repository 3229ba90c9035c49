package io.rowandb.client.adapter;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.RowMutation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RawCell;

/**
 * Any implementation of HBase's {@code Cell} as bytes in the engine's layout. Tags are dropped
 * unless the client's codec carries them ({@link Tags}).
 */
final class CellBytes {
  private static final byte[] NO_TAGS = new byte[0];

  private CellBytes() {}

  /** Whether the cell's backing array holds it whole, in our layout. */
  static boolean isContiguous(org.apache.hadoop.hbase.Cell cell) {
    // Other subclasses of KeyValue hold a bare key.
    Class<?> type = cell.getClass();
    return type == KeyValue.class || type == StoredCell.class;
  }

  /** Bytes of the cell at {@code offset}, its tags not counted. */
  static int lengthWithoutTags(byte[] array, int offset) {
    return Cell.HEADER_BYTES + Bytes.getInt(array, offset) + Bytes.getInt(array, offset + 4);
  }

  /** The cell's tags as they are stored, each with its length. */
  static byte[] tagsOf(org.apache.hadoop.hbase.Cell cell) {
    return cell instanceof RawCell raw ? raw.cloneTags() : NO_TAGS;
  }

  /** Appends the cell to {@code out}: one copy of its bytes when it is contiguous. */
  static void append(org.apache.hadoop.hbase.Cell cell, RowMutation out) {
    if (isContiguous(cell)) {
      KeyValue keyValue = (KeyValue) cell;
      byte[] array = keyValue.getBuffer();
      int offset = keyValue.getOffset();
      out.add(array, offset, lengthWithoutTags(array, offset));
    } else {
      byte[] bytes = encode(cell);
      out.add(bytes, 0, bytes.length);
    }
  }

  /** The cell, whatever it is, written part by part. */
  @SuppressWarnings("deprecation") // getTypeByte: getType() refuses the types of search keys.
  static byte[] encode(org.apache.hadoop.hbase.Cell cell) {
    int rowLength = cell.getRowLength();
    int familyLength = cell.getFamilyLength();
    int qualifierLength = cell.getQualifierLength();
    int valueLength = cell.getValueLength();
    byte[] bytes =
        new byte[CellCodec.encodedLength(rowLength, familyLength, qualifierLength, valueLength, 0)];
    Bytes.putInt(bytes, 0, Cell.KEY_OVERHEAD_BYTES + rowLength + familyLength + qualifierLength);
    Bytes.putInt(bytes, 4, valueLength);
    int p = Cell.HEADER_BYTES;
    Bytes.putShort(bytes, p, rowLength);
    p += 2;
    System.arraycopy(cell.getRowArray(), cell.getRowOffset(), bytes, p, rowLength);
    p += rowLength;
    bytes[p++] = (byte) familyLength;
    System.arraycopy(cell.getFamilyArray(), cell.getFamilyOffset(), bytes, p, familyLength);
    p += familyLength;
    System.arraycopy(
        cell.getQualifierArray(), cell.getQualifierOffset(), bytes, p, qualifierLength);
    p += qualifierLength;
    Bytes.putLong(bytes, p, cell.getTimestamp());
    bytes[p + 8] = cell.getTypeByte();
    p += 9;
    System.arraycopy(cell.getValueArray(), cell.getValueOffset(), bytes, p, valueLength);
    return bytes;
  }
}
