package io.rowandb.engine.region;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.compaction.CompactionRules;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.GrowthLimit;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.memstore.StressCells;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.store.CacheLoading;
import io.rowandb.engine.store.DatabaseActivity;
import io.rowandb.engine.store.ObsoleteFiles;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreActivity;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.store.StoreManifest;
import io.rowandb.engine.store.StoreOptions;
import io.rowandb.engine.store.StoreView;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.jcstress.Unchecked;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The content of a region of one family, over a log that only counts. */
final class StressContent {
  private static final byte[] NO_ROW = new byte[0];
  private static final RegionInfo INFO = new RegionInfo("t", new RegionRange(NO_ROW, NO_ROW), 1, 1);
  private static final StoreSet STORES = stores();

  private final RegionContent content;

  StressContent() {
    StoreView empty = Unchecked.get(() -> STORES.get(0).open(List.of()));
    RegionView view = new RegionView(STORES, new StoreView[] {empty});
    content = new RegionContent(INFO, new CountingLog(), view, (bytes, activeBytes) -> {});
  }

  /** Commits a put; its sequence id. */
  long commit(RowMutation put) {
    return Unchecked.get(
        () -> content.commit(List.of(put), STORES, Durability.SYNC_WAL, 1, WriteTiming.DONE));
  }

  void freeze() {
    boolean frozen = Unchecked.get(content::freeze);
    assert frozen : "there was a cell";
  }

  /**
   * What a snapshot shows.
   *
   * @return its read point times ten, and how many cells up to there its view has; -1 when one is
   *     torn
   */
  int look() {
    return Unchecked.get(
        () -> {
          RegionViews.Snapshot snapshot = content.views().snapshot(0);
          try {
            StoreView view = snapshot.view().store(0);
            int found = 0;
            try (CellScanner active = view.active().scanner()) {
              found = StressCells.count(active, snapshot.readPoint());
            }
            if (view.frozen() != null) {
              try (CellScanner frozen = view.frozen().scanner()) {
                found += StressCells.count(frozen, snapshot.readPoint());
              }
            }
            return found < 0 ? -1 : (int) snapshot.readPoint() * 10 + found;
          } finally {
            snapshot.view().unpin();
          }
        });
  }

  private static StoreSet stores() {
    StoreManifest manifest =
        new StoreManifest() {
          @Override
          public void commit(List<Change> changes) {
            throw new AssertionError("nothing is flushed");
          }

          @Override
          public String newFileName() {
            throw new AssertionError("nothing is flushed");
          }
        };
    MemoryFileSystem files = new MemoryFileSystem();
    StoreEnvironment environment =
        new StoreEnvironment(
            Path.of("/store"),
            files,
            Clock.systemUTC(),
            new BlockCache(0),
            new CacheLoading(Runnable::run),
            manifest,
            new ObsoleteFiles(files),
            ChunkPool.NONE,
            new DatabaseActivity());
    VersionRules rules =
        new VersionRules(1, 0, VersionRules.FOREVER, VersionRules.KeepDeletedCells.FALSE, false, 0);
    StoreOptions options =
        new StoreOptions(
            "f",
            rules,
            Long.MAX_VALUE,
            StoreFileOptions.DEFAULT,
            BlockCaching.DEFAULT,
            0,
            new CompactionRules(
                new CompactionSettings(
                    2, 2, 1, 0, 0, 16, 0, 0, Long.MAX_VALUE, OffPeakSettings.NEVER),
                (all, wish, ttlMillis, nowMillis) -> CompactionSelection.NONE,
                true,
                GrowthLimit.NONE,
                0));
    return new StoreSet(
        List.of(
            new Store(
                options, NO_ROW, NO_ROW, Path.of("/store/f"), environment, new StoreActivity())));
  }

  private static final class CountingLog implements RegionLog {
    private final AtomicLong last = new AtomicLong();

    @Override
    public long append(long regionNumber, List<RowMutation> mutations) {
      return last.incrementAndGet();
    }

    @Override
    public void sync(long sequence, Durability durability) {}

    @Override
    public boolean hasWritten(long first) {
      return true;
    }

    @Override
    public long lastSequence() {
      return last.get();
    }
  }
}
