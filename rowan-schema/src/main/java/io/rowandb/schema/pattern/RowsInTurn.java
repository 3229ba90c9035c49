package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;

/** The records of ranges of rows, one range after the other, each opened when it is its turn. */
final class RowsInTurn<R> implements FoundIterator<R> {
  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final Position after;

  private FoundIterator<R> current;
  private int nextRange;

  RowsInTurn(QueryPlan<R> plan, Position after) {
    this.plan = plan;
    this.after = after;
    nextRange = Math.max(0, after.range());
    if (plan.selection().isPoints()) {
      current = new PointRows<>(plan, after.range());
      nextRange = plan.selection().ranges().size();
    }
  }

  @Override
  public boolean hasNext() {
    List<KeySelection.Selected> ranges = plan.selection().ranges();
    while (current == null || !current.hasNext()) {
      if (nextRange >= ranges.size()) {
        return false;
      }
      KeyRange rows = ranges.get(nextRange).keys();
      if (nextRange == after.range()) {
        rows = RangeRows.behind(plan, rows, after.row(), /* withRow= */ false);
      }
      try {
        current = rows.isEmpty() ? null : RangeRows.open(plan, nextRange, rows);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      nextRange++;
    }
    return true;
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more rows");
    }
    return current.next();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
    }
  }
}
