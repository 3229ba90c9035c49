package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The visible cells of a scan over one region, row by row, with its families merged.
 *
 * <p>It calls the row-level methods of the filter in HBase's order: all-remaining and row key
 * before a row, row cells and row verdict after it, and reset when the scan leaves it. Families
 * that the filter does not need (and the scan wants only on demand) are read only for rows that
 * passed.
 *
 * <p>A row begins where any family has any cell up to the read point, visible or not: a filter may
 * be asked about the key of a row that then shows nothing. Rows that show nothing are skipped.
 *
 * <p>Used by one thread. It owns the scanners it was given. After an exception only {@link #close}
 * may be called.
 */
public final class RowScanner implements AutoCloseable {
  // Fixed at construction.
  private final RowFilter filter;

  /** Null if there is none. */
  private final ScanWatch watch;

  private final RowBounds bounds;
  private final boolean reversed;

  /** Read for every row, in byte order of the names. */
  private final FamilyScanner[] families;

  /** Read for rows that passed the filter. */
  private final FamilyScanner[] onDemand;

  private final Limits limits = new Limits();
  private final Limits unlimited = new Limits();

  // Where it is.
  private final Cell rowCell = new Cell();
  private boolean amongOnDemand;
  private boolean exhausted;
  private long filteredRows;
  private boolean filterEnded;

  private RowScanner(
      ScanSpec spec, RowBounds bounds, List<FamilyScanner> families, List<FamilyScanner> onDemand) {
    this.filter = spec.filter();
    this.watch = spec.watch();
    this.reversed = spec.reversed();
    this.bounds = bounds;
    this.families = families.toArray(new FamilyScanner[0]);
    this.onDemand = onDemand.toArray(new FamilyScanner[0]);
    this.unlimited.reset(Integer.MAX_VALUE, Long.MAX_VALUE, false);
  }

  /**
   * Opens a scan of the part of {@code spec}'s rows that lies in [{@code rangeStart}, {@code
   * rangeEnd}); empty keys mean no bound. It closes the scanners of {@code families} with itself,
   * also when opening fails.
   *
   * @param families those the scan wants, in byte order of their names
   * @param readPoint cells with a greater sequence id are invisible
   * @param nowMillis the time for TTLs
   * @throws IllegalArgumentException for a raw scan with columns, or a reversed one that loads
   *     families on demand
   */
  public static RowScanner open(
      ScanSpec spec,
      byte[] rangeStart,
      byte[] rangeEnd,
      List<FamilySource> families,
      long readPoint,
      long nowMillis)
      throws IOException {
    List<FamilyScanner> always = new ArrayList<>(families.size());
    List<FamilyScanner> onDemand = new ArrayList<>(0);
    try {
      for (FamilySource source : families) {
        FamilyScanner scanner = openFamily(spec, source, readPoint, nowMillis);
        (isOnDemand(spec, source.family()) ? onDemand : always).add(scanner);
      }
      RowBounds bounds = RowBounds.of(spec, rangeStart, rangeEnd);
      for (FamilyScanner family : always) {
        bounds.start(family);
      }
      for (FamilyScanner family : onDemand) {
        bounds.start(family);
      }
      return new RowScanner(spec, bounds, always, onDemand);
    } catch (IOException | RuntimeException | Error e) {
      for (FamilySource source : families) {
        source.newestFirst().forEach(CellScanner::close);
      }
      throw e;
    }
  }

  /**
   * Appends the next cells, all of one row, to {@code out}; rows without a visible cell are passed
   * over, as long as the scan's watch does not end the call. It may do so inside of a row too,
   * unless the filter has to see whole rows.
   *
   * @param maxCells most cells, at least 1; {@code Integer.MAX_VALUE} for no limit
   * @param maxBytes the call ends after the cell that reaches this many bytes, at least 1, as HBase
   *     counts them; {@code Long.MAX_VALUE} for no limit. Not kept while a filter judges whole
   *     rows.
   * @throws IllegalArgumentException when {@code maxCells} ends a row that a filter with {@code
   *     hasFilterRow} has to see whole
   */
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    if (maxCells < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1: maxCells " + maxCells + ", maxBytes " + maxBytes);
    }
    if (exhausted) {
      return Progress.EXHAUSTED;
    }
    return filter == null
        ? nextUnfiltered(out, maxCells, maxBytes)
        : nextFiltered(out, maxCells, maxBytes);
  }

  /**
   * Whether the filter said that nothing more can pass. It spoke for this region: as in HBase, a
   * scan of the next region asks a filter of its own.
   */
  public boolean filterEndedScan() {
    return filterEnded;
  }

  /** How many rows the filter kept from being returned. */
  public long filteredRows() {
    return filteredRows;
  }

  /** About how many bytes of files' blocks it keeps between calls. */
  public long heldBytes() {
    long bytes = 0;
    for (FamilyScanner family : families) {
      bytes += family.heldBytes();
    }
    for (FamilyScanner family : onDemand) {
      bytes += family.heldBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    exhausted = true;
    for (FamilyScanner family : families) {
      family.close();
    }
    for (FamilyScanner family : onDemand) {
      family.close();
    }
  }

  private static FamilyScanner openFamily(
      ScanSpec spec, FamilySource source, long readPoint, long nowMillis) {
    ScanSpec.FamilySpec family = spec.familySpec(source.family());
    if (spec.raw() && family.qualifiers() != null) {
      throw new IllegalArgumentException("Cannot specify any column for a raw scan");
    }
    CellCursor cursor = new CellCursor(MergingScanner.merge(source.newestFirst()), readPoint);
    ScanPipeline pipeline = ScanPipeline.read(spec, family, source.rules(), nowMillis);
    return new FamilyScanner(cursor, pipeline, spec, source);
  }

  private static boolean isOnDemand(ScanSpec spec, byte[] family) throws IOException {
    boolean onDemand =
        spec.filter() != null
            && spec.loadFamiliesOnDemand()
            && !spec.filter().isFamilyEssential(family);
    if (onDemand && spec.reversed()) {
      throw new IllegalArgumentException(
          "Reverse scan with loading CFs on demand is not supported");
    }
    return onDemand;
  }

  private Progress nextUnfiltered(CellBatch out, int maxCells, long maxBytes) throws IOException {
    int from = out.size();
    limits.reset(maxCells, maxBytes, watch != null);
    while (enterRow()) {
      readRow(out);
      if (limits.reached() && isMoreInRow(families)) {
        return out.size() > from ? Progress.ROW_CONTINUES : Progress.PAUSED;
      }
      noteScanned();
      if (out.size() > from) {
        return Progress.ROW_COMPLETE;
      }
      if (limits.paused()) {
        return Progress.PAUSED;
      }
      noteFiltered();
      if (wantsPause()) {
        return Progress.PAUSED;
      }
    }
    return exhaust();
  }

  private Progress nextFiltered(CellBatch out, int maxCells, long maxBytes) throws IOException {
    int from = out.size();
    while (amongOnDemand || enterRow()) {
      boolean wholeRows = filter.hasFilterRow();
      limits.reset(maxCells, wholeRows ? Long.MAX_VALUE : maxBytes, watch != null && !wholeRows);
      if (!amongOnDemand) {
        if (filter.filterAllRemaining() || filter.filterRowKey(head())) {
          noteFiltered();
          if (filter.filterAllRemaining()) {
            filterEnded = true;
            return exhaust();
          }
          noteScanned();
          leaveRow();
          if (isOver()) {
            return Progress.PAUSED;
          }
          continue;
        }
        readRow(out);
        if (limits.reached()) {
          if (wholeRows) {
            throw new IllegalArgumentException(
                "a limit of "
                    + maxCells
                    + " cells cuts a row that the filter has to see whole (hasFilterRow)");
          }
          if (isMoreInRow(families)) {
            return out.size() > from ? rowContinues() : Progress.PAUSED;
          }
        }
        noteScanned();
        if (limits.paused() && out.size() == from) {
          leaveRow();
          return Progress.PAUSED;
        }
        if (isRowDropped(out, from, wholeRows)) {
          noteFiltered();
          out.truncate(from);
          leaveRow();
          if (wantsPause()) {
            return Progress.PAUSED;
          }
          continue;
        }
      }
      readOnDemand(out, from);
      if (amongOnDemand) {
        return out.size() > from ? rowContinues() : Progress.PAUSED;
      }
      if (out.size() > from) {
        return rowComplete();
      }
      noteFiltered();
      leaveRow();
    }
    if (filter.hasFilterRow()) {
      filter.filterRowCells(out, from);
    }
    // As in HBase it is asked at the end of the region too: the last row may have been its last.
    filter.reset();
    endIfFilterDone();
    return exhaust();
  }

  private void noteScanned() {
    if (watch != null) {
      watch.rowScanned();
    }
  }

  private void noteFiltered() {
    filteredRows++;
    if (watch != null) {
      watch.rowFiltered();
    }
  }

  /** Asked after a row that was read and shows nothing: whether to pause before the next one. */
  private boolean wantsPause() {
    Cell next = head();
    return next != null && !bounds.isPast(next) && isOver();
  }

  /** As in HBase, asked after a row that was dropped by its key, the last one too. */
  private boolean isOver() {
    return watch != null && watch.isOver();
  }

  /** Finds the row to go on with; false when the scan's rows are at their end. */
  private boolean enterRow() {
    Cell head = head();
    if (head == null || bounds.isPast(head)) {
      return false;
    }
    rowCell.set(head);
    return true;
  }

  /** The head that comes first in the direction of the scan, or null. */
  private Cell head() {
    Cell first = families.length == 0 ? null : families[0].head();
    for (int i = 1; i < families.length; i++) {
      Cell head = families[i].head();
      if (head != null && (first == null || isRowBefore(head, first))) {
        first = head;
      }
    }
    return first;
  }

  private boolean isRowBefore(Cell a, Cell b) {
    int c = CellOrder.compareRows(a, b);
    return reversed ? c > 0 : c < 0;
  }

  private void readRow(CellBatch out) throws IOException {
    if (families.length == 1) {
      readFamily(families[0], out);
      return;
    }
    for (FamilyScanner family : families) {
      if (isInRow(family)) {
        readFamily(family, out);
        if (limits.reached()) {
          return;
        }
      }
    }
  }

  private void readFamily(FamilyScanner family, CellBatch out) throws IOException {
    family.readRow(out, limits);
    if (watch != null) {
      limits.pauseIfOver(watch);
    }
  }

  private boolean isInRow(FamilyScanner family) {
    Cell head = family.head();
    return head != null && head.sameRow(rowCell);
  }

  private boolean isMoreInRow(FamilyScanner[] among) {
    for (FamilyScanner family : among) {
      if (isInRow(family)) {
        return true;
      }
    }
    return false;
  }

  /** The row verdict; a filter that sees whole rows is not asked about a row it emptied. */
  private boolean isRowDropped(CellBatch out, int from, boolean wholeRows) throws IOException {
    boolean wasEmpty = out.size() == from;
    if (wholeRows) {
      filter.filterRowCells(out, from);
      return wasEmpty || (out.size() > from && filter.filterRow());
    }
    return wasEmpty || filter.filterRow();
  }

  /** Reads the families on demand, from where a limit stopped; says in amongOnDemand if again. */
  private void readOnDemand(CellBatch out, int from) throws IOException {
    int middle = out.size();
    amongOnDemand = false;
    for (FamilyScanner family : onDemand) {
      family.advanceToRow(rowCell);
      if (isInRow(family)) {
        if (!limits.reached()) {
          readFamily(family, out);
        }
        amongOnDemand |= isInRow(family);
      }
    }
    if (middle > from && out.size() > middle) {
      RowCells.merge(out, from, middle);
    }
  }

  /** Goes through what is left of a row that is not returned, as the filter expects. */
  private void leaveRow() throws IOException {
    for (FamilyScanner family : families) {
      if (isInRow(family)) {
        family.drainRow(unlimited);
      }
    }
    filter.reset();
  }

  private Progress rowComplete() throws IOException {
    filter.reset();
    endIfFilterDone();
    return Progress.ROW_COMPLETE;
  }

  private Progress rowContinues() throws IOException {
    endIfFilterDone();
    return exhausted ? Progress.ROW_COMPLETE : Progress.ROW_CONTINUES;
  }

  private void endIfFilterDone() throws IOException {
    if (filter.filterAllRemaining()) {
      filterEnded = true;
      exhausted = true;
    }
  }

  private Progress exhaust() {
    exhausted = true;
    return Progress.EXHAUSTED;
  }
}
