package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.CachedBlock;
import io.rowandb.engine.cache.MovableBlock;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A block of at least one cell, with a directory of its cells, so that a search takes a few
 * comparisons instead of a walk. Encoded keys are decoded beforehand. Immutable.
 */
final class DataBlock extends Block implements MovableBlock {
  /** Cells are rarely smaller; a first guess at their number. */
  private static final int USUAL_CELL_BYTES = 64;

  private final byte[] bytes;
  private final RowDirectory rows;
  private final boolean tags;

  /** Whether a cell's sequence id is the one that follows it. */
  private final boolean ownSequences;

  /** Otherwise the sequence id of all cells. */
  private final long sequence;

  private DataBlock(
      long file,
      long offset,
      byte[] bytes,
      RowDirectory rows,
      boolean tags,
      boolean ownSequences,
      long sequence) {
    super(BlockType.DATA, file, offset);
    this.bytes = bytes;
    this.rows = rows;
    this.tags = tags;
    this.ownSequences = ownSequences;
    this.sequence = sequence;
  }

  /**
   * Finds the cells of a body and checks that each stays inside it.
   *
   * @param path for messages
   * @param bytes holds the body from {@code start} to {@code end}; kept
   * @param tags whether each cell is followed by the length of its tags
   * @param sequences whether each cell is followed by its sequence id
   * @param assigned the sequence id of all cells instead, or {@link AssignedSequence#NONE}
   */
  static DataBlock parse(
      Path path,
      long file,
      long offset,
      byte[] bytes,
      int start,
      int end,
      boolean tags,
      boolean sequences,
      long assigned)
      throws CorruptFileException {
    int[] offsets = new int[(end - start) / USUAL_CELL_BYTES + 1];
    int count = 0;
    for (int at = start; at < end; ) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, count * 2);
      }
      offsets[count++] = at;
      int next = cellEnd(bytes, at, end, tags, sequences);
      if (next < 0) {
        throw new CorruptFileException(
            path, offset, "data block: cell " + count + " does not fit the block");
      }
      at = next;
    }
    if (count == 0) {
      throw new CorruptFileException(path, offset, "data block: no cells in it");
    }
    return new DataBlock(
        file,
        offset,
        bytes,
        new RowDirectory(bytes, offsets, count),
        tags,
        sequences && assigned == AssignedSequence.NONE,
        Math.max(0, assigned));
  }

  /** Where the cell at {@code at} ends with all that follows it, or -1 when it is broken. */
  private static int cellEnd(byte[] bytes, int at, int end, boolean tags, boolean sequences) {
    if (end - at < Cell.HEADER_BYTES) {
      return -1;
    }
    long plain =
        (long) Cell.HEADER_BYTES
            + (Bytes.getInt(bytes, at) & 0xffffffffL)
            + (Bytes.getInt(bytes, at + Integer.BYTES) & 0xffffffffL);
    if (plain > end - at || CellCodec.check(bytes, at, (int) plain) != null) {
      return -1;
    }
    int next = at + (int) plain;
    if (tags) {
      if (end - next < Short.BYTES) {
        return -1;
      }
      next += Short.BYTES + Bytes.getUnsignedShort(bytes, next);
    }
    if (sequences) {
      next = next < end ? next + sequenceBytes(bytes[next]) : -1;
    }
    return next > end || next <= at ? -1 : next;
  }

  /** How many cells it has. */
  int count() {
    return rows.count();
  }

  /** Where cell {@code i} starts in the array that the block was made of. */
  int cellOffset(int i) {
    return rows.offset(i);
  }

  /** Points {@code view} at cell {@code i}. */
  void read(int i, Cell view) {
    byte[] bytes = this.bytes;
    int at = rows.offset(i);
    int length =
        Cell.HEADER_BYTES + Bytes.getInt(bytes, at) + Bytes.getInt(bytes, at + Integer.BYTES);
    int sequenceAt = at + length;
    if (tags) {
      int tagsLength = Bytes.getUnsignedShort(bytes, sequenceAt);
      sequenceAt += Short.BYTES + tagsLength;
      if (tagsLength != 0) {
        length += Short.BYTES + tagsLength;
      }
    }
    view.set(bytes, at, length, ownSequences ? readSequence(bytes, sequenceAt) : sequence);
  }

  /**
   * The first cell in {@code [from, to)} at or after {@code key}, or {@code to}.
   *
   * @param probe a view to work with
   */
  int search(Cell key, int from, int to, Cell probe) {
    long number = rows.number(key);
    int low = rows.firstAtLeast(number, from, to);
    int high = rows.firstAbove(number, low, to);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key, probe) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The order of cell {@code i} against {@code key}. */
  int compare(int i, Cell key, Cell probe) {
    int c = rows.compareRow(i, key);
    if (c != 0) {
      return c;
    }
    read(i, probe);
    c = CellOrder.compareWithinRow(probe, key);
    return c != 0 ? c : Long.compare(key.sequence(), probe.sequence());
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public long[] words() {
    return rows.entries();
  }

  @Override
  public MovableBlock.Stub stub() {
    return new Stub(file(), offset(), rows.sharedBytes(), tags, ownSequences, sequence);
  }

  /** A block without its cells. */
  private record Stub(
      long file, long offset, int sharedBytes, boolean tags, boolean ownSequences, long sequence)
      implements MovableBlock.Stub {
    @Override
    public CachedBlock restore(byte[] bytes, long[] words) {
      RowDirectory rows = new RowDirectory(bytes, words, sharedBytes);
      return new DataBlock(file, offset, bytes, rows, tags, ownSequences, sequence);
    }
  }

  @Override
  public long heapBytes() {
    return OVERHEAD_BYTES + bytes.length + rows.heapBytes();
  }

  /** Bytes of a sequence id that starts with {@code first}; beyond any block for a negative one. */
  private static int sequenceBytes(byte first) {
    if (first >= 0) {
      return 1;
    }
    int bytes = -112 - first;
    return bytes >= 1 && bytes <= Long.BYTES ? 1 + bytes : HFileFormat.MAX_BODY_BYTES + 1;
  }

  private static long readSequence(byte[] bytes, int at) {
    byte first = bytes[at];
    if (first >= 0) {
      return first;
    }
    long value = 0;
    for (int i = 1; i <= -112 - first; i++) {
      value = (value << 8) | (bytes[at + i] & 0xff);
    }
    return value;
  }
}
