package io.rowandb.schema.view;

import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;

/** Compares the rows of a view with those that the source rows produce. Used by one thread. */
final class RowComparison<R> {
  /** View rows of one call. */
  private static final int BATCH = 500;

  /** The cells of those that wait, and about as many are read to be compared with them. */
  private static final int MOST_CELLS = MarkedRows.MOST_CELLS / 2;

  /** How a view row is. */
  enum Verdict {
    /** As the source gives it. */
    RIGHT,
    /** Not there. */
    MISSING,
    /** Of another record, or another source row. */
    DIFFERENT
  }

  /** Is told of each row. */
  @FunctionalInterface
  interface Listener {
    void compared(byte[] sourceRow, byte[] viewRow, Verdict verdict);
  }

  private record Wanted(byte[] sourceRow, byte[] viewRow, WantedRow expected) {}

  // Fixed at construction.
  private final ViewTable<R, ?> view;
  private final boolean isNew;
  private final Predicate<byte[]> concerned;
  private final Listener listener;

  private final List<Wanted> waiting = new ArrayList<>();
  private long waitingCells;

  /**
   * Compares with a view.
   *
   * @param isNew whether nothing was stored of the view when the rebuild began: then it has no rows
   *     of source rows without a mark, which nobody has written since, and they are not read
   * @param concerned which of its rows are compared
   */
  RowComparison(
      ViewTable<R, ?> view, boolean isNew, Predicate<byte[]> concerned, Listener listener) {
    this.concerned = concerned;
    this.view = view;
    this.isNew = isNew;
    this.listener = listener;
  }

  /**
   * Compares the view rows of a source row, now or later.
   *
   * @return how many these are
   */
  int add(MarkedRow<R> source) throws IOException {
    Map<byte[], WantedRow> rows = view.rows(source.record().orElse(null));
    rows.keySet().removeIf(concerned.negate());
    if (isNew && source.mark().isEmpty()) {
      rows.keySet().forEach(row -> listener.compared(source.row(), row, Verdict.MISSING));
      return rows.size();
    }
    for (Map.Entry<byte[], WantedRow> each : rows.entrySet()) {
      long cells = each.getValue().cells();
      if (waiting.size() == BATCH || (!waiting.isEmpty() && waitingCells + cells > MOST_CELLS)) {
        flush();
      }
      waiting.add(new Wanted(source.row(), each.getKey(), each.getValue()));
      waitingCells += cells;
    }
    return rows.size();
  }

  /** Compares those that wait. */
  void flush() throws IOException {
    List<Result> actual = view.get(waiting.stream().map(Wanted::viewRow).toList());
    for (int i = 0; i < waiting.size(); i++) {
      Wanted wanted = waiting.get(i);
      listener.compared(wanted.sourceRow(), wanted.viewRow(), verdict(wanted, actual.get(i)));
    }
    waiting.clear();
    waitingCells = 0;
  }

  private Verdict verdict(Wanted wanted, Result actual) throws IOException {
    if (actual.isEmpty()) {
      return Verdict.MISSING;
    }
    return view.isRight(actual, wanted.sourceRow(), wanted.expected())
        ? Verdict.RIGHT
        : Verdict.DIFFERENT;
  }
}
