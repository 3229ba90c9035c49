package io.rowandb.engine.stats;

import io.rowandb.engine.cache.CacheCounts;
import io.rowandb.engine.latency.LatencyHistogram;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.store.FileSelections;
import io.rowandb.engine.store.StoreCounts;
import java.util.List;

/**
 * Sizes and counts of a whole database at one moment, and of its tables, regions and families.
 * Counts begin when the database is opened, those of a region when the region is opened. They never
 * decrease and are never reset, so the difference of two readings is what happened in between. Each
 * count is of one moment, but not all of the same moment.
 *
 * @param openMillis how long opening took, recovery included
 * @param schemaMillis time spent since then on changes of namespaces and tables
 * @param recoveredEntries log entries that were replayed when it was opened
 * @param tornBytes bytes of log and manifest that a crash had left half written
 * @param orphanFiles files that a crash had left unlisted, deleted when it was opened
 * @param memStoreBytes heap bytes of all memstores
 * @param chunkPool memory of flushed memstores that is kept for new ones
 * @param logBytes bytes of the log's files
 * @param blockCacheBytes bytes in the block cache, on the heap and outside of it
 * @param blockCacheEvictions blocks that left either to make room
 * @param blockCache lookups in it
 * @param flushes finished flushes of regions
 * @param forcedFlushes those of regions that were not large yet, made because all memstores
 *     together were too large
 * @param compactions finished compactions
 * @param splits regions that were split automatically
 * @param writeStallMillis time writers waited for memory or files
 * @param logBytesWritten bytes appended to the log since opening
 * @param backgroundFailures failed flushes, compactions and file deletions; each was logged
 * @param lastBackgroundFailure the last of them in words, or null
 * @param tables its tables, sorted by name; without the transient ones
 * @param counts what was done in all stores, including those that no longer exist
 * @param latencies how long operations took, in the order of {@link Operation}
 */
public record DatabaseStats(
    long openMillis,
    long schemaMillis,
    long recoveredEntries,
    long tornBytes,
    int orphanFiles,
    long memStoreBytes,
    ChunkPool.Counts chunkPool,
    long logBytes,
    long blockCacheBytes,
    long blockCacheEvictions,
    CacheCounts.Counts blockCache,
    long flushes,
    long forcedFlushes,
    long compactions,
    long splits,
    long writeStallMillis,
    long logBytesWritten,
    long backgroundFailures,
    String lastBackgroundFailure,
    List<TableStats> tables,
    StoreCounts counts,
    List<LatencyHistogram> latencies) {
  /** Copies the lists. */
  public DatabaseStats {
    tables = List.copyOf(tables);
    latencies = List.copyOf(latencies);
  }

  /** How long operations of one kind took. */
  public LatencyHistogram latency(Operation operation) {
    return latencies.stream()
        .filter(each -> each.operation() == operation)
        .findFirst()
        .orElseThrow();
  }

  /** Store files of all tables. */
  public int storeFiles() {
    return tables.stream()
        .flatMap(table -> table.regions().stream())
        .mapToInt(region -> region.storeFiles())
        .sum();
  }

  /** Their bytes. */
  public long storeFileBytes() {
    return tables.stream()
        .flatMap(table -> table.regions().stream())
        .mapToLong(region -> region.storeFileBytes())
        .sum();
  }

  /** Reads served by the block cache. */
  public long blockCacheHits() {
    return blockCache.hits();
  }

  /** Reads that went to a file. */
  public long blockCacheMisses() {
    return blockCache.misses();
  }

  /** Which store files reads opened, and why they left out the others. */
  public FileSelections.Counts fileSelections() {
    return counts.selections();
  }

  /** Bytes of store files that flushes and compactions wrote. */
  public long fileBytesWritten() {
    return counts.fileBytesWritten();
  }
}
