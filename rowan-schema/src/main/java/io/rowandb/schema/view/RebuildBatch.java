package io.rowandb.schema.view;

import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A batch of source rows whose view rows are compared, and what is wrong with each of them. Only
 * reads. Used by one thread.
 */
final class RebuildBatch<R> {
  /** Source rows whose writes take their steps together. */
  private static final int MAX_SOURCE_ROWS = 500;

  /** View rows of a batch, unless a single source row has more; each may be some kilobytes. */
  private static final int MAX_VIEW_ROWS = 2_000;

  // Fixed at construction.
  private final SourceRows<R> source;
  private final List<ViewTable<R, ?>> views;
  private final Set<ViewTable<R, ?>> newViews;
  private final Map<ViewTable<R, ?>, RowComparison<R>> comparisons = new HashMap<>();

  private final SortedMap<byte[], Compared<R>> rows = new TreeMap<>(Arrays::compareUnsigned);
  private int viewRows;
  private long cells;

  /**
   * A source row of which view rows are wrong.
   *
   * @param row settled, with the times of what was deleted
   * @param found what is right and wrong, by the name of the view
   * @param latest the greatest time that is stored of the view rows that are wrong
   */
  record Wrong<R>(MarkedRow<R> row, Map<String, Tally> found, long latest) {}

  private record Compared<R>(
      MarkedRow<R> row, Map<String, Tally> found, Map<ViewTable<R, ?>, List<byte[]>> wrong) {}

  /**
   * An empty batch.
   *
   * @param newViews those of which nothing was stored when the rebuild began
   * @param concerned which of the views' rows are compared
   */
  RebuildBatch(
      SourceRows<R> source,
      List<ViewTable<R, ?>> views,
      Set<ViewTable<R, ?>> newViews,
      Predicate<byte[]> concerned) {
    this.source = source;
    this.views = views;
    this.newViews = newViews;
    for (ViewTable<R, ?> view : views) {
      comparisons.put(
          view,
          new RowComparison<>(
              view,
              newViews.contains(view),
              concerned,
              (sourceRow, viewRow, verdict) -> note(view, sourceRow, viewRow, verdict)));
    }
  }

  private void note(
      ViewTable<R, ?> view, byte[] sourceRow, byte[] viewRow, RowComparison.Verdict verdict) {
    Compared<R> compared = rows.get(sourceRow);
    compared.found().get(view.view().name()).count(verdict);
    if (verdict != RowComparison.Verdict.RIGHT) {
      compared.wrong().computeIfAbsent(view, each -> new ArrayList<>()).add(viewRow);
    }
  }

  /**
   * Adds a row.
   *
   * @param row settled, and not among these yet
   */
  void add(MarkedRow<R> row) throws IOException {
    Map<String, Tally> found = new HashMap<>();
    views.forEach(view -> found.put(view.view().name(), new Tally(view.view().name())));
    rows.put(row.row(), new Compared<>(row, found, new HashMap<>()));
    cells += source.rows().held(row);
    for (RowComparison<R> comparison : comparisons.values()) {
      viewRows += comparison.add(row);
    }
  }

  /** How many source rows it has. */
  int size() {
    return rows.size();
  }

  /** Whether it may hold a row too; one with more cells than any batch may have goes alone. */
  boolean hasRoomFor(MarkedRow<R> row) {
    return rows.isEmpty() || cells + source.rows().held(row) <= MarkedRows.MOST_CELLS;
  }

  boolean isFull() {
    return rows.size() >= MAX_SOURCE_ROWS || viewRows >= MAX_VIEW_ROWS;
  }

  /** The rows of which something is wrong, in their order. To be called once, at the end. */
  List<Wrong<R>> wrong() throws IOException {
    for (RowComparison<R> comparison : comparisons.values()) {
      comparison.flush();
    }
    List<Compared<R>> wrong =
        rows.values().stream().filter(each -> !each.wrong().isEmpty()).toList();
    Map<ViewTable<R, ?>, SortedMap<byte[], Long>> stored = new HashMap<>();
    for (ViewTable<R, ?> view : views) {
      stored.put(
          view,
          view.latestStored(
              wrong.stream()
                  .filter(each -> !newViews.contains(view) || each.row().mark().isPresent())
                  .flatMap(each -> each.wrong().getOrDefault(view, List.of()).stream())
                  .toList()));
    }
    List<MarkedRow<R>> sourceRows = source.withLatest(wrong.stream().map(Compared::row).toList());
    List<Wrong<R>> complete = new ArrayList<>();
    for (int i = 0; i < wrong.size(); i++) {
      long latest = latest(wrong.get(i).wrong(), stored);
      complete.add(new Wrong<>(sourceRows.get(i), wrong.get(i).found(), latest));
    }
    return complete;
  }

  private static <R> long latest(
      Map<ViewTable<R, ?>, List<byte[]>> wrong,
      Map<ViewTable<R, ?>, SortedMap<byte[], Long>> stored) {
    long latest = 0;
    for (Map.Entry<ViewTable<R, ?>, List<byte[]>> each : wrong.entrySet()) {
      for (byte[] row : each.getValue()) {
        latest = Math.max(latest, stored.get(each.getKey()).getOrDefault(row, 0L));
      }
    }
    return latest;
  }
}
