package io.rowandb.engine.store;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.memstore.FrozenMemStore;
import io.rowandb.engine.memstore.MemStore;
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
 * <p>A source is too old when its greatest timestamp is below the range: what is below cannot be
 * returned, and markers there mask only what is below too. It is too new only if it has no delete
 * markers, for these reach back in time.
 */
public final class SourceSelection {
  // Fixed at construction.
  private final ScanSpec spec;
  private final boolean cacheBlocks;
  private final long minTimestamp;
  private final long maxTimestamp;

  /** The selection for one family of one read. */
  public SourceSelection(
      ScanSpec spec, Store store, long minTimestamp, long maxTimestamp, long nowMillis) {
    VersionRules rules = store.rules();
    long oldestLiving =
        rules.minVersions() > 0 || rules.ttlMillis() == VersionRules.FOREVER
            ? Long.MIN_VALUE
            : nowMillis - rules.ttlMillis();
    this.spec = spec;
    this.cacheBlocks = spec.cacheBlocks() && store.options().cacheBlocks();
    this.minTimestamp = Math.max(minTimestamp, oldestLiving);
    this.maxTimestamp = maxTimestamp;
  }

  /** Appends a scanner for each source of {@code view} that matters, newest first. */
  public void open(StoreView view, List<CellScanner> out) throws IOException {
    MemStore active = view.active();
    if (active.cellCount() > 0 && active.maxTimestamp() >= minTimestamp) {
      out.add(active.scanner());
    }
    FrozenMemStore frozen = view.frozen();
    if (frozen != null && frozen.maxTimestamp() >= minTimestamp) {
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
    if (info.entryCount() == 0 || info.maxTimestamp() < minTimestamp) {
      return false;
    }
    if (info.deleteMarkers() == 0 && info.minTimestamp() >= maxTimestamp) {
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
}
