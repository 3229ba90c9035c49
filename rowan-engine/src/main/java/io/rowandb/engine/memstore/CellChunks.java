package io.rowandb.engine.memstore;

import java.lang.invoke.VarHandle;

/**
 * The bytes of a memstore's cells, copied one after the other into large arrays (HBase's MSLAB).
 *
 * <p>So a flushed memstore leaves a few large dead arrays instead of a million small ones among
 * live objects.
 *
 * <ol>
 *   <li>Bytes once copied never change, until {@link #giveBack()}.
 *   <li>The place of a cell depends only on the position before it and on its length. So the cells
 *       of one reservation, from its {@link Position} on, are copied into the memory reserved for
 *       them, whatever else is copied before or meanwhile.
 *   <li>Only a reservation allocates arrays. After {@link #giveBack(Position)} a failed reservation
 *       has no effect.
 * </ol>
 *
 * <p>One thread at a time reserves and one copies, concurrently; a copy needs an earlier
 * reservation. Readers get a chunk by an index that was published to them after the copy.
 */
final class CellChunks {
  private static final int ARRAY_HEADER_BYTES = 16;

  /** From this heap on a region of G1 has 2 MB or more, below it 1 MB. */
  private static final long LARGE_HEAP_BYTES = 4L << 30;

  /**
   * A whole G1 region, so that none is left half used, and a small heap need not have two free ones
   * side by side.
   */
  static final int CHUNK_BYTES =
      (Runtime.getRuntime().maxMemory() < LARGE_HEAP_BYTES ? 1 << 20 : 2 << 20)
          - ARRAY_HEADER_BYTES;

  /** The first chunk: a family with little data takes little heap. Later ones double up. */
  static final int FIRST_CHUNK_BYTES = (64 << 10) - ARRAY_HEADER_BYTES;

  private static final int INITIAL_TABLE = 8;

  // Fixed at construction.
  private final ChunkPool pool;

  // Written by who reserves; others see it through the reservation, or the index published later.
  private byte[][] chunks = new byte[INITIAL_TABLE][];

  // Used by who reserves only.
  private final Position end = new Position();
  private long heapBytes;

  /** Where the next cell goes. */
  static final class Position {
    /** The chunk that takes small cells, or -1. */
    private int open = -1;

    private int openUsed;

    /** The next chunk to be opened; as many are in use. */
    private int next;

    private void set(Position other) {
      open = other.open;
      openUsed = other.openUsed;
      next = other.next;
    }
  }

  CellChunks(ChunkPool pool) {
    this.pool = pool;
  }

  /** Whether this may be a chunk that is used again. An array that is not may look like one. */
  static boolean isReusable(byte[] array) {
    return array.length == CHUNK_BYTES;
  }

  /** Gives the chunks to the pool; there must be no more reads or copies. */
  void giveBack() {
    byte[][] all = chunks;
    chunks = null; // whoever reads all the same finds nothing, not another's cells
    for (int i = 0; i < end.next; i++) {
      if (isReusable(all[i])) {
        pool.giveBack(all[i]);
      }
    }
  }

  /** Where the next reservation begins. */
  Position end() {
    Position start = new Position();
    start.set(end);
    return start;
  }

  /** Takes room for a cell; returns its place, see {@link #place}. */
  long reserve(int length) {
    if (length > CHUNK_BYTES) {
      // A chunk of its own; the open one goes on taking small cells.
      add(pool.newBytes(length));
    } else if (!fits(end, length)) {
      add(nextChunk(length));
    }
    return place(end, length);
  }

  /** Takes room for cells that are so long together if the open chunk has it, and no memory. */
  boolean reserveTogether(int bytes) {
    boolean fits = fits(end, bytes);
    if (fits) {
      end.openUsed += bytes;
    }
    return fits;
  }

  /**
   * Undoes all reservations from a position on; none of them has a cell yet. The chunks go to the
   * collector: the pool is for those that a memstore had to the end.
   */
  void giveBack(Position start) {
    for (int i = start.next; i < end.next; i++) {
      heapBytes -= heapBytes(chunks[i]);
      chunks[i] = null;
    }
    end.set(start);
  }

  /**
   * The place of a cell, the chunk in its upper half and the offset in its lower.
   *
   * @param at where it goes; moved behind it
   */
  long place(Position at, int length) {
    if (length > CHUNK_BYTES) {
      return (long) at.next++ << 32;
    }
    if (!fits(at, length)) {
      at.open = at.next++;
      at.openUsed = 0;
    }
    long place = (long) at.open << 32 | at.openUsed;
    at.openUsed += length;
    return place;
  }

  /** The chunk with this index. */
  byte[] get(int chunk) {
    return chunks[chunk];
  }

  /** Heap bytes of the chunks, by who reserves. */
  long heapBytes() {
    return heapBytes;
  }

  private boolean fits(Position at, int length) {
    return at.open >= 0 && length <= chunks[at.open].length - at.openUsed;
  }

  private byte[] nextChunk(int length) {
    int bytes = end.open < 0 ? FIRST_CHUNK_BYTES : larger(chunks[end.open].length);
    while (bytes < length) {
      bytes = larger(bytes);
    }
    return bytes == CHUNK_BYTES ? pool.takeChunk() : pool.newBytes(bytes);
  }

  private static int larger(int chunkBytes) {
    return Math.min(CHUNK_BYTES, 2 * (chunkBytes + ARRAY_HEADER_BYTES));
  }

  private void add(byte[] chunk) {
    byte[][] all = end.next == chunks.length ? pool.grown(chunks) : chunks;
    all[end.next] = chunk;
    heapBytes += heapBytes(chunk);
    VarHandle.releaseFence(); // others read the table meanwhile: they see what was in it
    chunks = all;
  }

  private static long heapBytes(byte[] chunk) {
    return (long) chunk.length + ARRAY_HEADER_BYTES;
  }
}
