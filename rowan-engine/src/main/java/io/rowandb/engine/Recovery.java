package io.rowandb.engine;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings back what was in memory when the database was last open: gives each logged change to its
 * region, as far as the region's files do not have it. Changes of regions that no longer exist, or
 * belong to a disabled table (whose memstores were flushed before), are passed over. Used by the
 * thread that opens the database.
 */
final class Recovery {
  /** A region, and for each of its families what is in files already. */
  private record Target(StoredRegion region, long[] flushedSequences) {}

  // Fixed at construction.
  private final Map<Long, Target> targets = new HashMap<>();
  private final DatabaseLog log;
  private final Maintenance maintenance;

  Recovery(TableMap tables, Catalog catalog, DatabaseLog log, Maintenance maintenance)
      throws IOException {
    this.log = log;
    this.maintenance = maintenance;
    for (StoredRegion region : tables.storedRegions()) {
      long number = region.info().number();
      targets.put(number, new Target(region, flushed(region, catalog.regions().get(number))));
    }
  }

  /** Reads the whole log. Memory stays within its limits: the largest regions are flushed. */
  WalReplay run(FileSystem fileSystem, Path logDirectory) throws IOException {
    WalReplay replay = WalReplay.replay(fileSystem, logDirectory, this::entry);
    log.recovered(replay.lastSequence());
    return replay;
  }

  private void entry(long sequence, long regionNumber, byte[] buffer, int offset, int length)
      throws IOException {
    log.recovered(sequence);
    Target target = targets.get(regionNumber);
    if (target != null) {
      target.region().replay(sequence, buffer, offset, length, target.flushedSequences());
      if (maintenance.limits().isGlobalPressure()) {
        maintenance.flushLargest();
      }
    }
  }

  private static long[] flushed(StoredRegion region, Catalog.RegionEntry entry) throws IOException {
    List<String> families = region.families();
    long[] flushed = new long[families.size()];
    for (int i = 0; i < flushed.length; i++) {
      flushed[i] =
          entry.families().getOrDefault(families.get(i), Catalog.Family.EMPTY).flushedSequence();
    }
    return flushed;
  }
}
