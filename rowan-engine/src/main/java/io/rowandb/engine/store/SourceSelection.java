package io.rowandb.engine.store;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.memstore.FrozenMemStore;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Opens scanners over those sources of a view that may hold a cell the read could return, or a
 * delete marker that could mask one. The others are skipped by key range, time range, TTL or Bloom
 * filter, without being opened.
 *
 * <p>By time, a source is skipped exactly when it holds nothing in the time range, or only expired
 * cells. The rule must be exact, because clients see which sources are opened: a raw read shows
 * their markers and expired cells, and filters are asked about rows that show nothing.
 */
public final class SourceSelection {
  // Fixed at construction.
  private final ScanSpec spec;
  private final FileSelections counts;

  /** The one row that is read, or null. */
  private final byte[] row;

  /** The only columns that are read of that row, and what Bloom filters are asked; null for all. */
  private final byte[][] columns;

  private final boolean cacheBlocks;
  private final long readAheadAfterBytes;
  private final long minTimestamp;
  private final long maxTimestamp;
  private final long oldestLiving;

  /** The selection for one family of one read. */
  public SourceSelection(
      ScanSpec spec, Store store, long minTimestamp, long maxTimestamp, long nowMillis) {
    VersionRules rules = store.rules();
    this.spec = spec;
    this.counts = store.selections();
    this.row = oneRow(spec);
    this.columns = row == null ? null : columns(spec, store.family());
    this.cacheBlocks = spec.cacheBlocks();
    this.readAheadAfterBytes =
        row == null ? readAheadAfterBytes(spec, store.options()) : StoreFile.NEVER_READ_AHEAD;
    this.minTimestamp = minTimestamp;
    this.maxTimestamp = maxTimestamp;
    this.oldestLiving = spec.raw() ? Long.MIN_VALUE : rules.oldestKept(nowMillis);
  }

  private static long readAheadAfterBytes(ScanSpec spec, StoreOptions options) {
    return switch (spec.readType()) {
      case STREAM -> 0;
      case PREAD -> StoreFile.NEVER_READ_AHEAD;
      case DEFAULT -> {
        boolean never = options.readAheadAfterBytes() == StoreFile.NEVER_READ_AHEAD;
        // A scan that does not want its blocks kept is taken for one that reads a lot.
        yield spec.cacheBlocks() || never ? options.readAheadAfterBytes() : 0;
      }
    };
  }

  /** The row of a get, or of a scan that is one. */
  private static byte[] oneRow(ScanSpec spec) {
    boolean one =
        spec.get()
            || (spec.includeStart()
                && spec.includeStop()
                && spec.startRow().length > 0
                && Arrays.equals(spec.startRow(), spec.stopRow()));
    return one ? spec.startRow() : null;
  }

  /**
   * Raw reads show what else is in a file that is opened, and filters are asked about rows that
   * show nothing. HBase leaves out files all the same when one column is read, and only then.
   */
  private static byte[][] columns(ScanSpec spec, byte[] family) {
    List<ScanSpec.FamilySpec> families = spec.families();
    for (int i = 0; i < families.size(); i++) {
      byte[][] qualifiers = families.get(i).qualifiers();
      if (qualifiers != null && Arrays.equals(families.get(i).family(), family)) {
        boolean safe = qualifiers.length == 1 || (!spec.raw() && spec.filter() == null);
        return safe ? qualifiers : null;
      }
    }
    return null;
  }

  /**
   * Appends a scanner for each source of {@code view} that matters, newest first.
   *
   * @param passing whether the reader is one of {@link MemStore#passingScanner}
   */
  public void open(StoreView view, boolean passing, List<CellScanner> out) throws IOException {
    counts.read();
    int before = out.size();
    MemStore active = view.active();
    if (active.cellCount() > 0 && isInTime(active.minTimestamp(), active.maxTimestamp())) {
      out.add(passing ? active.passingScanner() : active.scanner());
    }
    FrozenMemStore frozen = view.frozen();
    if (frozen != null && isInTime(frozen.minTimestamp(), frozen.maxTimestamp())) {
      out.add(passing ? frozen.passingScanner() : frozen.scanner());
    }
    int memStores = out.size() - before;
    openFiles(view.files(), out);
    if (memStores > 0 && out.size() == before + memStores) {
      counts.readOfMemStores();
    }
  }

  private void openFiles(List<SharedStoreFile> files, List<CellScanner> out) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      SharedStoreFile file = files.get(i);
      if (mayMatter(file)) {
        out.add(file.file().scanner(cacheBlocks, readAheadAfterBytes));
      }
    }
  }

  private boolean mayMatter(SharedStoreFile file) throws IOException {
    StoreFileInfo info = file.info();
    if (info.entryCount() == 0 || !isInTime(info.minTimestamp(), info.maxTimestamp())) {
      return counts.leaveOutByTime();
    }
    byte[] least = spec.reversed() ? spec.stopRow() : spec.startRow();
    byte[] greatest = spec.reversed() ? spec.startRow() : spec.stopRow();
    if (!info.hasRowsBetween(least, greatest)) {
      return counts.leaveOutByRange();
    }
    return row == null ? mayHaveRange(file.file(), least, greatest) : mayHaveRow(file.file());
  }

  private boolean mayHaveRange(StoreFile file, byte[] least, byte[] greatest) throws IOException {
    boolean inclusive = spec.reversed() ? spec.includeStart() : spec.includeStop();
    return file.filtersRange(least, greatest, inclusive)
        ? filtered(file.mayContainRange(least, greatest, inclusive))
        : counts.open();
  }

  private boolean mayHaveRow(StoreFile file) throws IOException {
    if (columns == null) {
      return file.filtersRows() ? filtered(file.mayContainRow(row)) : counts.open();
    }
    return file.filtersColumns() ? filtered(file.mayContainColumns(row, columns)) : counts.open();
  }

  private boolean filtered(boolean may) {
    return may ? counts.openByFilter() : counts.leaveOutByFilter();
  }

  /** Whether a source with cells of these times, or about them, matters. */
  private boolean isInTime(long least, long greatest) {
    return least < maxTimestamp && greatest >= minTimestamp && greatest >= oldestLiving;
  }
}
