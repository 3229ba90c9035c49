package io.rowandb.engine.memstore;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Chunks and index pages of flushed memstores, kept for the next ones.
 *
 * <p>Without the pool, each new chunk would be zeroed needlessly, and the collector would copy
 * index pages from one generation to the next while their memstore lives; docs/performance.md has
 * the costs.
 *
 * <ol>
 *   <li>An array is in the pool or in one memstore. It is returned only when certainly nothing else
 *       uses it; otherwise it is left to the collector.
 *   <li>The pool and all memstores together take at most the bound.
 *   <li>Arrays not needed between two calls of {@link #letGoOfIdle} are released.
 * </ol>
 *
 * <p>Safe for use by many threads. Its lock is taken once per chunk or page, not once per cell.
 */
public final class ChunkPool {
  /** Makes what it is asked for and keeps nothing. */
  public static final ChunkPool NONE = new ChunkPool(0);

  /**
   * What it did and has.
   *
   * @param made arrays that were made because none was here
   * @param reused arrays that were here
   * @param freeBytes heap bytes of what is here now
   */
  public record Counts(long made, long reused, long freeBytes) {}

  // Fixed at construction.
  private final long maxBytes;
  private final Heap heap;

  @GuardedBy("this")
  private final Stock<byte[]> chunks = new Stock<>(CellChunks.CHUNK_BYTES, this::newBytes);

  @GuardedBy("this")
  private final Stock<long[]> pages =
      new Stock<>((long) LongArena.PAGE_LONGS * Long.BYTES, n -> newLongs(n / Long.BYTES));

  /** Heap bytes of all memstores. */
  @GuardedBy("this")
  private long memStoreBytes;

  /**
   * An empty one.
   *
   * @param maxBytes what memstores and pool together may take; 0 to keep nothing
   */
  public ChunkPool(long maxBytes) {
    this(maxBytes, Heap.JAVA);
  }

  /** An empty one over a heap of a test's. */
  ChunkPool(long maxBytes, Heap heap) {
    this.maxBytes = maxBytes;
    this.heap = heap;
  }

  /** A new array that is no chunk of the pool's, or will be one. */
  byte[] newBytes(int length) {
    heap.willTake(length);
    return new byte[length];
  }

  /** A new array that is no page of the pool's, or will be one. */
  long[] newLongs(int length) {
    heap.willTake((long) length * Long.BYTES);
    return new long[length];
  }

  /** A table of arrays with room for more. */
  <A> A[] grown(A[] table) {
    int length = table.length * 2;
    heap.willTake((long) length * Integer.BYTES);
    return Arrays.copyOf(table, length);
  }

  /** The memstores grew, or shrank: there may be less room here. */
  public synchronized void memStoresResized(long byBytes) {
    memStoreBytes += byBytes;
    while (freeBytes() > room() && chunks.drop()) {
      // The larger ones first.
    }
    while (freeBytes() > room() && pages.drop()) {
      // Then the others.
    }
  }

  /** Releases arrays that were not needed since the last call. */
  public synchronized void letGoOfIdle() {
    chunks.dropIdle();
    pages.dropIdle();
  }

  /** What it did and has. */
  public synchronized Counts counts() {
    return new Counts(chunks.made + pages.made, chunks.reused + pages.reused, freeBytes());
  }

  /** A chunk with any content. */
  synchronized byte[] takeChunk() {
    return chunks.take();
  }

  /** A page with any content. */
  synchronized long[] takePage() {
    return pages.take();
  }

  /** Takes a chunk that is no longer used. */
  synchronized void giveBack(byte[] chunk) {
    assert chunk.length == CellChunks.CHUNK_BYTES : "a chunk of " + chunk.length + " bytes";
    chunks.put(chunk, room() - freeBytes());
  }

  /** Takes a page that is no longer used. */
  synchronized void giveBack(long[] page) {
    assert page.length == LongArena.PAGE_LONGS : "a page of " + page.length + " numbers";
    pages.put(page, room() - freeBytes());
  }

  @GuardedBy("this")
  private long room() {
    return maxBytes - memStoreBytes;
  }

  @GuardedBy("this")
  private long freeBytes() {
    return chunks.freeBytes() + pages.freeBytes();
  }

  /** Arrays of one kind; the pool's lock guards it. */
  private static final class Stock<A> {
    private static final int ARRAY_HEADER_BYTES = 16;

    private final int dataBytes;
    private final IntFunction<A> maker;
    private final ArrayDeque<A> free = new ArrayDeque<>();

    /** The fewest that were free since the last look. */
    private int leastFree;

    private long made;
    private long reused;

    Stock(long dataBytes, IntFunction<A> maker) {
      this.dataBytes = Math.toIntExact(dataBytes);
      this.maker = maker;
    }

    long freeBytes() {
      return free.size() * ((long) dataBytes + ARRAY_HEADER_BYTES);
    }

    A take() {
      A array = free.pollLast();
      leastFree = Math.min(leastFree, free.size());
      if (array == null) {
        A fresh = maker.apply(dataBytes);
        made++;
        return fresh;
      }
      reused++;
      return array;
    }

    void put(A array, long room) {
      if (room >= (long) dataBytes + ARRAY_HEADER_BYTES) {
        free.addLast(array);
      }
    }

    boolean drop() {
      boolean dropped = free.pollFirst() != null;
      leastFree = Math.min(leastFree, free.size());
      return dropped;
    }

    void dropIdle() {
      for (int i = leastFree; i > 0; i--) {
        free.removeFirst();
      }
      leastFree = free.size();
    }
  }
}
