package io.rowandb.engine.store;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.memstore.FrozenMemStore;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.scan.FamilySource;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Opens scanners over those sources of a view that may hold a cell the read could return, or a
 * delete marker that could mask one. The others are left out by key range, time range, TTL or Bloom
 * filter, without being opened.
 *
 * <p>By time exactly those of {@link FamilySource#concerns} are left out: a raw read shows markers
 * and expired cells of whatever is opened, and filters are asked about rows that show nothing.
 */
public final class SourceSelection {
  // Fixed at construction.
  private final ScanSpec spec;
  private final boolean cacheBlocks;
  private final long minTimestamp;
  private final long maxTimestamp;
  private final long oldestLiving;

  /** The selection for one family of one read. */
  public SourceSelection(
      ScanSpec spec, Store store, long minTimestamp, long maxTimestamp, long nowMillis) {
    VersionRules rules = store.rules();
    boolean ageless =
        spec.raw() || rules.minVersions() > 0 || rules.ttlMillis() == VersionRules.FOREVER;
    this.spec = spec;
    this.cacheBlocks = spec.cacheBlocks();
    this.minTimestamp = minTimestamp;
    this.maxTimestamp = maxTimestamp;
    this.oldestLiving = ageless ? Long.MIN_VALUE : nowMillis - rules.ttlMillis();
  }

  /** Appends a scanner for each source of {@code view} that matters, newest first. */
  public void open(StoreView view, List<CellScanner> out) throws IOException {
    MemStore active = view.active();
    if (active.cellCount() > 0 && isInTime(active.minTimestamp(), active.maxTimestamp())) {
      out.add(active.scanner());
    }
    FrozenMemStore frozen = view.frozen();
    if (frozen != null && isInTime(frozen.minTimestamp(), frozen.maxTimestamp())) {
      out.add(frozen.scanner());
    }
    List<SharedStoreFile> files = view.files();
    for (int i = 0; i < files.size(); i++) {
      SharedStoreFile file = files.get(i);
      if (mayMatter(file)) {
        // A scan that does not want its blocks kept is taken for one that reads a lot.
        out.add(file.file().scanner(cacheBlocks, !spec.get() && !spec.cacheBlocks()));
      }
    }
  }

  private boolean mayMatter(SharedStoreFile file) throws IOException {
    StoreFileInfo info = file.info();
    if (info.entryCount() == 0 || !isInTime(info.minTimestamp(), info.maxTimestamp())) {
      return false;
    }
    if (spec.get()) {
      return file.file().mayContainRow(spec.startRow());
    }
    byte[] least = spec.reversed() ? spec.stopRow() : spec.startRow();
    byte[] greatest = spec.reversed() ? spec.startRow() : spec.stopRow();
    return Arrays.compareUnsigned(info.lastRow(), least) >= 0
        && (greatest.length == 0 || Arrays.compareUnsigned(info.firstRow(), greatest) <= 0);
  }

  /** Whether a source with cells of these times, or about them, matters. */
  private boolean isInTime(long least, long greatest) {
    return least < maxTimestamp && greatest >= minTimestamp && greatest >= oldestLiving;
  }
}
