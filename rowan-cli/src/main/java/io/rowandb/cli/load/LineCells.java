package io.rowandb.cli.load;

import io.rowandb.cli.load.LoadColumns.Column;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import java.util.List;

/**
 * Makes cells from a line by the rules of HBase's ImportTsv: fields at the end may be missing,
 * except the row key and the time, and there must not be more fields than columns. A line is
 * accepted completely or not at all.
 *
 * <p>Used by one thread; the cell that is passed on is a changing view. Makes no object per line.
 */
final class LineCells {
  /** Takes cells. */
  interface Target {
    void add(Cell cell);
  }

  // Fixed at construction.
  private final LoadColumns columns;
  private final List<IndexRow> indexes;
  private final byte separator;
  private final boolean skipEmpty;
  private final Target target;
  private final int[] ends;
  private final Cell view = new Cell();

  private byte[] scratch = new byte[1 << 10];
  private byte[] key = new byte[1 << 6];
  private long cells;

  /**
   * @param skipEmpty whether an empty field is no cell, instead of one with an empty value
   */
  LineCells(
      LoadColumns columns,
      List<IndexRow> indexes,
      byte separator,
      boolean skipEmpty,
      Target target) {
    this.columns = columns;
    this.indexes = List.copyOf(indexes);
    this.separator = separator;
    this.skipEmpty = skipEmpty;
    this.target = target;
    this.ends = new int[columns.columns().size()];
  }

  /** How many cells were handed on. */
  long cells() {
    return cells;
  }

  /**
   * Hands on the cells of a line.
   *
   * @param defaultTime for lines without a time, or with the one that means the present
   * @return what is wrong with the line, of which nothing was handed on then; null when nothing is
   */
  String take(byte[] line, int start, int end, long defaultTime) {
    int fields = split(line, start, end);
    String fault = fault(fields, start);
    if (fault != null) {
      return fault;
    }
    long time = defaultTime;
    if (columns.time() >= 0) {
      time = number(line, from(columns.time(), start), ends[columns.time()]);
      if (time < 0) {
        return "no time in milliseconds";
      }
      if (time == Cell.LATEST_TIMESTAMP) {
        time = defaultTime; // it means the present, and no cell in a file may have it
      }
    }
    int rowStart = from(columns.rowKey(), start);
    int rowLength = ends[columns.rowKey()] - rowStart;
    for (int i = 0; i < fields; i++) {
      Column column = columns.columns().get(i);
      int from = from(i, start);
      if (column != null && !(skipEmpty && ends[i] == from)) {
        add(
            line,
            rowStart,
            rowLength,
            column,
            column.qualifier(),
            0,
            column.qualifier().length,
            time,
            line,
            from,
            ends[i] - from);
      }
    }
    for (int i = 0; i < indexes.size(); i++) {
      addIndex(indexes.get(i), line, start, fields, time);
    }
    return null;
  }

  /** Notes where fields end; how many there are, or one more than columns when there are more. */
  private int split(byte[] line, int start, int end) {
    int fields = 0;
    for (int at = start; at < end; at++) {
      if (line[at] == separator) {
        if (fields == ends.length) {
          return fields + 1;
        }
        ends[fields++] = at;
      }
    }
    if (fields == ends.length) {
      return fields + 1;
    }
    ends[fields++] = end;
    return fields;
  }

  private String fault(int fields, int start) {
    if (fields == 1) {
      return "no separator";
    }
    if (fields > ends.length) {
      return "more fields than columns";
    }
    if (fields <= columns.rowKey()) {
      return "no row key";
    }
    if (fields <= columns.time()) {
      return "no time";
    }
    int rowLength = ends[columns.rowKey()] - from(columns.rowKey(), start);
    if (rowLength == 0 || rowLength > Cell.MAX_ROW_BYTES) {
      return "a row key of " + rowLength + " bytes, not 1 to " + Cell.MAX_ROW_BYTES;
    }
    return indexFault(fields, start);
  }

  private String indexFault(int fields, int start) {
    for (int i = 0; i < indexes.size(); i++) {
      IndexRow index = indexes.get(i);
      int length = index.field() < fields ? ends[index.field()] - from(index.field(), start) : 0;
      if (index.prefix().length + length > Cell.MAX_ROW_BYTES) {
        return "index " + index.spec() + " would have a row key longer than " + Cell.MAX_ROW_BYTES;
      }
    }
    return null;
  }

  private int from(int field, int start) {
    return field == 0 ? start : ends[field - 1] + 1;
  }

  /** Decimal digits; -1 when it is something else, or too large. */
  private static long number(byte[] line, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = line[i] - '0';
      if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return from == to ? -1 : number;
  }

  private void addIndex(IndexRow index, byte[] line, int start, int fields, long time) {
    int from = index.field() < fields ? from(index.field(), start) : 0;
    int length = index.field() < fields ? ends[index.field()] - from : 0;
    if (length == 0) {
      return; // nothing to find it by
    }
    int prefix = index.prefix().length;
    if (key.length < prefix + length) {
      key = new byte[2 * (prefix + length)];
    }
    System.arraycopy(index.prefix(), 0, key, 0, prefix);
    System.arraycopy(line, from, key, prefix, length);
    int rowStart = from(columns.rowKey(), start);
    add(
        key,
        0,
        prefix + length,
        index.column(),
        line,
        rowStart,
        ends[columns.rowKey()] - rowStart,
        time,
        line,
        from,
        0);
  }

  private void add(
      byte[] row,
      int rowStart,
      int rowLength,
      Column column,
      byte[] qualifier,
      int qualifierStart,
      int qualifierLength,
      long time,
      byte[] value,
      int valueStart,
      int valueLength) {
    byte[] family = column.family();
    int length = CellCodec.encodedLength(rowLength, family.length, qualifierLength, valueLength, 0);
    if (scratch.length < length) {
      scratch = new byte[2 * length];
    }
    byte[] bytes = scratch;
    Bytes.putInt(bytes, 0, length - Cell.HEADER_BYTES - valueLength);
    Bytes.putInt(bytes, Integer.BYTES, valueLength);
    int at = Cell.HEADER_BYTES;
    Bytes.putShort(bytes, at, rowLength);
    at += Short.BYTES;
    System.arraycopy(row, rowStart, bytes, at, rowLength);
    at += rowLength;
    bytes[at++] = (byte) family.length;
    System.arraycopy(family, 0, bytes, at, family.length);
    at += family.length;
    System.arraycopy(qualifier, qualifierStart, bytes, at, qualifierLength);
    at += qualifierLength;
    Bytes.putLong(bytes, at, time);
    bytes[at + Long.BYTES] = (byte) CellType.PUT;
    System.arraycopy(value, valueStart, bytes, at + Long.BYTES + 1, valueLength);
    target.add(view.set(bytes, 0, length, 0));
    cells++;
  }
}
