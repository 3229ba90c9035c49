package io.rowandb.schema.view;

import io.rowandb.schema.pattern.chain.MarkedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares whole views with their source, changing nothing: it gets and compares each row that the
 * source produces; then it counts the view's rows; the remaining ones are surplus. Used once, by
 * one thread.
 */
final class ViewVerifier<R> {
  // Fixed at construction.
  private final SourceRows<R> source;
  private final List<ViewTable<R, ?>> views;

  ViewVerifier(SourceRows<R> source, List<ViewTable<R, ?>> views) {
    this.source = source;
    this.views = views;
  }

  List<ViewCounts> verify() throws IOException {
    List<Tally> tallies = new ArrayList<>();
    List<RowComparison<R>> comparisons = new ArrayList<>();
    for (ViewTable<R, ?> view : views) {
      Tally tally = new Tally(view.view().name());
      tallies.add(tally);
      comparisons.add(
          new RowComparison<>(
              view, false, row -> true, (sourceRow, viewRow, verdict) -> tally.count(verdict)));
    }
    try (RecordRanges rows = source.scan()) {
      for (Result cells = rows.next(); cells != null; cells = rows.next()) {
        MarkedRow<R> row = source.of(cells);
        for (Tally tally : tallies) {
          tally.sourceRows += row.record().isPresent() ? 1 : 0;
          tally.pending += row.isPending() ? 1 : 0;
        }
        for (RowComparison<R> comparison : comparisons) {
          comparison.add(row);
        }
      }
    }
    List<ViewCounts> counts = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      comparisons.get(i).flush();
      Tally tally = tallies.get(i);
      tally.viewRows = views.get(i).countRows(source.table(views.get(i)));
      tally.surplus = Math.max(0, tally.viewRows - tally.expectedAndThere());
      counts.add(tally.counts());
    }
    return counts;
  }
}
