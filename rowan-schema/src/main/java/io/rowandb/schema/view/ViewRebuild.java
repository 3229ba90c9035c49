package io.rowandb.schema.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Result;

/**
 * Makes views right while others write: first the rows that the source gives, then those that it
 * does not. Used once, by one thread.
 *
 * <p>It writes as every writer does: a wrong row is put by a new write of its source row, in the
 * chain of that row's writes; a surplus row goes at the time at which it was seen, so that a later
 * write of it stays.
 */
final class ViewRebuild<R> {
  /** Each time another writer was faster; so many in a row are a fault in the program. */
  private static final int MAX_ATTEMPTS = 100;

  /** View rows whose sources are read together. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final SourceTable<R> source;
  private final List<ViewTable<R, ?>> views;
  private final ViewWriter<R> writer;
  private final Map<String, Tally> tallies = new HashMap<>();

  ViewRebuild(SourceTable<R> source, List<ViewTable<R, ?>> views, ViewWriter<R> writer) {
    this.source = source;
    this.views = views;
    this.writer = writer;
    views.forEach(view -> tallies.put(view.view().name(), new Tally(view.view().name())));
  }

  /** What was put right, of each view. */
  List<ViewCounts> rebuild() throws IOException {
    putWhatIsWrong();
    List<ViewCounts> counts = new ArrayList<>();
    for (ViewTable<R, ?> view : views) {
      deleteSurplus(view);
      counts.add(tally(view).counts());
    }
    return counts;
  }

  private Tally tally(ViewTable<R, ?> view) {
    return tallies.get(view.view().name());
  }

  private void putWhatIsWrong() throws IOException {
    Set<byte[]> wrong = new TreeSet<>(Arrays::compareUnsigned);
    List<RowComparison<R>> comparisons = new ArrayList<>();
    for (ViewTable<R, ?> view : views) {
      comparisons.add(
          new RowComparison<>(
              view,
              (sourceRow, viewRow, verdict) -> {
                if (verdict != RowComparison.Verdict.RIGHT) {
                  wrong.add(sourceRow);
                }
              }));
    }
    try (RecordRanges rows = source.scan()) {
      for (Result cells = rows.next(); cells != null; cells = rows.next()) {
        SourceRow<R> row = settled(source.of(cells));
        for (RowComparison<R> comparison : comparisons) {
          comparison.add(row);
        }
        putRight(wrong);
      }
    }
    for (RowComparison<R> comparison : comparisons) {
      comparison.flush();
    }
    putRight(wrong);
  }

  private SourceRow<R> settled(SourceRow<R> row) throws IOException {
    SourceRow<R> settled = row.isPending() ? writer.settled(row.row()) : row;
    for (Tally tally : tallies.values()) {
      tally.pending += row.isPending() ? 1 : 0;
      tally.sourceRows += settled.record().isPresent() ? 1 : 0;
    }
    return settled;
  }

  private void putRight(Set<byte[]> sourceRows) throws IOException {
    for (byte[] row : sourceRows) {
      putRight(row);
    }
    sourceRows.clear();
  }

  private void putRight(byte[] sourceRow) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      SourceRow<R> row = writer.settled(sourceRow);
      Map<String, Tally> found = new HashMap<>();
      long latest = compare(row, found);
      if (found.values().stream().allMatch(Tally::isRight)) {
        return;
      }
      if (writer.renew(row, latest + 1)) {
        found.forEach((view, tally) -> tallies.get(view).addWrong(tally));
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

  /**
   * Looks at the view rows of a source row.
   *
   * @return the greatest time that is stored of those that are wrong
   */
  private long compare(SourceRow<R> row, Map<String, Tally> found) throws IOException {
    long latest = 0;
    for (ViewTable<R, ?> view : views) {
      Tally tally = new Tally(view.view().name());
      List<byte[]> wrong = new ArrayList<>();
      RowComparison<R> comparison =
          new RowComparison<>(
              view,
              (sourceRow, viewRow, verdict) -> {
                tally.count(verdict);
                if (verdict != RowComparison.Verdict.RIGHT) {
                  wrong.add(viewRow);
                }
              });
      comparison.add(row);
      comparison.flush();
      latest = Math.max(latest, view.latestStored(wrong));
      found.put(view.view().name(), tally);
    }
    return latest;
  }

  private void deleteSurplus(ViewTable<R, ?> view) throws IOException {
    List<Result> batch = new ArrayList<>();
    try (RecordRanges rows = view.scan()) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        tally(view).viewRows++;
        batch.add(row);
        if (batch.size() == BATCH) {
          deleteSurplus(view, batch);
          batch.clear();
        }
      }
    }
    deleteSurplus(view, batch);
  }

  /** The source is read behind the view, so it has whatever the view's rows were written for. */
  private void deleteSurplus(ViewTable<R, ?> view, List<Result> rows) throws IOException {
    Map<byte[], Set<byte[]>> given = new TreeMap<>(Arrays::compareUnsigned);
    for (Result row : rows) {
      byte[] origin = view.origin(row);
      if (origin != null && !given.containsKey(origin)) {
        given.put(origin, view.rows(writer.settled(origin).record().orElse(null)).keySet());
      }
      if (origin == null || !given.get(origin).contains(row.getRow())) {
        view.delete(row);
        tally(view).surplus++;
      }
    }
  }
}
