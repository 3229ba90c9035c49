package io.rowandb.engine.cell;

import java.util.Arrays;
import java.util.List;

/**
 * One change of one row as the client passes it: its cells, encoded one after the other in a
 * growing buffer, and the kind of change they make.
 *
 * <pre>
 *  buffer: { int32 length n, n bytes cell } *
 * </pre>
 *
 * <p>For an {@link Kind#INCREMENT} the value of each cell is the 8-byte amount to add, for an
 * {@link Kind#APPEND} the bytes to append. A cell with {@link Cell#LATEST_TIMESTAMP} gets the time
 * of the region's clock when it is applied; a {@link CellType#DELETE} with it removes the newest
 * version, found by a read. Reusable through {@link #reset}. Not safe for use by several threads;
 * applying it may rewrite timestamps in the buffer.
 */
public final class RowMutation {
  /** The four kinds of change. */
  public enum Kind {
    /** Cells to store. */
    PUT,
    /** Delete markers to store. */
    DELETE,
    /** Amounts to add to 8-byte counters. */
    INCREMENT,
    /** Bytes to append to values. */
    APPEND
  }

  private static final byte[] EMPTY = new byte[0];

  private Kind kind = Kind.PUT;
  private byte[] row = new byte[0];
  private byte[] buffer = new byte[256];
  private int limit;
  private int count;
  private Durability durability = Durability.SYNC_WAL;
  private long minTimestamp;
  private long maxTimestamp = Long.MAX_VALUE;
  private boolean returnsResult = true;
  private boolean deletesRow;
  private long deletedUpTo;

  /** An empty put; {@link #reset} gives it a row. */
  public RowMutation() {}

  /** Starts over with no cells. The row array is kept, not copied. */
  public RowMutation reset(Kind kind, byte[] row, Durability durability) {
    this.kind = kind;
    this.row = row;
    this.durability = durability;
    this.limit = 0;
    this.count = 0;
    this.minTimestamp = 0;
    this.maxTimestamp = Long.MAX_VALUE;
    this.returnsResult = true;
    this.deletesRow = false;
    return this;
  }

  /** Which change it makes. */
  public Kind kind() {
    return kind;
  }

  /** The row it changes. */
  public byte[] row() {
    return row;
  }

  /** How safe it is before it is acknowledged. */
  public Durability durability() {
    return durability;
  }

  /** It is part of a change that is as safe as its safest part. */
  public void durability(Durability ofAll) {
    durability = ofAll;
  }

  /** How many cells it has. */
  public int cellCount() {
    return count;
  }

  /** The encoded cells, from 0 to {@link #limit}. */
  public byte[] buffer() {
    return buffer;
  }

  /** Bytes used in {@link #buffer}. */
  public int limit() {
    return limit;
  }

  /** Increment and append: only cells with timestamps in [min, max) count as the present value. */
  public void timeRange(long minInclusive, long maxExclusive) {
    this.minTimestamp = minInclusive;
    this.maxTimestamp = maxExclusive;
  }

  /** The least timestamp read, see {@link #timeRange}. */
  public long minTimestamp() {
    return minTimestamp;
  }

  /** The timestamp that is no longer read, see {@link #timeRange}. */
  public long maxTimestamp() {
    return maxTimestamp;
  }

  /** Increment and append: whether the new cells are wanted back. */
  public void returnsResult(boolean wanted) {
    this.returnsResult = wanted;
  }

  /** See {@link #returnsResult(boolean)}. */
  public boolean returnsResult() {
    return returnsResult;
  }

  /** Appends a whole cell in the layout of {@link Cell}; the range is copied. */
  public void add(byte[] array, int offset, int length) {
    ensure(4 + length);
    Bytes.putInt(buffer, limit, length);
    System.arraycopy(array, offset, buffer, limit + 4, length);
    limit += 4 + length;
    count++;
  }

  /** Appends a cell of this row given by its parts; {@code tags} may be empty. */
  public void add(
      byte[] family, byte[] qualifier, long timestamp, int type, byte[] value, byte[] tags) {
    int length =
        CellCodec.encodedLength(
            row.length, family.length, qualifier.length, value.length, tags.length);
    ensure(4 + length);
    Bytes.putInt(buffer, limit, length);
    int end = CellCodec.encode(buffer, limit + 4, row, family, qualifier, timestamp, type, value);
    if (tags.length > 0) {
      Bytes.putShort(buffer, end, tags.length);
      System.arraycopy(tags, 0, buffer, end + 2, tags.length);
    }
    limit += 4 + length;
    count++;
  }

  /**
   * Becomes a delete of the whole row: a marker for each of these families, in the place of the
   * cells it had. When it is applied, this is repeated for the families that the table has by then.
   *
   * @param timestamp up to when; {@link Cell#LATEST_TIMESTAMP} for the time it is applied
   */
  public void deleteRow(List<byte[]> families, long timestamp) {
    deletesRow = true;
    deletedUpTo = timestamp;
    limit = 0;
    count = 0;
    for (byte[] family : families) {
      add(family, EMPTY, timestamp, CellType.DELETE_FAMILY, EMPTY, EMPTY);
    }
  }

  /** Whether it deletes the row in all families that the table has. */
  public boolean deletesRow() {
    return deletesRow;
  }

  /** See {@link #deleteRow}. */
  public long deletedUpTo() {
    return deletedUpTo;
  }

  private void ensure(int more) {
    if (buffer.length - limit < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, limit + more));
    }
  }
}
