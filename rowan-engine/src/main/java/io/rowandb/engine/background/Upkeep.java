package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.region.PinnedFiles;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flushes, compactions and other work on regions on request; {@link Maintenance} does the same work
 * when it is due. Regions may be split, merged or truncated meanwhile: then the work is done on the
 * regions that replaced them.
 *
 * <p>Requests on something that does not exist or is in the wrong state throw {@link
 * RefusedException}. Safe for use by many threads. Lives as long as its {@code Database}.
 */
public final class Upkeep {
  // Fixed at construction.
  private final TableMap tables;
  private final Maintenance maintenance;
  private final Wal wal;
  private final Liveness database;

  /** Refuses when the database is closed. */
  @FunctionalInterface
  public interface Liveness {
    void check() throws RefusedException;
  }

  /** Upkeep of these tables. */
  public Upkeep(TableMap tables, Maintenance maintenance, Wal wal, Liveness database) {
    this.tables = tables;
    this.maintenance = maintenance;
    this.wal = wal;
    this.database = database;
  }

  /** See {@code Database.flush}. */
  public void flush(TableName name) throws IOException {
    database.check();
    forEachRegion(name, maintenance::flush);
  }

  /** As {@code Database.flush}, but leads to no compaction: so HBase's master flushes a table. */
  public void flushAlone(TableName name) throws IOException {
    database.check();
    forEachRegion(name, maintenance::flushAlone);
  }

  /** Writes the memstores of one region to files; returns when that is done. */
  public void flushRegion(String encodedName) throws IOException {
    database.check();
    maintenance.flush(tables.storedRegion(encodedName));
  }

  /** See {@code Database.checkpoint}. */
  public void checkpoint() throws IOException {
    database.check();
    forEachRegion(tables::storedRegions, maintenance::flush);
    wal.roll();
    maintenance.releaseLog();
  }

  /** See {@code Database.compact}. */
  public void compact(TableName name, String family, boolean major) throws IOException {
    database.check();
    forEachRegion(
        name,
        region -> maintenance.compactions().run(region, families(region, family), wish(major)));
  }

  /** Compacts one region as {@code Database.compact} does, in the background; returns at once. */
  public void requestCompaction(String encodedName, String family, boolean major)
      throws IOException {
    database.check();
    StoredRegion region = tables.storedRegion(encodedName);
    for (String each : families(region, family)) {
      maintenance.compactions().request(region, each, wish(major));
    }
  }

  /** Whether major, or other, background compactions of a region wait or run. */
  public boolean isCompacting(String encodedName, boolean major) throws IOException {
    database.check();
    return maintenance.compactions().isBusy(tables.storedRegion(encodedName), wish(major));
  }

  /**
   * Turns background compactions on or off, until the database is closed. Off, those that run stop
   * without effect, and what is asked for is passed over, {@code Database.compact} excepted.
   *
   * @return whether they were on
   */
  public boolean switchCompactions(boolean on) throws IOException {
    database.check();
    return maintenance.compactions().turn(on);
  }

  /** Takes back the background compactions that wait. */
  public void dropWaitingCompactions() throws IOException {
    database.check();
    maintenance.compactions().dropWaiting();
  }

  /** Ends the present segment of the log, forced; the next write starts a new one. */
  public void rollLog() throws IOException {
    database.check();
    wal.roll();
  }

  /**
   * Drops the blocks of a region's files from the block cache.
   *
   * @return how many there were
   */
  public int evictBlocks(String encodedName) throws IOException {
    database.check();
    return tables.storedRegion(encodedName).evictBlocks();
  }

  /** The store files that a region has now, by family, oldest first. */
  public Map<String, List<Path>> storeFiles(String encodedName) throws IOException {
    database.check();
    try (PinnedFiles files = tables.storedRegion(encodedName).pinFiles()) {
      return files.byFamily();
    }
  }

  private List<StoredRegion> storedRegions(TableName name) throws RefusedException {
    TableMap.Entry entry = tables.entry(name);
    if (entry == null) {
      throw new RefusedException(
          Reason.TABLE_NOT_FOUND, name.fullName(), "Table " + name + " not found");
    }
    if (!entry.enabled()) {
      throw new RefusedException(
          Reason.TABLE_NOT_ENABLED, name.fullName(), "Table " + name + " is disabled");
    }
    return entry.isTransient() ? List.of() : entry.regions();
  }

  /** Work on one region. */
  @FunctionalInterface
  private interface RegionWork {
    void run(StoredRegion region) throws IOException;
  }

  /** The regions of something, as they are now. */
  @FunctionalInterface
  private interface RegionSource {
    List<StoredRegion> now() throws RefusedException;
  }

  private void forEachRegion(TableName name, RegionWork work) throws IOException {
    forEachRegion(() -> storedRegions(name), work);
  }

  /** Works on all regions; on those that replace one before it was done, instead. */
  private static void forEachRegion(RegionSource regions, RegionWork work) throws IOException {
    Set<StoredRegion> seen = new HashSet<>();
    boolean all = false;
    while (!all) {
      all = true;
      for (StoredRegion region : regions.now()) {
        if (seen.add(region)) {
          all &= runUnlessReplaced(regions, work, region);
        }
      }
    }
  }

  private static boolean runUnlessReplaced(
      RegionSource regions, RegionWork work, StoredRegion region) throws IOException {
    try {
      work.run(region);
      return true;
    } catch (RefusedException e) {
      if (e.reason() != Reason.REGION_CLOSED || regions.now().contains(region)) {
        throw e;
      }
      return false;
    }
  }

  private static List<String> families(StoredRegion region, String family) throws RefusedException {
    List<String> all = region.families();
    if (family == null) {
      return all;
    }
    if (!all.contains(family)) {
      throw new RefusedException(
          Reason.FAMILY_NOT_FOUND,
          "Column family " + family + " does not exist in table " + region.info().table());
    }
    return List.of(family);
  }

  private static Wish wish(boolean major) {
    return major ? Wish.MAJOR : Wish.AS_NEEDED;
  }
}
