package io.rowandb.client.meta;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.io.ByteArrayOutputStream;

/**
 * Row keys of {@code hbase:meta} in a form whose byte order is the order of HBase's meta
 * comparator.
 *
 * <p>A meta row is {@code table,startKey,rest}. HBase compares it part by part, so that {@code
 * t,a,…} comes before {@code t,a!,…} although {@code '!'} is less than the comma. The engine
 * compares bytes. Hence the stored form:
 *
 * <pre>
 *   HBase's row          stored row
 *   table                escape(table)
 *   table,start          escape(table) 00 01 escape(start)
 *   table,start,rest     escape(table) 00 01 escape(start) 00 01 rest
 *
 *   escape: each byte 00 becomes 00 FF
 * </pre>
 *
 * The first comma ends the table, the last one ends the start key, as in HBase. Example: {@code
 * t,a,7} is stored as {@code 74 00 01 61 00 01 37}.
 *
 * <p>Invariants: 1. {@code decode(encode(row))} is {@code row}. 2. The empty row stays empty: it
 * means "no bound". 3. For rows with both commas, and for bounds, unsigned byte order of the stored
 * form is the order of HBase's {@code MetaCellComparator}.
 */
final class MetaRowKeys {
  private static final int DELIMITER = ',';
  private static final int ESCAPE = 0x00;
  private static final int ESCAPED_ZERO = 0xff;
  private static final int END_OF_PART = 0x01;

  private MetaRowKeys() {}

  /** The stored form of one of HBase's meta rows. */
  static byte[] encode(byte[] row) {
    int first = indexOf(row, 0, 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream(row.length + 8);
    if (first < 0) {
      escape(row, 0, row.length, out);
      return out.toByteArray();
    }
    escape(row, 0, first, out);
    endPart(out);
    int last = indexOf(row, row.length - 1, -1);
    if (last == first) {
      escape(row, first + 1, row.length, out);
      return out.toByteArray();
    }
    escape(row, first + 1, last, out);
    endPart(out);
    out.write(row, last + 1, row.length - last - 1);
    return out.toByteArray();
  }

  /** HBase's form of a stored row. */
  static byte[] decode(byte[] stored) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(stored.length);
    int parts = 0;
    int i = 0;
    while (i < stored.length && parts < 2) {
      int b = stored[i++] & 0xff;
      if (b != ESCAPE) {
        out.write(b);
      } else if ((stored[i++] & 0xff) == END_OF_PART) {
        out.write(DELIMITER);
        parts++;
      } else {
        out.write(ESCAPE);
      }
    }
    out.write(stored, i, stored.length - i);
    return out.toByteArray();
  }

  /** A copy of {@code cell} with its row in stored form. */
  static Cell encode(Cell cell) {
    return withRow(cell, encode(cell.row()));
  }

  /** A copy of {@code cell} with its row in HBase's form. */
  static Cell decode(Cell cell) {
    return withRow(cell, decode(cell.row()));
  }

  private static Cell withRow(Cell cell, byte[] row) {
    int oldRow = cell.rowLength();
    int tailAt = cell.rowOffset() + oldRow;
    int tailBytes = cell.offset() + cell.length() - tailAt;
    byte[] copy = new byte[cell.length() - oldRow + row.length];
    int keyLength = Bytes.getInt(cell.array(), cell.offset()) - oldRow + row.length;
    Bytes.putInt(copy, 0, keyLength);
    Bytes.putInt(copy, 4, cell.valueLength());
    Bytes.putShort(copy, Cell.HEADER_BYTES, row.length);
    int rowAt = Cell.HEADER_BYTES + 2;
    System.arraycopy(row, 0, copy, rowAt, row.length);
    System.arraycopy(cell.array(), tailAt, copy, rowAt + row.length, tailBytes);
    return new Cell().set(copy, 0, copy.length, cell.sequence());
  }

  private static int indexOf(byte[] row, int from, int step) {
    for (int i = from; i >= 0 && i < row.length; i += step) {
      if (row[i] == DELIMITER) {
        return i;
      }
    }
    return -1;
  }

  private static void escape(byte[] bytes, int from, int to, ByteArrayOutputStream out) {
    for (int i = from; i < to; i++) {
      out.write(bytes[i]);
      if (bytes[i] == ESCAPE) {
        out.write(ESCAPED_ZERO);
      }
    }
  }

  private static void endPart(ByteArrayOutputStream out) {
    out.write(ESCAPE);
    out.write(END_OF_PART);
  }
}
