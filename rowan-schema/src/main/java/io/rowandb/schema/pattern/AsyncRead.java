package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A plan that is carried out without a thread that waits. Used once.
 *
 * <p>Lists of what was found are written by one callback at a time: each begins when the one before
 * it has completed its future.
 */
final class AsyncRead<R> {
  /** Ranges that are read at a time when they are merged: what one caller may ask of a server. */
  private static final int LANES = 16;

  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final RowRead read;
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final long limit;

  AsyncRead(QueryPlan<R> plan, AsyncTable<AdvancedScanResultConsumer> table, long limit) {
    this.plan = plan;
    read = plan.rows();
    this.table = table;
    this.limit = limit;
  }

  /** The first records behind a position that hold, no more than the limit. */
  CompletableFuture<List<Found<R>>> behind(Position after) {
    if (plan.isMerged()) {
      return merged(after);
    }
    List<Found<R>> found = new ArrayList<>();
    return (read.selection().isPoints() ? points(after, found) : inTurn(after, found))
        .thenApply(done -> found);
  }

  private int ranges() {
    return read.selection().ranges().size();
  }

  private CompletableFuture<Void> inTurn(Position after, List<Found<R>> found) {
    CompletableFuture<Void> done = DONE;
    for (int i = Math.max(0, after.range()); i < ranges(); i++) {
      int range = i;
      KeyRange all = read.selection().ranges().get(range).keys();
      KeyRange rows =
          range == after.range()
              ? RangeRows.behind(read, all, after.row(), /* withRow= */ false)
              : all;
      done = done.thenCompose(before -> scan(range, rows, found));
    }
    return done;
  }

  private CompletableFuture<Void> points(Position after, List<Found<R>> found) {
    int batch = plan.isExact() ? (int) Math.min(limit, PointRows.BATCH) : PointRows.BATCH;
    CompletableFuture<Void> done = DONE;
    for (int i = after.range() + 1; i < ranges(); i += batch) {
      int first = i;
      int end = Math.min(ranges(), first + batch);
      done = done.thenCompose(before -> get(first, end, found));
    }
    return done;
  }

  private CompletableFuture<Void> get(int first, int end, List<Found<R>> found) {
    if (found.size() >= limit) {
      return DONE;
    }
    List<Get> gets = new ArrayList<>();
    try {
      for (int i = first; i < end; i++) {
        gets.add(read.get(i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table
        .getAll(gets)
        .thenAccept(
            rows -> {
              for (int i = 0; i < rows.size(); i++) {
                if (!rows.get(i).isEmpty()) {
                  add(first + i, rows.get(i), found);
                }
              }
            });
  }

  /**
   * All ranges are asked for as many records as the limit, since one of them may have the first.
   */
  private CompletableFuture<List<Found<R>>> merged(Position after) {
    MergedRows.check(read.selection());
    MergeOrder order = new MergeOrder(read);
    List<List<Found<R>>> found = new ArrayList<>();
    CompletableFuture<?>[] lanes = new CompletableFuture<?>[Math.min(LANES, ranges())];
    for (int i = 0; i < ranges(); i++) {
      int range = i;
      List<Found<R>> ofRange = new ArrayList<>();
      found.add(ofRange);
      CompletableFuture<?> lane = range < LANES ? DONE : lanes[range % LANES];
      lanes[range % LANES] =
          lane.thenCompose(before -> scan(range, order.behind(after, range), ofRange));
    }
    return CompletableFuture.allOf(lanes)
        .thenApply(
            done ->
                found.stream().flatMap(List::stream).sorted(order::compare).limit(limit).toList());
  }

  private CompletableFuture<Void> scan(int range, KeyRange rows, List<Found<R>> found) {
    long wanted = limit - found.size();
    if (rows.isEmpty() || wanted <= 0) {
      return DONE;
    }
    try {
      Scan scan = read.scan(rows);
      if (plan.isExact() && wanted < Integer.MAX_VALUE) {
        scan.setLimit((int) wanted);
      }
      RowsConsumer rest = new RowsConsumer(range, found);
      table.scan(scan, rest);
      return rest.done;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether more are wanted. */
  private boolean add(int range, Result row, List<Found<R>> found) {
    if (found.size() < limit) {
      R record = plan.table().design().read(row);
      if (plan.holds(record)) {
        found.add(new Found<>(record, range, row.getRow()));
      }
    }
    return found.size() < limit;
  }

  /** Takes the rows of a scan until there are enough. Called by one thread at a time. */
  private final class RowsConsumer implements AdvancedScanResultConsumer {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final int range;
    private final List<Found<R>> found;

    RowsConsumer(int range, List<Found<R>> found) {
      this.range = range;
      this.found = found;
    }

    @Override
    public void onNext(Result[] rows, ScanController controller) {
      try {
        for (Result row : rows) {
          if (!add(range, row, found)) {
            controller.terminate();
            return;
          }
        }
      } catch (RuntimeException | Error e) {
        controller.terminate(); // which leads to onComplete; the future has its outcome then
        done.completeExceptionally(e);
      }
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      done.complete(null);
    }
  }
}
