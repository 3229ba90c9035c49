package io.rowandb.engine;

import io.rowandb.engine.background.DatabaseLog;
import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.region.FlushRule;
import io.rowandb.engine.region.PurgeRequests;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionEnvironment;
import io.rowandb.engine.region.RegionHeir;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionLog;
import io.rowandb.engine.region.RowLocks;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.region.WriteGate;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.FamilyAttributes;
import io.rowandb.engine.settings.FamilyKeys;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.store.StoreOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Makes regions from their entries in the catalogue. */
final class RegionOpener {
  // Fixed at construction.
  private final StoreLayout layout;

  /** What regions with log and files share. */
  private final RegionEnvironment stored;

  /** What regions of transient tables share. */
  private final RegionEnvironment unlogged;

  /** What holds for tables and families that say nothing else. */
  private final DatabaseOptions options;

  private RegionOpener(
      StoreLayout layout,
      RegionEnvironment stored,
      RegionEnvironment unlogged,
      DatabaseOptions options) {
    this.layout = layout;
    this.stored = stored;
    this.unlogged = unlogged;
    this.options = options;
  }

  /**
   * For the regions of a database.
   *
   * @param stores for their files
   * @param log of those that are in the manifest; those of transient tables have none
   * @param maintenance of the same; the others have no limits
   * @param openScanners counts theirs
   * @param latencies times what they do
   */
  static RegionOpener of(
      DatabaseOptions options,
      StoreLayout layout,
      StoreEnvironment stores,
      RegionLog log,
      Maintenance maintenance,
      LongAdder openScanners,
      Latencies latencies) {
    RegionEnvironment stored =
        new RegionEnvironment(
            stores,
            log,
            new RowLocks(options.writes().rowLockWaitMillis()),
            maintenance.gate(),
            maintenance.purges(),
            openScanners,
            latencies,
            new FlushRule(options.memory().flushBytes(), Long.MAX_VALUE),
            options.writes().maxCellBytes(),
            options.writes().timestampSlopMillis(),
            /* isReadOnly= */ false);
    RegionEnvironment unlogged =
        new RegionEnvironment(
            stores,
            new DatabaseLog.Unlogged(),
            // Of its own: many rows are locked at once here, and no other writer is to wait for it.
            new RowLocks(options.writes().rowLockWaitMillis()),
            WriteGate.OPEN,
            PurgeRequests.NONE,
            new LongAdder(),
            new Latencies(false),
            stored.flushRule(),
            options.writes().maxCellBytes(),
            options.writes().timestampSlopMillis(),
            /* isReadOnly= */ false);
    return new RegionOpener(layout, stored, unlogged, options);
  }

  /**
   * How the families of a table are stored that is made or changed; refuses also what an older
   * release took and serves.
   */
  List<StoreOptions> newFamilies(TableDescriptor table) throws RefusedException {
    List<StoreOptions> families = families(table);
    for (FamilyDescriptor family : table.families()) {
      FamilyAttributes.checkNew(family);
    }
    return families;
  }

  /** How the families of a table are stored; refuses attributes that break a rule. */
  List<StoreOptions> families(TableDescriptor table) throws RefusedException {
    boolean checks = options.tableChecks() && !TableAttributes.waivesChecks(table);
    TableAttributes.check(table, checks, options);
    List<StoreOptions> families = new ArrayList<>(table.families().size());
    for (FamilyDescriptor family : table.families()) {
      families.add(
          FamilyAttributes.read(family, checks, options, new FamilyKeys(options, table, family)));
    }
    return families;
  }

  /**
   * What the regions of a table share; what it says for itself goes first. Refuses attributes that
   * break a rule.
   */
  RegionEnvironment stored(TableDescriptor table) throws RefusedException {
    return stored.with(
        TableAttributes.flushRule(table, options),
        TableAttributes.maxCellBytes(table, stored.maxCellBytes()),
        TableAttributes.isReadOnly(table));
  }

  /** A region that serves. */
  StoredRegion open(TableDescriptor table, Catalog.RegionEntry entry) throws IOException {
    Map<String, List<String>> files = new HashMap<>();
    entry.families().forEach((name, family) -> files.put(name, family.files()));
    return StoredRegion.open(
        entry.info(), layout.regionDirectory(entry.info()), families(table), files, stored(table));
  }

  /** All regions of a table, serving; none stays open when one cannot be opened. */
  List<StoredRegion> openAll(TableDescriptor table, List<Catalog.RegionEntry> entries)
      throws IOException {
    List<StoredRegion> regions = new ArrayList<>(entries.size());
    boolean all = false;
    try {
      for (Catalog.RegionEntry entry : entries) {
        regions.add(open(table, entry));
      }
      all = true;
      return regions;
    } finally {
      if (!all) {
        regions.forEach(r -> r.close(RefusedException.Reason.REGION_CLOSED));
      }
    }
  }

  /** A region that is to have the rows of others of its table. */
  RegionHeir heir(TableDescriptor table, RegionInfo info) throws RefusedException {
    return new RegionHeir(info, layout.regionDirectory(info), families(table), stored(table));
  }

  /** A region of a disabled table. */
  StoredRegion offline(RegionInfo info) {
    return StoredRegion.offline(info, layout.regionDirectory(info), stored);
  }

  /** The region of a transient table. */
  StoredRegion openTransient(TableDescriptor table, RegionInfo info) throws IOException {
    return StoredRegion.open(
        info, layout.regionDirectory(info), families(table), Map.of(), unlogged);
  }
}
