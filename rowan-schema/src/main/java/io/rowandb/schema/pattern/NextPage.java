package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.rows.RowOrder;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.Stretch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Makes the token of the page after one.
 *
 * <p>By an index that a record may move ahead in, it fixes the end of the pages to come: the last
 * row that is there now. So what moves behind that end is not found again, and a program that moves
 * all it finds there has a last page. Ranges that are read in turn have an end each, and so have
 * groups of merged ranges that are; the first page that ends in one fixes it.
 */
record NextPage<R>(QueryPlan<R> plan, IndexKeeper<R> keeper) {
  /**
   * The token; empty when less was found than was looked for.
   *
   * @param page what the page was taken from
   */
  CompletableFuture<Optional<String>> token(
      Stretch page, int size, List<? extends Found<?>> found) {
    if (found.size() <= size) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Position last = Position.of(found.get(size - 1));
    if (!plan.mayMove()) {
      return CompletableFuture.completedFuture(Optional.of(plan.token(Stretch.behind(last))));
    }
    RowRead read = plan.rows();
    RowOrder order = new RowOrder(read);
    return page.end()
        .filter(end -> order.together(end.range(), last.range()))
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> keeper.named(plan.path().index(), () -> lastBehind(last, read, order)))
        .thenApply(end -> Optional.of(plan.token(new Stretch(last, Optional.of(end)))));
  }

  /** The last row of the order that a position is in; the position if none is behind it. */
  private CompletableFuture<Position> lastBehind(Position after, RowRead read, RowOrder order)
      throws IOException {
    TableCalls entries = keeper.table(plan.path().index());
    List<Integer> ranges = new ArrayList<>();
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < read.selection().ranges().size(); i++) {
      KeyRange left = order.rows(i, Stretch.behind(after));
      if (order.together(i, after.range()) && !left.isEmpty()) {
        ranges.add(i);
        scans.add(read.scanOfLast(left));
      }
    }
    Position[] ends = new Position[scans.size() + 1];
    Arrays.fill(ends, after);
    return Steps.sideBySide(
            scans.size(),
            i ->
                entries
                    .scanAll(scans.get(i))
                    .thenAccept(
                        last -> {
                          for (Result row : last) {
                            ends[i] = new Position(ranges.get(i), row.getRow());
                          }
                        }))
        .thenApply(done -> Collections.max(List.of(ends), order::compare));
  }
}
