package io.rowandb.engine.load;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.load.BulkLoading.Part;
import io.rowandb.engine.region.RegionLoad;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.store.StoreManifest;
import io.rowandb.engine.store.UncertainCommitException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bulk loads of one or several tables in progress, all or none.
 *
 * <ol>
 *   <li>The files of all of them are staged: {@link BulkLoading}.
 *   <li>The caller's last look may still refuse all.
 *   <li>Then, while no table or region comes, goes or changes, each region that has rows of a file
 *       gets a link to it and a sequence id for it ({@link RegionLoad}). A file with rows of
 *       several regions is a link in each, as after a split.
 *   <li>One record of the manifest lists all of them. A crash before it leaves links that opening
 *       removes; a crash after it leaves the whole load. Readers of a region see its part of the
 *       load appear atomically, and of two tables that of the first before that of the second.
 *   <li>A source that must be moved is deleted after that; it stays if the deletion fails.
 * </ol>
 *
 * Used once, by one thread.
 */
final class LoadCommit {
  /** A region, and what it takes of the files of a table. */
  private record Taking(
      BulkLoading load, StoredRegion region, List<Part> parts, RegionLoad regionLoad) {}

  // Fixed at construction.
  private final StoreEnvironment environment;
  private final Maintenance maintenance;
  private final LoadableTables tables;
  private final List<BulkLoading> loads;

  private int links;
  private int flushes;

  LoadCommit(
      StoreEnvironment environment,
      Maintenance maintenance,
      LoadableTables tables,
      List<BulkLoading> loads) {
    this.environment = environment;
    this.maintenance = maintenance;
    this.tables = tables;
    this.loads = List.copyOf(loads);
  }

  /** Does it. */
  BulkLoadSummary run(BulkLoad.LastLook lastLook) throws IOException {
    long start = System.nanoTime();
    try {
      for (BulkLoading load : loads) {
        load.stage();
      }
      lastLook.look();
      long stagedAt = System.nanoTime();
      tables.whileNoneChanges(this::intoRegions);
      loads.forEach(BulkLoading::removeSources);
      long end = System.nanoTime();
      long verifyNanos = loads.stream().mapToLong(BulkLoading::verifyNanos).sum();
      return new BulkLoadSummary(
          loads.stream().mapToInt(BulkLoading::files).sum(),
          links,
          loads.stream().mapToLong(BulkLoading::bytes).sum(),
          verifyNanos,
          stagedAt - start - verifyNanos,
          end - stagedAt);
    } finally {
      loads.forEach(BulkLoading::end);
    }
  }

  private void intoRegions() throws IOException {
    List<Taking> takings = new ArrayList<>();
    try {
      for (BulkLoading load : loads) {
        for (Map.Entry<StoredRegion, List<Part>> each : load.plan().entrySet()) {
          StoredRegion region = each.getKey();
          takings.add(new Taking(load, region, each.getValue(), region.load()));
        }
      }
      for (Taking taking : takings) {
        flushes += taking.regionLoad().prepare();
      }
      for (Taking taking : takings) {
        flushes += taking.regionLoad().hold(taking.parts().size());
        taking.load().take(taking.regionLoad(), taking.parts());
        links += taking.parts().size();
      }
      list(takings.stream().map(Taking::regionLoad).toList());
    } finally {
      takings.forEach(taking -> taking.regionLoad().close());
    }
    maintenance.afterRegrouping(takings.stream().map(Taking::region).toList(), flushes);
  }

  private void list(List<RegionLoad> regions) throws IOException {
    List<StoreManifest.Change> listed = new ArrayList<>();
    for (RegionLoad region : regions) {
      region.holdView();
      listed.addAll(region.changes());
    }
    try {
      environment.manifest().commit(listed);
      regions.forEach(RegionLoad::keep);
    } catch (UncertainCommitException | RuntimeException | Error e) {
      regions.forEach(RegionLoad::keep); // perhaps it has them: opening tells
      throw e;
    }
    for (RegionLoad region : regions) {
      region.show();
    }
  }
}
