package io.rowandb.engine;

import io.rowandb.engine.background.DatabaseLog;
import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogCheck;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.StoreOwner;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.wal.Wal;
import io.rowandb.engine.wal.WalExtent;
import io.rowandb.engine.wal.WalLedger;
import io.rowandb.engine.wal.WalOptions;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Restores the state in which the database was last open: opens the regions, replays the log into
 * them, and then removes unlisted files that a crash left. The order matters: the log can prove
 * that the manifest is older than the log, and then an unlisted file was not left by a crash.
 * Unlisted files also stay while a listed file is missing, since they may have its rows.
 *
 * <p>Each logged change goes to its region unless the region's files have it already. Changes of
 * regions that no longer exist, or belong to a disabled table (whose memstores were flushed
 * before), are skipped. Used once, by the thread that opens the database.
 */
final class Recovery {
  /**
   * How it went.
   *
   * @param wal the log, open for what comes now
   * @param entries read back
   * @param tornBytes of the log, cut off at its end by a crash
   * @param orphanFiles removed
   */
  record Outcome(Wal wal, long entries, long tornBytes, int orphanFiles) {}

  /** A region, and for each of its families what is in files already. */
  private record Target(StoredRegion region, long[] flushedSequences) {}

  /** See {@link #maxUnforcedMillis}. */
  private static final long MIN_UNFORCED_MILLIS = 10_000;

  // Fixed at construction.
  private final DatabaseOptions options;
  private final StoreLayout layout;
  private final TableMap tables;
  private final DatabaseLog log;
  private final Maintenance maintenance;

  /** What the manifest said when the database was opened. */
  private Catalog catalog;

  /** Whether the log, to its end, is known to fit the manifest. */
  private boolean logFits;

  /** By the region's number; filled when the regions are open. */
  private final Map<Long, Target> targets = new HashMap<>();

  Recovery(
      DatabaseOptions options,
      StoreLayout layout,
      TableMap tables,
      DatabaseLog log,
      Maintenance maintenance) {
    this.options = options;
    this.layout = layout;
    this.tables = tables;
    this.log = log;
    this.maintenance = maintenance;
  }

  /**
   * Recovers, and lets the work in the background begin, splits too; on failure nothing stays open.
   */
  Outcome run(Manifest manifest, StoreOwner owner, Schema schema, AutomaticSplits splits)
      throws IOException {
    catalog = manifest.catalog();
    Wal wal = null;
    boolean recovered = false;
    try {
      log.noteRecovered(catalog.maxFlushedSequence());
      schema.openAll();
      List<Path> orphans = schema.orphans();
      if (!orphans.isEmpty() && isAnyListedMissing(orphans)) {
        orphans = List.of();
      }
      boolean repaired = layout.hasQuarantine();
      if (repaired) {
        orphans = withoutWhole(orphans);
      }
      WalReplay replay = readLog();
      manifest.refreshCopy();
      int orphanFiles = layout.deleteOrphans(orphans);
      wal =
          Wal.open(
              layout.fileSystem(),
              layout.logDirectory(),
              new WalOptions(
                  options.log().segmentBytes(),
                  options.newStoreId().getLeastSignificantBits(),
                  maxUnforcedMillis(),
                  repaired),
              log.lastSequence() + 1,
              replay,
              ledger(manifest, owner));
      log.continueWith(wal);
      maintenance.start(wal, splits);
      recovered = true;
      return new Outcome(wal, replay.entries(), replay.tornBytes(), orphanFiles);
    } finally {
      if (!recovered) {
        maintenance.close();
        tables.openRegions().forEach(region -> region.close(Reason.CLOSED));
        Closing.quietly(wal);
      }
    }
  }

  /**
   * Far more than the database's own thread leaves unforced on the slowest disk: then that thread
   * is dead. Without such a thread the owner of the database decides when the log is forced.
   */
  private long maxUnforcedMillis() {
    return options.threads().areOwn()
        ? Math.max(
            MIN_UNFORCED_MILLIS, 10 * Math.min(options.log().forceIntervalMillis(), 1L << 50))
        : 0;
  }

  private static WalLedger ledger(Manifest manifest, StoreOwner owner) {
    return new WalLedger() {
      @Override
      public void note(Supplier<WalExtent> log) throws IOException {
        manifest.noteLog(log);
      }

      @Override
      public void requireOwner() throws IOException {
        owner.requireOwner();
      }

      @Override
      public void requireRecord() throws IOException {
        owner.requireRecord();
      }
    };
  }

  /**
   * Whether a file is missing that is listed, of a disabled table or a snapshot: those of the
   * others are open. Tells so, since nothing else would before such a table is enabled.
   */
  private boolean isAnyListedMissing(List<Path> orphans) throws IOException {
    for (Path file : layout.storeFiles(catalog)) {
      if (!layout.fileSystem().exists(file)) {
        FailureLog.warning(
            Recovery.class,
            file
                + " is missing, which the manifest lists; so files that it does not list stay,"
                + " which may have the same rows ("
                + orphans.size()
                + ", as "
                + orphans.get(0)
                + ")",
            null);
        return true;
      }
    }
    return false;
  }

  /**
   * The orphans that a crash cut short. A whole one may be what a repair gave up because it was
   * missing.
   */
  private List<Path> withoutWhole(List<Path> orphans) {
    List<Path> cutShort = new ArrayList<>();
    for (Path file : orphans) {
      if (isWhole(file)) {
        FailureLog.warning(
            Recovery.class,
            file
                + " is not in the manifest, and stays: a repair may have given it up when it was"
                + " missing, see "
                + StoreLayout.QUARANTINE_NAME,
            null);
      } else {
        cutShort.add(file);
      }
    }
    return cutShort;
  }

  private boolean isWhole(Path file) {
    try {
      StoreFile.open(layout.fileSystem(), file, new BlockCache(0)).close();
      return true;
    } catch (CorruptFileException e) {
      return false;
    } catch (IOException e) {
      return true; // it may be: its key is missing, or it cannot be read now
    }
  }

  /**
   * Reads the whole log; no store file changes before it was found to fit the manifest. Memory
   * stays within its limits: the largest regions are flushed.
   */
  private WalReplay readLog() throws IOException {
    for (StoredRegion region : tables.storedRegions()) {
      long number = region.info().number();
      targets.put(number, new Target(region, flushed(region, catalog.regions().get(number))));
    }
    WalReplay replay =
        WalReplay.replay(layout.fileSystem(), layout.logDirectory(), catalog.log(), this::entry);
    log.noteRecovered(replay.lastSequence());
    return replay;
  }

  private void entry(long sequence, long regionNumber, byte[] buffer, int offset, int length)
      throws IOException {
    requireFit(regionNumber);
    log.noteRecovered(sequence);
    Target target = targets.get(regionNumber);
    if (target != null) {
      target.region().replay(sequence, buffer, offset, length, target.flushedSequences());
      if (maintenance.limits().isGlobalPressure()) {
        requireLogFits();
        maintenance.flushLargest();
      }
    }
  }

  /** Refuses a log that is newer than the manifest. */
  private void requireFit(long regionNumber) throws IOException {
    CatalogCheck.requireGiven(catalog.nextRegionNumber(), regionNumber, layout.manifestFile());
  }

  /**
   * Looks through a log that memory does not hold a second time, once: a flush, and the compaction
   * after it, would replace files that the manifest of the log's time lists.
   */
  private void requireLogFits() throws IOException {
    if (!logFits) {
      WalReplay.replay(
          layout.fileSystem(),
          layout.logDirectory(),
          catalog.log(),
          (sequence, region, buffer, offset, length) -> requireFit(region));
      logFits = true;
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
