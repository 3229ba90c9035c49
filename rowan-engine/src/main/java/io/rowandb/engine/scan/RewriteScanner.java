package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.List;

/**
 * The cells that a flush or compaction writes, in order: the same stages as a read, with other
 * settings.
 *
 * <p>Nothing is retained for open scans: they read the sources they have pinned, never the output
 * of this scanner.
 *
 * <p>Cells keep their sequence ids here; the file's writer decides which of them to omit.
 *
 * <p>Used by one thread. It owns the scanners it was given.
 */
public final class RewriteScanner implements AutoCloseable {
  /** Cells passed over between two looks. */
  private static final int CELLS_PER_LOOK = 256;

  /** Called now and then while invisible cells are skipped. */
  public interface Watch {
    /** Ends the work by throwing. */
    void look() throws IOException;
  }

  // Fixed at construction.
  private final CellCursor cursor;
  private final ScanPipeline pipeline;

  private final RememberedBytes row = new RememberedBytes();

  /** The cell to be written; null before the first and after the last. */
  private Cell cell;

  private Watch watch = () -> {};

  /** Cells passed over so far, to look now and then. */
  private int passed;

  /** How the cell was judged, and so where to go on from it. */
  private Verdict verdict = Verdict.SKIP;

  private RewriteScanner(CellCursor cursor, ScanPipeline pipeline) {
    this.cursor = cursor;
    this.pipeline = pipeline;
  }

  /**
   * As {@link #open(List, VersionRules, ScanMode, long, long)} when nothing is known of the
   * earliest put: delete markers that are kept stay until versions or TTL remove them.
   */
  public static RewriteScanner open(
      List<CellScanner> newestFirst, VersionRules rules, ScanMode mode, long nowMillis) {
    return open(newestFirst, rules, mode, Long.MIN_VALUE, nowMillis);
  }

  /**
   * Opens a rewrite of {@code newestFirst}, which it closes with itself.
   *
   * @param mode FLUSH, MINOR_COMPACTION, or MAJOR_COMPACTION whenever all files are rewritten
   * @param earliestPutTimestamp the least timestamp of a put in the sources; with
   *     KEEP_DELETED_CELLS a major compaction drops older markers
   * @param nowMillis the time for TTLs
   */
  public static RewriteScanner open(
      List<CellScanner> newestFirst,
      VersionRules rules,
      ScanMode mode,
      long earliestPutTimestamp,
      long nowMillis) {
    if (mode == ScanMode.USER || mode == ScanMode.USER_RAW) {
      throw new IllegalArgumentException("not a mode of rewriting: " + mode);
    }
    return open(
        newestFirst,
        ScanPipeline.rewrite(rules, mode, OlderRows.ANY, earliestPutTimestamp, nowMillis));
  }

  /**
   * Opens a flush that drops the delete markers of all rows but {@code olderRows}: as a major
   * compaction would, which has nothing of those rows to mask either.
   */
  public static RewriteScanner openFlush(
      CellScanner cells, VersionRules rules, OlderRows olderRows, long nowMillis) {
    return open(
        List.of(cells),
        ScanPipeline.rewrite(rules, ScanMode.FLUSH, olderRows, Long.MIN_VALUE, nowMillis));
  }

  private static RewriteScanner open(List<CellScanner> newestFirst, ScanPipeline pipeline) {
    return new RewriteScanner(
        new CellCursor(MergingScanner.merge(newestFirst), Long.MAX_VALUE), pipeline);
  }

  /** Sets the watch to call while cells are skipped. */
  public void watch(Watch watch) {
    this.watch = watch;
  }

  /** Moves to the next cell to be written; false at the end. */
  public boolean next() throws IOException {
    Cell at = move(verdict);
    while (at != null) {
      if (!row.isRowOf(at)) {
        row.setRow(at);
        pipeline.startRow();
      }
      verdict = pipeline.judge(at);
      switch (verdict) {
        case INCLUDE, INCLUDE_NEXT_COLUMN, INCLUDE_NEXT_ROW -> {
          cell = at;
          return true;
        }
        default -> {
          if (++passed % CELLS_PER_LOOK == 0) {
            watch.look();
          }
          at = move(verdict);
        }
      }
    }
    cell = null;
    return false;
  }

  /** The cell to be written; valid until the next move. */
  public Cell cell() {
    return cell;
  }

  @Override
  public void close() {
    cell = null;
    cursor.close();
  }

  private Cell move(Verdict verdict) throws IOException {
    return switch (verdict) {
      case INCLUDE, SKIP -> cursor.next();
      case INCLUDE_NEXT_COLUMN, NEXT_COLUMN -> nextColumn();
      case INCLUDE_NEXT_ROW, NEXT_ROW -> cursor.nextRow();
      case HINT, PASS -> throw new AssertionError(verdict);
    };
  }

  private Cell nextColumn() throws IOException {
    // Markers of the family are among the versions of the empty qualifier: none may be jumped.
    return cursor.cell().qualifierLength() == 0 ? cursor.nextVersion() : cursor.nextColumn();
  }
}
