package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.List;

/** The cells that a flush or compaction writes, in order. */
public final class RewriteScanner implements AutoCloseable {
  private final MergingScanner cells;

  private RewriteScanner(MergingScanner cells) {
    this.cells = cells;
  }

  /**
   * Opens a rewrite of {@code newestFirst}, which it closes with itself.
   *
   * @param mode FLUSH, MINOR_COMPACTION or MAJOR_COMPACTION
   * @param oldestReadPoint the least read point of all open scans
   */
  public static RewriteScanner open(
      List<CellScanner> newestFirst,
      VersionRules rules,
      ScanMode mode,
      long oldestReadPoint,
      long nowMillis)
      throws IOException {
    return new RewriteScanner(new MergingScanner(newestFirst));
  }

  /** Moves to the next cell to be written; false at the end. */
  public boolean next() throws IOException {
    throw new UnsupportedOperationException("rewrite");
  }

  /** The cell to be written, with the sequence id to be written; valid until the next move. */
  public Cell cell() {
    throw new UnsupportedOperationException("rewrite");
  }

  @Override
  public void close() {
    cells.close();
  }
}
