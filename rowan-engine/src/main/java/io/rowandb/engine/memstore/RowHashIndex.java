package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where rows begin in the index of a memstore: a hash table from rows to their first nodes, so that
 * a get of a recently written row need not search.
 *
 * <pre>
 *  slot (long)     high half: hash of the row        low half: address of its first node
 * </pre>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>It forgets: of the rows that share a slot it has the last one. A row that is not in it may
 *       still be in the memstore.
 *   <li>Its entries are correct: a thread that sees a slot sees the node, and no node before that
 *       one in its row was added before the slot was written.
 *   <li>It uses no memory while a memstore has few rows, and later at most {@link #MAX_SLOTS}
 *       slots; when there is no memory it does not grow.
 * </ol>
 *
 * <p>One thread at a time writes; any number may read.
 */
final class RowHashIndex {
  /** With fewer rows a search is as fast. */
  static final int USUAL_MIN_ROWS = 1 << 10;

  private static final int SLOTS_PER_ROW = 2;
  private static final int GROWTH = 4;

  /** 4 MB: about as many rows as a memstore of the usual size has with cells of 200 bytes. */
  private static final int MAX_SLOTS = 1 << 19;

  private static final int ARRAY_HEADER_BYTES = 16;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  // Fixed at construction.
  private final int minRows;
  private final ChunkPool pool;

  /**
   * Empty while there are few rows; replaced by the writer, its elements seen with what it adds.
   */
  private volatile long[] slots = {};

  // Used by the writer only: about how many rows there are, and whether more slots may be made.
  private int rows;
  private boolean mayGrow = true;

  /** Without a table for less than {@code minRows}, which is a power of two. */
  RowHashIndex(int minRows, ChunkPool pool) {
    this.minRows = minRows;
    this.pool = pool;
  }

  /** A hash of the row of {@code cell}. */
  static int hash(Cell cell) {
    byte[] array = cell.array();
    int at = cell.rowOffset();
    int left = cell.rowLength();
    long hash = left;
    for (; left >= Long.BYTES; left -= Long.BYTES, at += Long.BYTES) {
      hash = mix(hash ^ Bytes.getLong(array, at));
    }
    for (; left > 0; left--, at++) {
      hash = hash << 8 ^ array[at];
    }
    return (int) (mix(hash) >>> 32);
  }

  /** The first node of a row that may have that hash, or {@link CellSkipList#NONE}. */
  int first(int hash) {
    long[] all = slots;
    if (all.length == 0) {
      return CellSkipList.NONE;
    }
    long slot = (long) LONGS.getAcquire(all, hash & all.length - 1);
    return hashOf(slot) == hash ? nodeOf(slot) : CellSkipList.NONE;
  }

  /** A row begins with {@code node} from now on; the node was published before. */
  void put(int hash, int node) {
    long[] all = slots;
    long before = all.length == 0 ? 0 : all[hash & all.length - 1];
    if (nodeOf(before) == CellSkipList.NONE || hashOf(before) != hash) {
      rows++;
      all = withRoom(all);
    }
    if (all.length > 0) {
      LONGS.setRelease(all, hash & all.length - 1, (long) hash << 32 | node);
    }
  }

  /** Heap bytes of the table. */
  long heapBytes() {
    int length = slots.length;
    return length == 0 ? 0 : (long) length * Long.BYTES + ARRAY_HEADER_BYTES;
  }

  private long[] withRoom(long[] all) {
    if (rows < minRows
        || rows * SLOTS_PER_ROW <= all.length
        || all.length == MAX_SLOTS
        || !mayGrow) {
      return all;
    }
    int length = Math.max(minRows * SLOTS_PER_ROW, all.length) * GROWTH;
    long[] larger;
    try {
      larger = pool.newLongs(Math.min(MAX_SLOTS, length));
    } catch (OutOfMemoryError e) {
      mayGrow = false; // searches find every row; asking with each of them again costs too much
      return all;
    }
    for (long slot : all) {
      if (nodeOf(slot) != CellSkipList.NONE) {
        larger[hashOf(slot) & larger.length - 1] = slot;
      }
    }
    slots = larger;
    return larger;
  }

  private static int hashOf(long slot) {
    return (int) (slot >>> 32);
  }

  private static int nodeOf(long slot) {
    return (int) slot;
  }

  /** A multiplication by an odd number, its upper half folded into the lower. */
  private static long mix(long value) {
    long product = value * 0x9E3779B97F4A7C15L;
    return product ^ product >>> 32;
  }
}
