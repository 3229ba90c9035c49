package io.rowandb.engine.memstore;

import java.util.Arrays;

/**
 * The bytes of a memstore's cells, copied one behind the other into large arrays (HBase's MSLAB).
 *
 * <p>A flushed memstore so leaves a few large dead arrays, not a million small ones between living
 * objects. Bytes once copied never change, until {@link #giveBack}. One thread at a time appends;
 * readers get a chunk by an index that was published to them after the append.
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

  // Written by the writer; readers see it through the index that was published later.
  private byte[][] chunks = new byte[INITIAL_TABLE][];

  // Used by the writer only.
  private int count;
  private int open = -1;
  private int openUsed;
  private int nextChunkBytes = FIRST_CHUNK_BYTES;
  private int lastChunk;
  private long heapBytes;

  CellChunks(ChunkPool pool) {
    this.pool = pool;
  }

  /** Whether this may be a chunk that is used again. An array that is not may look like one. */
  static boolean isReusable(byte[] array) {
    return array.length == CHUNK_BYTES;
  }

  /** Gives the chunks to the pool; nobody reads or appends any more. */
  void giveBack() {
    byte[][] all = chunks;
    chunks = null; // whoever reads all the same finds nothing, not another's cells
    for (int i = 0; i < count; i++) {
      if (isReusable(all[i])) {
        pool.giveBack(all[i]);
      }
    }
  }

  /**
   * Copies a range to the end.
   *
   * @return its offset in the chunk {@link #lastChunk}
   */
  int append(byte[] array, int offset, int length) {
    int at;
    if (length > CHUNK_BYTES) {
      // A chunk of its own; the open one goes on taking small cells.
      lastChunk = add(new byte[length]);
      at = 0;
    } else {
      if (open < 0 || length > chunks[open].length - openUsed) {
        openNext(length);
      }
      lastChunk = open;
      at = openUsed;
      openUsed += length;
    }
    System.arraycopy(array, offset, chunks[lastChunk], at, length);
    return at;
  }

  /** Which chunk the last {@link #append} went to. */
  int lastChunk() {
    return lastChunk;
  }

  /** The chunk with this index. */
  byte[] get(int chunk) {
    return chunks[chunk];
  }

  /** Heap bytes of the chunks. */
  long heapBytes() {
    return heapBytes;
  }

  private void openNext(int length) {
    while (nextChunkBytes < length) {
      growNext();
    }
    open = add(nextChunkBytes == CHUNK_BYTES ? pool.takeChunk() : new byte[nextChunkBytes]);
    openUsed = 0;
    growNext();
  }

  private void growNext() {
    nextChunkBytes = Math.min(CHUNK_BYTES, 2 * (nextChunkBytes + ARRAY_HEADER_BYTES));
  }

  private int add(byte[] chunk) {
    if (count == chunks.length) {
      chunks = Arrays.copyOf(chunks, count * 2);
    }
    chunks[count] = chunk;
    heapBytes += chunk.length + ARRAY_HEADER_BYTES;
    return count++;
  }
}
