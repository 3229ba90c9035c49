package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;

/**
 * A block of the index: keys, each with the place of the block that starts at or after it.
 *
 * <p>In the file the 8 bytes before a key belong to its entry; here, once the entry's numbers have
 * been taken out, they are overwritten with the two lengths of a cell. So every key is a complete
 * cell without a value, and is compared like one. Immutable after {@link #parse}.
 */
final class IndexBlock extends Block {
  private final byte[] bytes;
  private final RowDirectory rows;
  private final long[] childOffsets;
  private final int[] childBytes;
  private final MiddleKey middleKey;

  private IndexBlock(BlockType type, long offset, Entries entries, MiddleKey middleKey) {
    super(type, entries.limits.file, offset);
    this.bytes = entries.bytes;
    this.rows = new RowDirectory(bytes, entries.keyOffsets, entries.keyOffsets.length);
    this.childOffsets = entries.childOffsets;
    this.childBytes = entries.childBytes;
    this.middleKey = middleKey;
  }

  /**
   * Where the key of the middle data block is.
   *
   * @param offset of the leaf that has it
   * @param bytes of that leaf
   * @param entry which of its entries
   */
  record MiddleKey(long offset, int bytes, int entry) {}

  /**
   * What holds for all indexes of a file.
   *
   * @param file the number the cache gave the file
   * @param dataEnd where the load-on-open section starts: no block that an index names is behind it
   */
  record Limits(Path path, long file, long dataEnd) {
    /** Checks that a place an index names is inside the data section, and has room for a block. */
    void check(long offset, int size, ByteCursor in) throws CorruptFileException {
      if (size > HFileFormat.MAX_DISK_BYTES) {
        throw in.corrupt(
            "entry says that a block has "
                + size
                + " bytes, at most "
                + HFileFormat.MAX_DISK_BYTES
                + " are possible");
      }
      if (offset < 0
          || size <= HFileFormat.HEADER_BYTES
          || size > dataEnd
          || offset > dataEnd - size) {
        throw in.corrupt("entry points at " + offset + " for " + size + " bytes, outside the data");
      }
    }
  }

  /** The entries of a block that is being read. */
  private static final class Entries {
    private final Limits limits;
    private final byte[] bytes;
    private final int[] keyOffsets;
    private final long[] childOffsets;
    private final int[] childBytes;

    Entries(Limits limits, byte[] bytes, int count) {
      this.limits = limits;
      this.bytes = bytes;
      this.keyOffsets = new int[count];
      this.childOffsets = new long[count];
      this.childBytes = new int[count];
    }

    void put(int i, long offset, int size, int keyAt, int keyLength, ByteCursor in)
        throws CorruptFileException {
      limits.check(offset, size, in);
      if (!isKey(bytes, keyAt, keyLength)) {
        throw in.corrupt("key of entry " + i + " is no cell key");
      }
      int cellAt = keyAt - Cell.HEADER_BYTES;
      Bytes.putInt(bytes, cellAt, keyLength);
      Bytes.putInt(bytes, cellAt + Integer.BYTES, 0);
      keyOffsets[i] = cellAt;
      childOffsets[i] = offset;
      childBytes[i] = size;
    }
  }

  /**
   * Reads a root index body of {@code count} entries.
   *
   * @param bytes holds the body from {@code start} to {@code end}; kept and changed
   * @param levels of the whole index; with more than one a middle key's place follows the entries
   */
  static IndexBlock parseRoot(
      Limits limits, long offset, byte[] bytes, int start, int end, int count, int levels)
      throws CorruptFileException {
    ByteCursor in = new ByteCursor(limits.path, offset, "root index", bytes, start, end);
    if (count < 0 || count > (end - start) / HFileFormat.INDEX_ENTRY_BYTES) {
      throw in.corrupt(count + " entries do not fit " + (end - start) + " bytes");
    }
    Entries found = new Entries(limits, bytes, count);
    for (int i = 0; i < count; i++) {
      long childOffset = in.readLong();
      int childBytes = in.readInt();
      int keyLength = in.readVlength();
      found.put(i, childOffset, childBytes, in.advance(keyLength), keyLength, in);
    }
    int rest = count > 0 && levels > 1 ? HFileFormat.MIDDLE_KEY_BYTES : 0;
    if (in.remaining() != rest) {
      throw in.corrupt(in.remaining() + " bytes after the entries instead of " + rest);
    }
    MiddleKey middleKey = null;
    if (rest > 0) {
      middleKey = new MiddleKey(in.readLong(), in.readInt(), in.readInt());
      limits.check(middleKey.offset(), middleKey.bytes(), in);
    }
    return new IndexBlock(BlockType.ROOT_INDEX, offset, found, middleKey);
  }

  /**
   * Reads a leaf or intermediate index body.
   *
   * @param bytes holds the body from {@code start} to {@code end}; kept and changed
   */
  static IndexBlock parse(
      BlockType type, Limits limits, long offset, byte[] bytes, int start, int end)
      throws CorruptFileException {
    ByteCursor in = new ByteCursor(limits.path, offset, "index block", bytes, start, end);
    int count = in.readInt();
    int smallest = Integer.BYTES + HFileFormat.INDEX_ENTRY_BYTES;
    if (count <= 0 || count > in.remaining() / smallest) {
      throw in.corrupt(count + " entries do not fit " + (end - start) + " bytes");
    }
    int list = in.advance((count + 1) * Integer.BYTES);
    Entries found = new Entries(limits, bytes, count);
    int entries = in.position();
    for (int i = 0; i < count; i++) {
      int entry = Bytes.getInt(bytes, list + i * Integer.BYTES);
      int next = Bytes.getInt(bytes, list + (i + 1) * Integer.BYTES);
      int keyLength = next - entry - HFileFormat.INDEX_ENTRY_BYTES;
      if (entry != in.position() - entries || keyLength < 0) {
        throw in.corrupt("entry " + i + " starts at " + entry + " and ends at " + next);
      }
      long childOffset = in.readLong();
      int childBytes = in.readInt();
      found.put(i, childOffset, childBytes, in.advance(keyLength), keyLength, in);
    }
    if (in.remaining() != 0) {
      throw in.corrupt(in.remaining() + " bytes after the entries");
    }
    return new IndexBlock(type, offset, found, null);
  }

  /** Whether the lengths inside a key fit it. Its type may be one of search keys. */
  static boolean isKey(byte[] bytes, int at, int length) {
    if (length < Cell.KEY_OVERHEAD_BYTES) {
      return false;
    }
    int rowLength = Bytes.getUnsignedShort(bytes, at);
    if (rowLength > Cell.MAX_ROW_BYTES || rowLength > length - Cell.KEY_OVERHEAD_BYTES) {
      return false;
    }
    int familyLength = bytes[at + Short.BYTES + rowLength];
    return familyLength >= 0 && familyLength <= length - Cell.KEY_OVERHEAD_BYTES - rowLength;
  }

  /** How many entries it has. */
  int count() {
    return rows.count();
  }

  /** Of a root with levels below it: where the key of the middle data block is; else null. */
  MiddleKey middleKey() {
    return middleKey;
  }

  /** Where the block of entry {@code i} starts. */
  long childOffset(int i) {
    return childOffsets[i];
  }

  /** Bytes on disk of the block of entry {@code i}. */
  int childBytes(int i) {
    return childBytes[i];
  }

  /** Points {@code view} at the key of entry {@code i}. */
  void readKey(int i, Cell view) {
    int at = rows.offset(i);
    view.set(bytes, at, Cell.HEADER_BYTES + Bytes.getInt(bytes, at), 0);
  }

  /** The row of the first key, which in a root is the file's first row. */
  byte[] firstRow() {
    Cell key = new Cell();
    readKey(0, key);
    return key.row();
  }

  /**
   * The last entry whose key is at or before {@code key} without regard to sequence ids: the first
   * cell at or after {@code key} is in its block or is the next block's first. -1 when {@code key}
   * is before all.
   */
  int search(Cell key, Cell probe) {
    long number = rows.number(key);
    int low = rows.firstAtLeast(number, 0, rows.count());
    int high = rows.firstAbove(number, low, rows.count());
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key, probe) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private int compare(int i, Cell key, Cell probe) {
    int c = rows.compareRow(i, key);
    if (c != 0) {
      return c;
    }
    readKey(i, probe);
    return CellOrder.compareWithinRow(probe, key);
  }

  @Override
  public long heapBytes() {
    return OVERHEAD_BYTES
        + bytes.length
        + rows.heapBytes()
        + (long) childBytes.length * (Long.BYTES + Integer.BYTES);
  }
}
