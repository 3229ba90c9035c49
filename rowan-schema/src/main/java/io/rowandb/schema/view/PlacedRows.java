package io.rowandb.schema.view;

import io.rowandb.schema.pattern.WriteEnds;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Puts the rows of new views at the times of their source rows' last writes, without a look at the
 * views and without a change of the source. What a writer of the source puts or deletes later has a
 * greater time, and wins whenever it comes, as long as the view keeps its deletions; so rows that
 * were read some time ago are left to others. Used by one thread.
 */
final class PlacedRows<R> {
  /** A scanner sees its rows as they were when it was opened; then another is. */
  static final long RENEWED_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** The oldest that rows are put by: short, against how long deletions are kept. */
  private static final long OLDEST_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** How long a view must keep deletions: two hours of them are for calls that come late. */
  private static final long KEPT_MILLIS = TimeUnit.HOURS.toMillis(4);

  // Fixed at construction.
  private final List<ViewTable<R, ?>> views;
  private final WriteEnds<R> ends;
  private final Column mark;

  /** Whether no program that knows no marks can have written the source of late. */
  private final boolean isMarkedByAll;

  PlacedRows(TableDesign<R> source, List<ViewTable<R, ?>> views, WriteEnds<R> ends) {
    this.views = views;
    this.ends = ends;
    mark = source.mark();
    isMarkedByAll = source.isMarked() || views.size() < ends.followers().size();
  }

  /** Whether records change by their writes alone, and the tables of all views keep deletions. */
  static <R> boolean serves(SourceRows<R> source, List<ViewTable<R, ?>> views) throws IOException {
    if (!source.design().rows().changedOtherwise().isEmpty()
        || !source.design().details().isEmpty()) {
      return false;
    }
    for (ViewTable<R, ?> view : views) {
      TableDescriptor there = source.table(view).getDescriptor();
      if (!view.view().target().keepsDeletions(there, KEPT_MILLIS)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the time of a row's last write is known, and is one: the row has no mark yet, or all of
   * it is from the write that its mark tells, or from before. When its mark is one of the first, a
   * program that knows no marks may have written it in the same millisecond; but then its view rows
   * are there, since who wrote the mark keeps the views.
   */
  boolean fits(MarkedRow<R> row) {
    if (row.record().isEmpty() || row.isPending() || (row.mark().isPresent() && !isMarkedByAll)) {
      return false;
    }
    long time = time(row);
    if (time == 0) {
      return false; // nothing can be deleted that is older
    }
    for (Cell cell : row.cells().rawCells()) {
      if (cell.getTimestamp() > time
          && !CellUtil.matchingColumn(cell, mark.family(), mark.qualifier())) {
        return false; // of a program that knows no marks
      }
    }
    return true;
  }

  private static long time(MarkedRow<?> row) {
    return row.mark().map(Mark::time).orElse(row.latest());
  }

  /**
   * Puts the rows of source rows that fit.
   *
   * @param read when these were read, or before
   * @return whether it has put all; not when that is too long ago
   */
  boolean put(List<MarkedRow<R>> rows, ReadTime read, Map<String, Tally> tallies)
      throws IOException {
    if (rows.isEmpty()) {
      return true;
    }
    List<ChainWrite<R>> writes = new ArrayList<>();
    for (MarkedRow<R> row : rows) {
      writes.add(new ChainWrite<>(row.row(), row.record().orElseThrow(), Mark.madeAt(time(row))));
    }
    for (ViewTable<R, ?> view : views) {
      Tally tally = tallies.get(view.view().name());
      if (!view.put(writes, () -> mayGoOn(read), tally::countPlaced)) {
        return false;
      }
    }
    return true;
  }

  /** Before each call: the view may have been given up meanwhile, and be a table of its own. */
  private boolean mayGoOn(ReadTime read) throws IOException {
    Steps.ended(ends.mayWrite());
    return read.isWithin(OLDEST_NANOS);
  }
}
