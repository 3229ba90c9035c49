package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The records of several ranges in one order: by what their rows have behind the bytes that the
 * conditions determine, such as the bucket of a salt. One scanner for each range is open.
 */
final class MergedRows<R> implements FoundIterator<R> {
  /** Each takes a lease and a buffer at the server. */
  private static final int MAX_SCANNERS = 1_024;

  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final List<FoundIterator<R>> all;

  /** The next record of each range that has one. */
  private final PriorityQueue<Head<R>> heads = new PriorityQueue<>(this::compare);

  private boolean begun;

  private record Head<R>(Found<R> found, FoundIterator<R> rest) {}

  private MergedRows(QueryPlan<R> plan, List<FoundIterator<R>> all) {
    this.plan = plan;
    this.all = all;
  }

  static <R> MergedRows<R> open(QueryPlan<R> plan, Position after) throws IOException {
    check(plan);
    List<KeySelection.Selected> ranges = plan.selection().ranges();
    List<FoundIterator<R>> all = new ArrayList<>();
    MergedRows<R> merged = new MergedRows<>(plan, all);
    try {
      for (int i = 0; i < ranges.size(); i++) {
        KeyRange rows = ranges.get(i).keys();
        if (!after.isStart()) {
          byte[] row =
              Bytes.add(
                  Arrays.copyOf(rows.start(), ranges.get(i).prefixBytes()), merged.rest(after));
          rows = RangeRows.behind(plan, rows, row, i > after.range());
        }
        if (!rows.isEmpty()) {
          all.add(RangeRows.open(plan, i, rows));
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

  private byte[] rest(Position position) {
    return rest(position.range(), position.row());
  }

  private byte[] rest(int range, byte[] row) {
    return Arrays.copyOfRange(row, plan.selection().ranges().get(range).prefixBytes(), row.length);
  }

  private int compare(Head<R> a, Head<R> b) {
    int prefixA = plan.selection().ranges().get(a.found().range()).prefixBytes();
    int prefixB = plan.selection().ranges().get(b.found().range()).prefixBytes();
    byte[] rowA = a.found().row();
    byte[] rowB = b.found().row();
    int order = Arrays.compareUnsigned(rowA, prefixA, rowA.length, rowB, prefixB, rowB.length);
    if (order == 0) {
      return Integer.compare(a.found().range(), b.found().range());
    }
    return plan.isReversed() ? -order : order;
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
