package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** The records of several ranges in one order. One scanner for each range is open. */
final class MergedRows<R> implements FoundIterator<R> {
  /** Each takes a lease and a buffer at the server. */
  private static final int MAX_SCANNERS = 1_024;

  // Fixed at construction.
  private final MergeOrder<R> order;
  private final List<FoundIterator<R>> all = new ArrayList<>();

  /** The next record of each range that has one. */
  private final PriorityQueue<Head<R>> heads = new PriorityQueue<>(this::compare);

  private boolean begun;

  private record Head<R>(Found<R> found, FoundIterator<R> rest) {}

  private MergedRows(MergeOrder<R> order) {
    this.order = order;
  }

  static <R> MergedRows<R> open(QueryPlan<R> plan, Position after) throws IOException {
    check(plan);
    MergedRows<R> merged = new MergedRows<>(new MergeOrder<>(plan));
    try {
      for (int i = 0; i < plan.selection().ranges().size(); i++) {
        KeyRange rows = merged.order.behind(after, i);
        if (!rows.isEmpty()) {
          merged.all.add(RangeRows.open(plan, i, rows));
        }
      }
    } catch (IOException | RuntimeException e) {
      merged.close();
      throw e;
    }
    return merged;
  }

  /** Refuses a plan with too many ranges. */
  static void check(QueryPlan<?> plan) {
    int ranges = plan.selection().ranges().size();
    if (ranges > MAX_SCANNERS) {
      throw new IllegalArgumentException(
          "the read has "
              + ranges
              + " ranges of rows to be merged into one order, and at most "
              + MAX_SCANNERS
              + " scanners are opened for that");
    }
  }

  private int compare(Head<R> a, Head<R> b) {
    return order.compare(a.found(), b.found());
  }

  @Override
  public boolean hasNext() {
    if (!begun) {
      begun = true;
      all.forEach(this::advance);
    }
    return !heads.isEmpty();
  }

  private void advance(FoundIterator<R> rows) {
    if (rows.hasNext()) {
      heads.add(new Head<>(rows.next(), rows));
    }
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    Head<R> head = heads.remove();
    advance(head.rest());
    return head.found();
  }

  @Override
  public void close() {
    all.forEach(FoundIterator::close);
  }
}
