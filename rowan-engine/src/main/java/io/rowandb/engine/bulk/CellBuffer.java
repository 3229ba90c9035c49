package io.rowandb.engine.bulk;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cells of one family in order of arrival, which can be read in sorted order. There is no object
 * per cell: its bytes are in a chunk, its position is an {@code int}.
 *
 * <p>Cells are sorted by four bytes of their row at a time: these bytes and the number of the cell
 * form one {@code long}, which the JDK sorts faster than any comparator does. The common prefix of
 * a group's rows is skipped. Cells whose rows are equal in all pieces, and small groups, are
 * compared as a whole. Of cells with the same key the last added comes first, since that one is
 * visible, as if they had been written one by one.
 *
 * <p>Used by one thread at a time.
 */
final class CellBuffer {
  /** The largest pieces that a heap of any size gives without trouble. */
  static final int MAX_CHUNK_BYTES = 4 << 20;

  private static final int MIN_CHUNK_BYTES = 16 << 10;

  /** So that the last one, which is half empty on average, does not count. */
  private static final int LEAST_CHUNKS = 8;

  /** What sorting needs for a cell: its key and, to merge equal rows, the key again. */
  private static final int SORT_BYTES_PER_CELL = 2 * Long.BYTES;

  private static final int PIECE_BYTES = Integer.BYTES;

  /** Groups up to this size are sorted by comparing whole cells. */
  private static final int FEW = 12;

  // Of a place: the length of the cell, then the cell.
  private static final int ROW_LENGTH_OFFSET = Integer.BYTES + Cell.HEADER_BYTES;
  private static final int ROW_OFFSET = ROW_LENGTH_OFFSET + Short.BYTES;

  /** The length of a chunk; a power of two. */
  private final int chunkSize;

  private final int chunkShift;

  /** A cell longer than a chunk has a longer one, followed by nulls in the places it takes. */
  private final List<byte[]> chunks = new ArrayList<>();

  private final Cell left = new Cell();
  private final Cell right = new Cell();
  private int[] places = new int[FEW];
  private int count;

  /** The place behind the last cell. */
  private long end;

  private long chunkBytes;

  /** By the piece of the row that was looked at last and the number of the cell. */
  private long[] keys;

  private long[] merged;

  /**
   * @param usualBytes how large it will become, about
   */
  CellBuffer(long usualBytes) {
    long size = Math.min(MAX_CHUNK_BYTES, usualBytes / LEAST_CHUNKS);
    this.chunkSize = Integer.highestOneBit((int) Math.max(MIN_CHUNK_BYTES, size));
    this.chunkShift = Integer.numberOfTrailingZeros(chunkSize);
  }

  /** How many cells it has. */
  int count() {
    return count;
  }

  /** Heap bytes, with those that sorting will take. */
  long heapBytes() {
    return chunkBytes + (long) places.length * Integer.BYTES + (long) count * SORT_BYTES_PER_CELL;
  }

  /** Whether a cell of this length may be added. */
  boolean hasRoom(int length) {
    long needed = end + length + 2L * chunkSize;
    return needed <= Integer.MAX_VALUE && count < Integer.MAX_VALUE / 2;
  }

  /** Adds a copy of a cell. */
  void add(Cell cell) {
    int bytes = Integer.BYTES + cell.length();
    int at = (int) (end % chunkSize);
    if (at > 0 && at + bytes > chunkSize) {
      end += chunkSize - at;
      at = 0;
    }
    byte[] chunk = chunkFor(bytes);
    Bytes.putInt(chunk, at, cell.length());
    System.arraycopy(cell.array(), cell.offset(), chunk, at + Integer.BYTES, cell.length());
    if (count == places.length) {
      places = Arrays.copyOf(places, count * 2);
    }
    places[count++] = (int) end;
    end += bytes <= chunkSize ? bytes : roundedUp(bytes);
  }

  private byte[] chunkFor(int bytes) {
    int index = (int) (end / chunkSize);
    if (index == chunks.size()) {
      chunks.add(new byte[Math.max(chunkSize, bytes)]);
      chunkBytes += chunks.get(index).length;
      for (long more = roundedUp(bytes) / chunkSize; more > 1; more--) {
        chunks.add(null);
      }
    }
    return chunks.get(index);
  }

  private long roundedUp(int bytes) {
    return ((long) bytes + chunkSize - 1) / chunkSize * chunkSize;
  }

  /** Sorts. Until the next {@link #clear} nothing may be added. */
  void sort() {
    keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = i;
    }
    sort(0, count, 0);
    merged = null;
  }

  /**
   * Points {@code view} at the cell that is the {@code i}-th after sorting.
   *
   * @param sequence what it is to have as its sequence id
   */
  void read(int i, long sequence, Cell view) {
    view(number(keys[i]), view, sequence);
  }

  /** Forgets the cells. */
  void clear() {
    count = 0;
    end = 0;
    chunks.clear();
    chunkBytes = 0;
    places = new int[FEW];
    keys = null;
    merged = null;
  }

  /**
   * Sorts a range of keys whose rows agree in their first {@code depth} bytes. It calls itself for
   * groups of at most half the range only and goes on with the largest one, so that the stack stays
   * small however long the rows are.
   */
  private void sort(int from, int to, int depth) {
    int first = from;
    int end = to;
    int agreed = depth;
    while (end - first > FEW && hasLongerRow(first, end, agreed)) {
      sortByPiece(first, end, agreed);
      agreed += PIECE_BYTES;
      int largest = largestGroup(first, end);
      int largestEnd = groupEnd(largest, end);
      sortGroups(first, largest, agreed);
      sortGroups(largestEnd, end, agreed);
      if (largest == first && largestEnd == end) {
        int prefix = commonPrefix(first, end, agreed);
        if (prefix < agreed) {
          break; // a row has ended: its zeros and those of longer ones look the same
        }
        agreed = prefix;
      }
      first = largest;
      end = largestEnd;
    }
    compareWhole(first, end);
  }

  private void sortByPiece(int from, int to, int depth) {
    for (int i = from; i < to; i++) {
      keys[i] = key(number(keys[i]), depth);
    }
    Arrays.sort(keys, from, to);
  }

  /** Where the largest group of keys with the same piece begins. */
  private int largestGroup(int from, int to) {
    int largest = from;
    int size = 0;
    int start = from;
    while (start < to) {
      int end = groupEnd(start, to);
      if (end - start > size) {
        largest = start;
        size = end - start;
      }
      start = end;
    }
    return largest;
  }

  private int groupEnd(int start, int to) {
    int piece = (int) (keys[start] >> Integer.SIZE);
    int end = start + 1;
    while (end < to && (int) (keys[end] >> Integer.SIZE) == piece) {
      end++;
    }
    return end;
  }

  private void sortGroups(int from, int to, int depth) {
    int start = from;
    while (start < to) {
      int end = groupEnd(start, to);
      if (end - start > 1) {
        sort(start, end, depth);
      }
      start = end;
    }
  }

  private void compareWhole(int from, int to) {
    if (to - from <= FEW) {
      insert(from, to);
    } else {
      merge(from, to);
    }
  }

  /** How many bytes the rows of a range agree in, if it is at least {@code agreed}; else less. */
  private int commonPrefix(int from, int to, int agreed) {
    int place = places[number(keys[from])];
    byte[] chunk = chunk(place);
    int row = offset(place) + ROW_OFFSET;
    int prefix = rowLength(place);
    for (int i = from + 1; i < to && prefix >= agreed; i++) {
      int otherPlace = places[number(keys[i])];
      byte[] other = chunk(otherPlace);
      int otherRow = offset(otherPlace) + ROW_OFFSET;
      prefix = Math.min(prefix, rowLength(otherPlace));
      if (prefix > agreed) {
        int differs =
            Arrays.mismatch(
                chunk, row + agreed, row + prefix, other, otherRow + agreed, otherRow + prefix);
        prefix = differs < 0 ? prefix : agreed + differs;
      }
    }
    return prefix;
  }

  private boolean hasLongerRow(int from, int to, int depth) {
    for (int i = from; i < to; i++) {
      if (rowLength(places[number(keys[i])]) > depth) {
        return true;
      }
    }
    return false;
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int at = i;
      while (at > from && compare(keys[at - 1], key) > 0) {
        keys[at] = keys[at - 1];
        at--;
      }
      keys[at] = key;
    }
  }

  /** Merges runs of twice the length until there is one. */
  private void merge(int from, int to) {
    if (merged == null) {
      merged = new long[count];
    }
    for (int at = from; at < to; at += FEW) {
      insert(at, Math.min(at + FEW, to));
    }
    long[] source = keys;
    long[] target = merged;
    for (long width = FEW; width < to - from; width *= 2) {
      for (long at = from; at < to; at += 2 * width) {
        merge(
            source,
            target,
            (int) at,
            (int) Math.min(at + width, to),
            (int) Math.min(at + 2 * width, to));
      }
      long[] swapped = source;
      source = target;
      target = swapped;
    }
    if (source != keys) {
      System.arraycopy(source, from, keys, from, to - from);
    }
  }

  private void merge(long[] source, long[] target, int from, int middle, int to) {
    int a = from;
    int b = middle;
    for (int i = from; i < to; i++) {
      boolean first = b == to || (a < middle && compare(source[a], source[b]) <= 0);
      target[i] = first ? source[a++] : source[b++];
    }
  }

  /** Whole cells; of equal ones the later is the first. */
  private int compare(long a, long b) {
    view(number(a), left, 0);
    view(number(b), right, 0);
    int c = CellOrder.compareKeys(left, right);
    return c != 0 ? c : Integer.compare(number(b), number(a));
  }

  private void view(int number, Cell view, long sequence) {
    int place = places[number];
    byte[] chunk = chunk(place);
    int at = offset(place);
    view.set(chunk, at + Integer.BYTES, Bytes.getInt(chunk, at), sequence);
  }

  /** The piece of the row at {@code depth}, unsigned, as the upper half; zeros behind the row. */
  private long key(int number, int depth) {
    int place = places[number];
    byte[] chunk = chunk(place);
    int row = offset(place) + ROW_OFFSET;
    int rest = rowLength(place) - depth;
    int piece = 0;
    if (rest >= PIECE_BYTES) {
      piece = Bytes.getInt(chunk, row + depth);
    } else {
      for (int i = 0; i < rest; i++) {
        piece |= (chunk[row + depth + i] & 0xff) << (Byte.SIZE * (PIECE_BYTES - 1 - i));
      }
    }
    return (long) (piece ^ Integer.MIN_VALUE) << Integer.SIZE | number;
  }

  private int rowLength(int place) {
    return Bytes.getUnsignedShort(chunk(place), offset(place) + ROW_LENGTH_OFFSET);
  }

  private byte[] chunk(int place) {
    return chunks.get(place >>> chunkShift);
  }

  private int offset(int place) {
    return place & (chunkSize - 1);
  }

  private static int number(long key) {
    return (int) key;
  }
}
