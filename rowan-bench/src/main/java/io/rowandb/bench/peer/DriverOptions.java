package io.rowandb.bench.peer;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a store is opened.
 *
 * @param directory its directory; created if missing
 * @param cacheBytes of the block cache
 * @param heapBytes of this JVM: HBase's settings are shares of it
 * @param flushBytes the memstore (RocksDB: write buffer) is flushed at this size
 */
public record DriverOptions(Path directory, long cacheBytes, long heapBytes, long flushBytes) {
  /** When a memstore is flushed unless a phase wants otherwise: HBase's default. */
  public static final long FLUSH_BYTES = 128L << 20;

  /** One family, as HBase recommends: a short name. */
  static final String FAMILY = "f";

  /** One qualifier, short for the same reason: it is stored with each cell. */
  static final String QUALIFIER = "q";

  /** The table's name. */
  static final String TABLE = "bench";

  /** HBase's name for a table that stays one region, however large. */
  static final String SPLIT_POLICY =
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";

  /** Whether nothing was opened there before. */
  boolean isNewStore() {
    return !Files.exists(directory);
  }

  /**
   * All memstores as a share of the heap: HBase's default, or what is left beside a large cache,
   * for HBase and Rowan refuse to open with more than four fifths for both.
   */
  float memStoreShare() {
    return Math.min(0.4f, 0.79f - cacheShare());
  }

  /** The cache as a share of the heap. */
  float cacheShare() {
    return (float) ((double) cacheBytes / heapBytes);
  }
}
