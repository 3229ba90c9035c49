package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.RowRead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Counts the rows of a read's ranges; one cell of each is sent, without its value. Used once, by
 * one thread at a time.
 */
final class RowCount {
  /** Enough to tell a small read from a large one, and few enough for any table. */
  static final int MAX_ROWS = 1_000;

  /** Each range is a scanner of its own; rows whose keys are known are asked for in batches. */
  static final int MAX_RANGES = 1_000;

  /** Of some dozen bytes each. */
  private static final int ROWS_OF_A_CALL = 10_000;

  // Fixed at construction.
  private final TableCalls table;
  private final RowRead read;

  private long counted;
  private int nextRange;

  RowCount(TableCalls table, RowRead read) {
    this.table = table;
    this.read = read;
  }

  /** All of them, whatever the limit of the read. */
  CompletableFuture<Long> all() {
    return count(Long.MAX_VALUE, Integer.MAX_VALUE).thenApply(done -> counted);
  }

  /** Up to a bound. */
  CompletableFuture<Explanation.Rows> some() {
    int ranges = read.selection().ranges().size();
    boolean points = read.selection().isPoints();
    return count(MAX_ROWS + 1, points ? ranges : MAX_RANGES)
        .thenApply(
            done ->
                counted > MAX_ROWS
                    ? new Explanation.Rows(MAX_ROWS, /* all= */ false)
                    : new Explanation.Rows(counted, nextRange >= ranges));
  }

  /** Until there are so many, in so many ranges. */
  private CompletableFuture<Void> count(long mostRows, int mostRanges) {
    int ranges = Math.min(mostRanges, read.selection().ranges().size());
    return Steps.whileMore(
        () ->
            nextRange < ranges && counted < mostRows
                ? countNext(mostRows, ranges).thenCompose(done -> Steps.more(true))
                : Steps.more(false));
  }

  private CompletableFuture<Void> countNext(long mostRows, int ranges) throws IOException {
    if (!read.selection().isPoints()) {
      KeySelection.Selected range = read.selection().ranges().get(nextRange++);
      return count(read.scan(range.keys()), mostRows - counted);
    }
    List<Get> gets = new ArrayList<>();
    for (; nextRange < ranges && gets.size() < PointRows.BATCH; nextRange++) {
      gets.add(read.get(nextRange).setFilter(oneCell()));
    }
    return table
        .getAll(gets)
        .thenAccept(rows -> counted += rows.stream().filter(row -> !row.isEmpty()).count());
  }

  private CompletableFuture<Void> count(Scan scan, long most) {
    scan.setFilter(oneCell()).setCaching((int) Math.min(most, ROWS_OF_A_CALL));
    if (most <= MAX_ROWS + 1) {
      scan.setLimit((int) most);
    }
    return table.scan(scan, row -> ++counted > 0);
  }

  private static Filter oneCell() {
    return new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter());
  }
}
