package io.rowandb.bench;

/**
 * The memory limits of each child.
 *
 * @param heapBytes of its JVM
 * @param cacheBytes of its block cache
 */
record ChildMemory(long heapBytes, long cacheBytes) {
  /** What the design's figures are measured with: 5 million rows stay in the cache. */
  static final ChildMemory DEFAULT = new ChildMemory(4L << 30, 1L << 30);

  /**
   * Of a row in an unpacked block, with what the cache keeps about it: 141 bytes of HBase's layout,
   * 1 GB for 5 million rows with a fifth to spare.
   */
  private static final long CACHED_ROW_BYTES = 172;

  /**
   * Heap for each byte of cache, in twentieths: the cache is 57 % of it, and memstores take 22 %
   * when they are full.
   */
  private static final int HEAP_TWENTIETHS = 35;

  /**
   * Of the machine's memory, in hundredths; the rest is for the files that are read and written.
   */
  private static final int MACHINE_SHARE = 64;

  /** The least that keeps so many rows in the cache; never less than the default. */
  static ChildMemory holding(long rows) {
    long cache = Math.max(DEFAULT.cacheBytes, rows * CACHED_ROW_BYTES);
    return new ChildMemory(Math.max(DEFAULT.heapBytes, heapOf(cache)), cache);
  }

  /** Most rows that a machine keeps in the cache; those of the default at least. */
  static long mostRows(long machineBytes) {
    long heap = machineBytes / 100 * MACHINE_SHARE;
    long rows = heap / HEAP_TWENTIETHS * 20 / CACHED_ROW_BYTES;
    return Math.max(DEFAULT.cacheBytes / CACHED_ROW_BYTES, rows);
  }

  private static long heapOf(long cacheBytes) {
    return cacheBytes / 20 * HEAP_TWENTIETHS;
  }
}
