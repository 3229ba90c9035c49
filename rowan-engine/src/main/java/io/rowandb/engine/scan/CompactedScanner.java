package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.List;

/**
 * Shows what a major compaction of some sources would leave, without writing it: each row is
 * rewritten in memory when the cursor reaches it.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code kept} holds what would be left of the current row; rows of which nothing would be
 *       left are skipped.
 *   <li>{@code source} is after that row: on the first cell of the next one.
 * </ol>
 *
 * <p>Memory is bounded by the ranges of one row's cells; their bytes are not copied. Used by one
 * thread. It owns the sources.
 */
final class CompactedScanner implements CellScanner {
  // Fixed at construction.
  private final CellScanner source;
  private final VersionRules rules;
  private final long readPoint;
  private final long nowMillis;

  private final CellBatch row = new CellBatch();
  private final CellBatch kept = new CellBatch();
  private final BatchScanner keptCells = new BatchScanner(kept);
  private final SearchKey key = new SearchKey();
  private final Cell from = new Cell();
  private final RememberedBytes mark = new RememberedBytes();
  private boolean started;

  /**
   * A cursor before the first cell.
   *
   * @param readPoint cells with a greater sequence id take no part
   */
  CompactedScanner(
      List<CellScanner> newestFirst, VersionRules rules, long readPoint, long nowMillis) {
    this.source = MergingScanner.merge(newestFirst);
    this.rules = rules;
    this.readPoint = readPoint;
    this.nowMillis = nowMillis;
  }

  @Override
  public Cell cell() {
    return keptCells.cell();
  }

  @Override
  public boolean next() throws IOException {
    if (!started) {
      started = true;
      source.next();
      return loadFrom() && keptCells.next();
    }
    return keptCells.next() || (loadFrom() && keptCells.next());
  }

  @Override
  public boolean seek(Cell target) throws IOException {
    started = true;
    source.seek(key.firstOnRow(target));
    boolean loaded = loadFrom();
    while (loaded) {
      if (keptCells.seek(target)) {
        return true;
      }
      loaded = loadFrom();
    }
    return false;
  }

  @Override
  public boolean seekBefore(Cell target) throws IOException {
    started = true;
    from.set(target);
    if (source.seek(key.firstOnRow(from)) && source.cell().sameRow(from)) {
      load();
      if (keptCells.seekBefore(target)) {
        return true;
      }
    }
    while (source.seekBefore(key.firstOnRow(from))) {
      from.set(source.cell());
      source.seek(key.firstOnRow(from));
      load();
      if (keptCells.seekBefore(target)) {
        return true;
      }
    }
    kept.clear();
    keptCells.rewind();
    started = false;
    return false;
  }

  @Override
  public void close() {
    kept.clear();
    keptCells.close();
    source.close();
  }

  /** Loads the next row of which something is left; false when there is none. */
  private boolean loadFrom() throws IOException {
    while (source.cell() != null) {
      load();
      if (!kept.isEmpty()) {
        return true;
      }
    }
    kept.clear();
    keptCells.close();
    return false;
  }

  /** Rewrites the row of the source's present cell. */
  private void load() throws IOException {
    row.clear();
    kept.clear();
    mark.setRow(source.cell());
    do {
      if (source.cell().sequence() <= readPoint) {
        row.add(source.cell());
      }
    } while (source.next() && mark.isRowOf(source.cell()));
    try (RewriteScanner rewrite =
        RewriteScanner.open(
            List.of(new BatchScanner(row)), rules, ScanMode.MAJOR_COMPACTION, nowMillis)) {
      while (rewrite.next()) {
        kept.add(rewrite.cell());
      }
    }
    keptCells.rewind();
  }
}
