package io.rowandb.schema.view;

import io.rowandb.schema.pattern.WriteEnds;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.chain.Stamped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;

/**
 * Repairs views while others write: first the rows that the source produces, then the surplus ones.
 * Used once, by one thread.
 *
 * <p>It writes like any writer: a wrong row is put by a new write of its source row, in the chain
 * of that row's writes; a surplus row is deleted at the time at which it was seen, so that a later
 * write of it stays. Some hundred source rows take each step of their writes together, in one call.
 * Each has its own mark; if that is not the one that was read, the row is left out and handled
 * separately.
 */
final class ViewRebuild<R> {
  /** Each time another writer was faster; so many in a row are a fault in the program. */
  private static final int MAX_ATTEMPTS = 100;

  /** View rows whose sources are read together. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final SourceRows<R> source;
  private final List<ViewTable<R, ?>> views;
  private final WriteEnds<R> ends;
  private final ReadPace pace;
  private final BuildProgress progress;
  private final Predicate<byte[]> concerned;
  private final MayDelete mayDelete;
  private final PlacedRows<R> placedRows;
  private final Map<String, Tally> tallies = new HashMap<>();

  /** Views of which nothing was stored at the beginning: these have nothing surplus. */
  private final Set<ViewTable<R, ?>> newViews = new HashSet<>();

  /**
   * Of views of a source.
   *
   * @param progress of their builds
   * @param concerned which of the views' rows are looked at
   * @param mayDelete is asked before surplus rows are deleted
   */
  ViewRebuild(
      SourceRows<R> source,
      List<ViewTable<R, ?>> views,
      WriteEnds<R> ends,
      ReadPace pace,
      BuildProgress progress,
      Predicate<byte[]> concerned,
      MayDelete mayDelete) {
    this.mayDelete = mayDelete;
    this.pace = pace;
    this.progress = progress;
    this.concerned = concerned;
    this.source = source;
    this.views = views;
    this.ends = ends;
    placedRows = new PlacedRows<>(source.design(), views, ends);
    views.forEach(view -> tallies.put(view.view().name(), new Tally(view.view().name())));
  }

  /** What was put right, of each view. */
  List<ViewCounts> rebuild() throws IOException {
    for (ViewTable<R, ?> view : views) {
      boolean isEmpty = view.isNew(source.table(view));
      if (progress.isNew(view, isEmpty)) {
        if (!isEmpty && progress.start().length == 0 && hasSurplus(view)) {
          progress.noteSurplus(
              view); // what it is hidden by may be younger than what is placed there
        } else {
          newViews.add(view);
        }
      }
    }
    putWhatIsWrong();
    List<ViewCounts> counts = new ArrayList<>();
    for (ViewTable<R, ?> view : views) {
      if (newViews.contains(view)) {
        tally(view).countPut();
      } else {
        deleteSurplus(view);
      }
      counts.add(tally(view).counts());
    }
    return counts;
  }

  private Tally tally(ViewTable<R, ?> view) {
    return tallies.get(view.view().name());
  }

  private RebuildBatch<R> newBatch() {
    return new RebuildBatch<>(source, views, newViews, concerned);
  }

  private void putWhatIsWrong() throws IOException {
    boolean places = newViews.containsAll(views) && PlacedRows.serves(source, views);
    List<MarkedRow<R>> placed = new ArrayList<>();
    RebuildBatch<R> batch = newBatch();
    ReadTime read = readNow();
    byte[] last = new byte[0];
    try (RecordRanges rows = source.scan(behind(progress.start()))) {
      for (Result cells = rows.next(); cells != null; cells = rows.next()) {
        MarkedRow<R> row = settled(source.of(cells));
        if (!batch.hasRoomFor(row)) {
          putRight(batch);
          pace.await(batch.size());
          batch = newBatch();
          if (placed.isEmpty()) {
            progress.reached(last);
            read = renewed(rows, read);
          }
        }
        if (places && placedRows.fits(row)) {
          placed.add(row);
        } else {
          batch.add(row);
        }
        if (batch.isFull() || placed.size() >= BATCH) {
          putRight(placed, read);
          putRight(batch);
          pace.await(batch.size() + placed.size());
          progress.reached(cells.getRow());
          placed.clear();
          batch = newBatch();
          read = renewed(rows, read);
        }
        last = cells.getRow();
      }
    }
    putRight(placed, read);
    putRight(batch);
  }

  private void putRight(List<MarkedRow<R>> placed, ReadTime read) throws IOException {
    if (!placedRows.put(placed, read, tallies)) {
      RebuildBatch<R> batch = newBatch();
      for (MarkedRow<R> row : placed) {
        batch.add(row);
        if (batch.isFull()) {
          putRight(batch);
          batch = newBatch();
        }
      }
      putRight(batch);
    }
  }

  /** Since when rows are read that are read now. */
  private ReadTime renewed(RecordRanges rows, ReadTime read) throws IOException {
    if (read.isWithin(PlacedRows.RENEWED_NANOS)) {
      return read;
    }
    ReadTime now = readNow();
    rows.renew();
    return now;
  }

  private ReadTime readNow() {
    return ReadTime.now(source.carrier(), ends.chain());
  }

  /** Whether so many rows of a view, of so many cells, are dealt with before others are read. */
  private static boolean isFull(List<Result> rows, long cells) {
    return rows.size() == BATCH || cells >= MarkedRows.MOST_CELLS;
  }

  private static byte[] behind(byte[] row) {
    return row.length == 0 ? row : Arrays.copyOf(row, row.length + 1);
  }

  /** Those that others have written meanwhile are dealt with one by one. */
  private void putRight(RebuildBatch<R> batch) throws IOException {
    List<RebuildBatch.Wrong<R>> wrong = batch.wrong();
    if (wrong.isEmpty()) {
      return;
    }
    List<Boolean> renewed =
        Steps.ended(
            ends.renew(
                wrong.stream().map(RebuildBatch.Wrong::row).toList(),
                wrong.stream().map(each -> each.latest() + 1).toList()));
    for (int i = 0; i < wrong.size(); i++) {
      if (renewed.get(i)) {
        addWrong(wrong.get(i));
      } else {
        putRight(wrong.get(i).row().row());
      }
    }
  }

  private void addWrong(RebuildBatch.Wrong<R> wrong) {
    wrong.found().forEach((view, tally) -> tallies.get(view).addWrong(tally));
  }

  private MarkedRow<R> settled(MarkedRow<R> row) throws IOException {
    MarkedRow<R> settled = row.isPending() ? Steps.ended(ends.settled(row.row())) : row;
    for (Tally tally : tallies.values()) {
      tally.pending += row.isPending() ? 1 : 0;
      tally.sourceRows += settled.record().isPresent() ? 1 : 0;
    }
    return settled;
  }

  private void putRight(byte[] sourceRow) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      RebuildBatch<R> alone = newBatch();
      alone.add(Steps.ended(ends.settled(sourceRow)));
      List<RebuildBatch.Wrong<R>> wrong = alone.wrong();
      if (wrong.isEmpty()) {
        return;
      }
      List<MarkedRow<R>> row = List.of(wrong.get(0).row());
      if (Steps.ended(ends.renew(row, List.of(wrong.get(0).latest() + 1))).get(0)) {
        addWrong(wrong.get(0));
        return;
      }
    }
    throw new IOException(
        "a row of "
            + source.design().name()
            + " was written by others "
            + MAX_ATTEMPTS
            + " times while its views were rebuilt");
  }

  /** Whether programs without the view have changed records of which it has rows. */
  private boolean hasSurplus(ViewTable<R, ?> view) throws IOException {
    List<Result> batch = new ArrayList<>();
    long cells = 0;
    try (RecordRanges rows = view.scan(source.table(view))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        batch.add(row);
        cells += row.size();
        if (isFull(batch, cells)) {
          if (!surplus(view, batch).isEmpty()) {
            return true;
          }
          batch.clear();
          cells = 0;
        }
      }
    }
    return !surplus(view, batch).isEmpty();
  }

  private void deleteSurplus(ViewTable<R, ?> view) throws IOException {
    List<Result> batch = new ArrayList<>();
    long cells = 0;
    try (RecordRanges rows = view.scan(source.table(view))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        tally(view).viewRows++;
        if (concerned.test(row.getRow())) {
          batch.add(row);
          cells += row.size();
        }
        if (isFull(batch, cells)) {
          deleteSurplus(view, batch);
          batch.clear();
          cells = 0;
        }
      }
    }
    deleteSurplus(view, batch);
  }

  private void deleteSurplus(ViewTable<R, ?> view, List<Result> rows) throws IOException {
    List<Result> surplus = surplus(view, rows);
    if (surplus.isEmpty()) {
      return;
    }
    List<Result> stillThere = stillThere(view, surplus);
    Steps.ended(ends.mayWrite()); // the view may have been given up, and be a table of its own
    mayDelete.check();
    view.delete(stillThere);
    tally(view).surplus += stillThere.size();
  }

  /** The source is read behind the view, so it has whatever the view's rows were written for. */
  private List<Result> surplus(ViewTable<R, ?> view, List<Result> rows) throws IOException {
    Map<byte[], Set<byte[]>> given = new TreeMap<>(Arrays::compareUnsigned);
    for (Result row : rows) {
      if (view.origin(row) != null) {
        given.put(view.origin(row), Set.of());
      }
    }
    Set<byte[]> unknown = new TreeSet<>(Arrays::compareUnsigned);
    Steps.ended(
        ends.settled(
            List.copyOf(given.keySet()),
            origin -> {
              given.put(origin.row(), view.keys(origin.record().orElse(null)));
              if (origin.unreadable() != null) {
                unknown.add(origin.row()); // another program may be able to read it
              }
            }));
    List<Result> surplus = new ArrayList<>();
    for (Result row : rows) {
      byte[] origin = view.origin(row);
      if (origin == null
          || !(unknown.contains(origin) || given.get(origin).contains(row.getRow()))) {
        surplus.add(row);
      }
    }
    return surplus;
  }

  /** A source row goes behind what it gave: what was deleted with it is not to be counted. */
  private List<Result> stillThere(ViewTable<R, ?> view, List<Result> rows) throws IOException {
    List<Result> now = view.get(rows.stream().map(Result::getRow).toList());
    List<Result> same = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!now.get(i).isEmpty() && Stamped.latest(now.get(i)) == Stamped.latest(rows.get(i))) {
        same.add(now.get(i));
      }
    }
    return same;
  }
}
