package io.rowandb.engine;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.stats.DatabaseStats;
import io.rowandb.engine.stats.TableStats;
import io.rowandb.engine.store.ObsoleteFiles;
import io.rowandb.engine.store.StoreCounts;
import io.rowandb.engine.store.StoreEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks the parts of an open database for their figures. It takes no lock that a reader or a writer
 * waits for, and walks over all store files once.
 *
 * <p>Safe for use by many threads. Lives as long as its {@link Database}.
 */
final class StatsGathering {
  // Fixed at construction.
  private final Recovery.Outcome recovery;
  private final long openMillis;
  private final TableMap tables;
  private final Manifest manifest;
  private final Maintenance maintenance;
  private final SchemaChanges changes;
  private final AutomaticSplits splits;
  private final BlockCache blockCache;
  private final ObsoleteFiles obsoleteFiles;
  private final StoreEnvironment stores;
  private final Latencies latencies;

  StatsGathering(DatabaseParts parts, Recovery.Outcome recovery, long openMillis) {
    this.recovery = recovery;
    this.openMillis = openMillis;
    this.tables = parts.tables();
    this.manifest = parts.manifest();
    this.maintenance = parts.maintenance();
    this.changes = parts.changes();
    this.splits = parts.splits();
    this.stores = parts.stores();
    this.blockCache = stores.blockCache();
    this.obsoleteFiles = stores.obsoleteFiles();
    this.latencies = parts.latencies();
  }

  /** The figures now. */
  DatabaseStats stats() {
    Throwable failure = maintenance.failures().last();
    StoreCounts counts = stores.activity().counts();
    return new DatabaseStats(
        openMillis,
        TimeUnit.NANOSECONDS.toMillis(changes.nanos()),
        recovery.entries(),
        recovery.tornBytes() + manifest.tornBytes(),
        recovery.orphanFiles(),
        maintenance.limits().bytes(),
        maintenance.chunkPool().counts(),
        recovery.wal().bytes(),
        blockCache.bytes() + blockCache.offHeapBytes(),
        blockCache.evictions() + blockCache.offHeapEvictions(),
        counts.cache().plus(blockCache.counts()),
        maintenance.flushCount(),
        maintenance.forcedFlushCount(),
        maintenance.compactions().count(),
        splits.count(),
        maintenance.limits().stallMillis(),
        recovery.wal().bytesWritten(),
        maintenance.failures().count() + obsoleteFiles.failures(),
        failure == null ? null : failure.toString(),
        tableStats(),
        counts,
        latencies.histograms());
  }

  private List<TableStats> tableStats() {
    List<TableStats> stats = new ArrayList<>();
    for (TableName name : tables.names()) {
      TableMap.Entry table = tables.entry(name);
      if (table != null && !table.isTransient()) { // it may have been deleted since
        stats.add(
            new TableStats(
                name, table.enabled(), table.regions().stream().map(StoredRegion::stats).toList()));
      }
    }
    return stats;
  }
}
