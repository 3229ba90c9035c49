package io.rowandb.engine.cell;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * A reusable list of cells as byte ranges: no cell is copied and none is an object.
 *
 * <p>The ranges keep their arrays reachable, and their content is immutable (see {@link Cell}), so
 * a batch stays readable after the scanner that filled it has moved on or closed. Not safe for use
 * by several threads.
 */
public final class CellBatch {
  private byte[][] arrays = new byte[16][];
  private int[] offsets = new int[16];
  private int[] lengths = new int[16];
  private long[] sequences = new long[16];
  private int size;
  private long bytes;

  /** An empty batch. */
  public CellBatch() {}

  /** How many cells it holds. */
  public int size() {
    return size;
  }

  /** Whether it holds none. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The sum of the lengths of its cells. */
  public long bytes() {
    return bytes;
  }

  /** The array of cell {@code i}. Never write to it. */
  public byte[] array(int i) {
    return arrays[i];
  }

  /** The offset of cell {@code i} in its array. */
  public int offset(int i) {
    return offsets[i];
  }

  /** The length of cell {@code i} in bytes. */
  public int length(int i) {
    return lengths[i];
  }

  /** The sequence id of cell {@code i}. */
  public long sequence(int i) {
    return sequences[i];
  }

  /** Points {@code view} at cell {@code i} and returns it. */
  public Cell get(int i, Cell view) {
    return view.set(arrays[i], offsets[i], lengths[i], sequences[i]);
  }

  /** Appends the range of {@code cell}. */
  public void add(Cell cell) {
    add(cell.array(), cell.offset(), cell.length(), cell.sequence());
  }

  /** Appends a range that holds a whole cell. */
  public void add(byte[] array, int offset, int length, long sequence) {
    if (size == offsets.length) {
      grow();
    }
    arrays[size] = array;
    offsets[size] = offset;
    lengths[size] = length;
    sequences[size] = sequence;
    size++;
    bytes += length;
  }

  /** Copies the cells from {@code from} on that lie in arrays of a kind into one new array. */
  public void copy(int from, Predicate<byte[]> kind) {
    int length = 0;
    for (int i = from; i < size; i++) {
      length += kind.test(arrays[i]) ? lengths[i] : 0;
    }
    if (length == 0) {
      return;
    }
    byte[] copies = new byte[length];
    int at = 0;
    for (int i = from; i < size; i++) {
      if (kind.test(arrays[i])) {
        System.arraycopy(arrays[i], offsets[i], copies, at, lengths[i]);
        arrays[i] = copies;
        offsets[i] = at;
        at += lengths[i];
      }
    }
  }

  /** Drops the cells from {@code newSize} on. */
  public void truncate(int newSize) {
    for (int i = newSize; i < size; i++) {
      bytes -= lengths[i];
      arrays[i] = null;
    }
    size = newSize;
  }

  /** Drops all cells; capacity stays. */
  public void clear() {
    Arrays.fill(arrays, 0, size, null);
    size = 0;
    bytes = 0;
  }

  private void grow() {
    int capacity = offsets.length * 2;
    arrays = Arrays.copyOf(arrays, capacity);
    offsets = Arrays.copyOf(offsets, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    sequences = Arrays.copyOf(sequences, capacity);
  }
}
