package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;
import java.io.IOException;
import java.util.Arrays;

/**
 * The rows of one family in the direction of the scan: carries out the decisions of the pipeline.
 *
 * <p>Between calls it is on its head, the first cell not yet judged: of the current row if a limit
 * stopped it there, else of the next row that has any cell, visible or not. A reversed scan reads
 * each row forwards and jumps back between rows.
 *
 * <p>Used by one thread. It owns its cursor.
 */
final class FamilyScanner implements AutoCloseable {
  // Fixed at construction.
  private final CellCursor cursor;
  private final ScanPipeline pipeline;
  private final RowFilter filter;

  /** Null if there is none. */
  private final ScanWatch watch;

  private final boolean reversed;
  private final boolean get;
  private final boolean singleRow;
  private final int limit;
  private final int offset;
  private final byte[] family;
  private final long maxRowBytes;
  private final HiddenCells hidden;

  private final SearchKey key = new SearchKey();

  // The row it is in.
  private final RememberedBytes row = new RememberedBytes();
  private final Cell rowCell = new Cell();
  private int cellsInRow;

  /** Of the row, how much this call has read, as HBase counts it. */
  private long callBytes;

  /** Takes what a row that is skipped shows; emptied at once. Null without a filter: none is. */
  private final CellBatch nowhere;

  private boolean ended;

  FamilyScanner(CellCursor cursor, ScanPipeline pipeline, ScanSpec spec, FamilySource source) {
    this.cursor = cursor;
    this.pipeline = pipeline;
    this.filter = spec.filter();
    this.watch = spec.watch();
    this.reversed = spec.reversed();
    this.get = spec.get();
    this.singleRow = isSingleRow(spec);
    this.nowhere = filter == null ? null : new CellBatch();
    this.limit = spec.storeLimit();
    this.offset = spec.storeOffset();
    this.family = source.family();
    this.maxRowBytes = source.maxRowBytes();
    this.hidden = source.hidden();
  }

  /** The first cell not yet judged, or null when nothing is left. */
  Cell head() {
    return ended ? null : cursor.cell();
  }

  /** Moves the head to the scan's first row: at or after {@code start}, or at or before it. */
  void start(Cell start) throws IOException {
    if (reversed) {
      seekBackwards(start);
    } else {
      cursor.seek(start);
    }
  }

  /** Moves the head to the last row of all, for a reversed scan without a start. */
  void startAtLastRow(Cell afterAll) throws IOException {
    cursor.previousRow(afterAll);
  }

  /** Moves the head forward to the row of {@code cell}, or behind it. */
  void advanceToRow(Cell cell) throws IOException {
    Cell head = head();
    if (head != null && CellOrder.compareRows(head, cell) < 0) {
      row.clear();
      cursor.seekForward(key.firstOnRow(cell));
    }
  }

  /**
   * Appends what is visible of the head's row until the row ends or the limits are reached.
   *
   * @param limits counts what is appended, and ends the call before a cell when its time is up
   */
  void readRow(CellBatch out, Limits limits) throws IOException {
    callBytes = 0;
    Cell cell = enterRow();
    while (cell != null) {
      if (watch != null && limits.pauseBefore(cell, watch)) {
        return;
      }
      if (filter != null && filter.filterAllRemaining()) {
        ended = true;
        return;
      }
      if (!row.isRowOf(cell)) {
        row.clear();
        return;
      }
      Verdict verdict = pipeline.judge(cell);
      switch (verdict) {
        case INCLUDE, INCLUDE_NEXT_COLUMN, INCLUDE_NEXT_ROW -> {
          if (include(cell, out, limits)) {
            endRow();
            return;
          }
          cell = move(verdict);
          if (limits.reached()) {
            return;
          }
        }
        default -> cell = move(verdict);
      }
    }
    row.clear();
  }

  /** Judges the rest of the head's row, as a filter expects, and shows nothing of it. */
  void drainRow(Limits unlimited) throws IOException {
    if (reversed) {
      // HBase jumps here; the filter does not see the rest.
      enterRow();
      endRow();
      return;
    }
    readRow(nowhere, unlimited);
    nowhere.clear();
  }

  /** See {@link io.rowandb.engine.cell.CellScanner#heldBytes}. */
  long heldBytes() {
    return cursor.heldBytes();
  }

  @Override
  public void close() {
    ended = true;
    cursor.close();
    long cells = pipeline.takeHidden();
    if (cells > 0) {
      hidden.add(cells);
    }
  }

  private static boolean isSingleRow(ScanSpec spec) {
    return spec.get()
        || (spec.includeStart()
            && spec.includeStop()
            && spec.startRow().length > 0
            && Arrays.equals(spec.startRow(), spec.stopRow()));
  }

  private Cell enterRow() {
    Cell cell = cursor.cell();
    if (!row.isRowOf(cell)) {
      row.setRow(cell);
      if (reversed) {
        rowCell.set(cell);
      }
      cellsInRow = 0;
      pipeline.startRow();
    }
    return cell;
  }

  /**
   * Appends a cell, unless the family's offset drops it.
   *
   * @return whether the family's limit for this row is now reached
   */
  private boolean include(Cell cell, CellBatch out, Limits limits) throws IOException {
    cellsInRow++;
    if (filter == null) {
      if (cellsInRow > offset) {
        count(cell, cell.length(), limits);
        out.add(cell);
      }
    } else {
      int size = out.size();
      int length = cell.length();
      filter.transform(cell, out);
      if (cellsInRow <= offset || out == nowhere) {
        out.truncate(size);
      } else {
        count(cell, length, limits);
      }
    }
    return limit >= 0 && cellsInRow > offset && cellsInRow >= limit + offset;
  }

  /** Counts a cell, of which there may be too much in one row. */
  private void count(Cell cell, int length, Limits limits) throws IOException {
    limits.count(length);
    callBytes += length + Integer.BYTES;
    if (callBytes > maxRowBytes && isReadWhole()) {
      String row = Bytes.printable(cell.array(), cell.rowOffset(), cell.rowLength());
      throw new LargeRowException(maxRowBytes, row, Bytes.printable(family));
    }
  }

  /**
   * On a cluster, other reads go through a row in pieces, which clients assemble. The client
   * determines the size of a piece, which is unknown here: no row is refused that a cluster would
   * read.
   */
  private boolean isReadWhole() {
    return get || (filter != null && filter.hasFilterRow());
  }

  private void endRow() throws IOException {
    move(Verdict.NEXT_ROW);
    row.clear();
  }

  /** Makes the move a verdict asks for; the new head, or null at the end. */
  private Cell move(Verdict verdict) throws IOException {
    return switch (verdict) {
      case INCLUDE, SKIP -> inDirection(cursor.next());
      case INCLUDE_NEXT_COLUMN, NEXT_COLUMN -> inDirection(nextColumn());
      case INCLUDE_NEXT_ROW, NEXT_ROW -> nextRow();
      case HINT -> toHint();
      case PASS -> throw new AssertionError(verdict);
    };
  }

  private Cell nextColumn() throws IOException {
    // Markers of the family are among the versions of the empty qualifier: none may be jumped.
    if (cursor.cell().qualifierLength() == 0) {
      return cursor.nextVersion();
    }
    byte[] wanted = pipeline.nextWantedColumn();
    return wanted == null ? cursor.nextColumn() : cursor.toColumn(wanted);
  }

  private Cell nextRow() throws IOException {
    if (singleRow) {
      ended = true;
      return null;
    }
    return reversed ? cursor.previousRow(key.firstOnRow(rowCell)) : cursor.nextRow();
  }

  private Cell toHint() throws IOException {
    Cell cell = cursor.cell();
    Cell hint = filter.nextCellHint(cell);
    if (hint == null) {
      return inDirection(cursor.next());
    }
    if (!reversed) {
      return CellOrder.compareCells(hint, cell) > 0 ? cursor.seekForward(hint) : cursor.next();
    }
    return CellOrder.compareRows(hint, cell) < 0 ? seekBackwards(hint) : inDirection(cursor.next());
  }

  /** For a reversed scan: when the row is at its end, to the row before it. */
  private Cell inDirection(Cell at) throws IOException {
    if (reversed && (at == null || !row.isRowOf(at))) {
      return cursor.previousRow(key.firstOnRow(rowCell));
    }
    return at;
  }

  /** To the first cell at or after {@code target} in its row, else to the row before. */
  private Cell seekBackwards(Cell target) throws IOException {
    Cell at = cursor.seek(target);
    if (at != null && at.sameRow(target)) {
      return at;
    }
    return cursor.previousRow(key.firstOnRow(target));
  }
}
