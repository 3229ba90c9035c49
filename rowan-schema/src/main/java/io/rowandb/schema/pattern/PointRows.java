package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** The records of rows whose keys are known, many in a call. */
final class PointRows<R> implements FoundIterator<R> {
  /** Rows of one call; each may be some kilobytes. */
  static final int BATCH = 200;

  // Fixed at construction.
  private final QueryPlan<R> plan;

  private final Deque<Found<R>> found = new ArrayDeque<>();
  private int nextRange;

  /** Those behind a range. */
  PointRows(QueryPlan<R> plan, int lastRange) {
    this.plan = plan;
    nextRange = lastRange + 1;
  }

  @Override
  public boolean hasNext() {
    while (found.isEmpty() && nextRange < plan.selection().ranges().size()) {
      try {
        fetch();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return !found.isEmpty();
  }

  private void fetch() throws IOException {
    List<KeySelection.Selected> ranges = plan.selection().ranges();
    int first = nextRange;
    long wanted = plan.isExact() ? Math.min(BATCH, plan.settings().limit()) : BATCH;
    List<Get> gets = new ArrayList<>();
    while (nextRange < ranges.size() && gets.size() < wanted) {
      gets.add(get(plan, nextRange));
      nextRange++;
    }
    Result[] rows = plan.table().table().get(gets);
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isEmpty()) {
        found.add(new Found<>(plan.table().design().read(rows[i]), first + i, rows[i].getRow()));
      }
    }
  }

  static Get get(QueryPlan<?> plan, int range) throws IOException {
    Get get = plan.table().get(plan.selection().ranges().get(range).keys().start());
    if (plan.settings().asOfMillis() != QuerySettings.NOW) {
      get.setTimeRange(0, plan.settings().asOfMillis() + 1);
    }
    return get;
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    return found.remove();
  }

  @Override
  public void close() {
    found.clear();
  }
}
