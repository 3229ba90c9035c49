package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.MergeOrder;
import io.rowandb.schema.pattern.rows.MergedRows;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Executes a plan without a waiting thread. Used once.
 *
 * <p>One callback at a time writes the lists of results: each begins when the previous one has
 * completed its future. Besides the results, memory holds the rows of one call for each range that
 * is being read.
 */
final class AsyncRead<R> {
  // Fixed at construction.
  private final QueryPlan<R> plan;
  private final RowRead read;
  private final Records<R> records;
  private final IndexKeeper<R> keeper;
  private final TableCalls table;
  private final Predicate<Found<R>> wanted;
  private final long limit;

  AsyncRead(QueryPlan<R> plan, Records<R> records, IndexKeeper<R> keeper, long limit) {
    this.plan = plan;
    read = plan.rows();
    wanted = plan.wanted();
    this.records = records;
    this.keeper = keeper;
    table = index() == null ? records.table() : keeper.table(index());
    this.limit = limit;
  }

  private IndexDesign<R> index() {
    return plan.path().index();
  }

  /** The first records behind a position that hold, no more than the limit. */
  CompletableFuture<List<Found<R>>> behind(Position after) {
    return index() == null ? read(after) : keeper.named(index(), () -> read(after));
  }

  private CompletableFuture<List<Found<R>>> read(Position after) {
    if (plan.isMerged()) {
      return merged(after);
    }
    Lane lane = new Lane();
    return (read.selection().isPoints() ? points(after, lane) : inTurn(after, lane))
        .thenApply(done -> lane.found);
  }

  private int ranges() {
    return read.selection().ranges().size();
  }

  private CompletableFuture<Void> inTurn(Position after, Lane lane) {
    int[] next = {Math.max(0, after.range())};
    return Steps.whileMore(
        () -> {
          if (next[0] >= ranges() || lane.isFull()) {
            return Steps.more(false);
          }
          int range = next[0]++;
          KeyRange rows = read.selection().ranges().get(range).keys();
          if (range == after.range()) {
            rows = read.behind(rows, after.row(), /* withRow= */ false);
          }
          return lane.scan(range, rows).thenCompose(done -> Steps.more(true));
        });
  }

  private CompletableFuture<Void> points(Position after, Lane lane) {
    int batch = plan.mayStopByRows() ? (int) Math.min(limit, PointRows.BATCH) : PointRows.BATCH;
    int[] next = {after.range() + 1};
    return Steps.whileMore(
        () -> {
          int first = next[0];
          next[0] = Math.min(ranges(), first + batch);
          if (first >= ranges() || lane.isFull()) {
            return Steps.more(false);
          }
          List<Get> gets = new ArrayList<>();
          for (int i = first; i < next[0]; i++) {
            gets.add(read.get(i));
          }
          return table.getAll(gets).thenCompose(rows -> lane.take(first, rows));
        });
  }

  /**
   * All ranges are asked for as many records as the limit, since one of them may have the first.
   */
  private CompletableFuture<List<Found<R>>> merged(Position after) {
    MergedRows.check(read.selection());
    MergeOrder order = new MergeOrder(read);
    List<Lane> lanes = Stream.generate(Lane::new).limit(ranges()).toList();
    return Steps.sideBySide(
            ranges(), range -> lanes.get(range).scan(range, order.behind(after, range)))
        .thenApply(done -> inOrder(lanes, order));
  }

  private List<Found<R>> inOrder(List<Lane> lanes, MergeOrder order) {
    Stream<Found<R>> all =
        lanes.stream().flatMap(lane -> lane.found.stream()).sorted(order::compare);
    if (index() != null) { // several ranges may lead to one record
      Set<ByteBuffer> seen = new HashSet<>();
      all = all.filter(each -> seen.add(ByteBuffer.wrap(each.ownRow())));
    }
    return all.limit(limit).toList();
  }

  private TableDesign<R> design() {
    return plan.design();
  }

  private AsyncFinder<R> finder() {
    if (index() == null) {
      return records.details().areInRows()
          ? new AsyncFinder.WithDetails<>(records, plan.settings().asOfMillis())
          : new AsyncFinder.OfRowsAlone<>(this::recordOfRow);
    }
    return new AsyncFinder.ThroughIndex<>(records, keeper, index(), new EntryCheck<>(plan));
  }

  private Found<R> recordOfRow(ScannedRow row) {
    return Found.of(design().read(row.result()), row);
  }

  /** What is read one behind the other. Used by one callback at a time. */
  private final class Lane {
    private final List<Found<R>> found = new ArrayList<>();
    private final AsyncFinder<R> finder = finder();

    boolean isFull() {
      return found.size() >= limit;
    }

    /** Adds a record if it holds; whether more are wanted. */
    private boolean add(Found<R> each) {
      if (!isFull() && wanted.test(each)) {
        found.add(each);
      }
      return !isFull();
    }

    CompletableFuture<Void> scan(int range, KeyRange rows) {
      if (rows.isEmpty() || isFull()) {
        return Steps.DONE;
      }
      return finder instanceof AsyncFinder.OfRowsAlone<R> atOnce
          ? Steps.called(() -> stream(range, rows, atOnce))
          : scanInBatches(range, rows);
    }

    private CompletableFuture<Void> stream(
        int range, KeyRange rows, AsyncFinder.OfRowsAlone<R> atOnce) throws Exception {
      Scan scan = read.scan(rows);
      long wanted = limit - found.size();
      if (plan.mayStopByRows() && wanted < Integer.MAX_VALUE) {
        scan.setLimit((int) wanted);
      }
      return table.scan(
          scan, row -> !mayBeWanted(row) || add(atOnce.reader().apply(new ScannedRow(row, range))));
    }

    /** Each batch is a scan of its own: none stays open while its rows are dealt with. */
    private CompletableFuture<Void> scanInBatches(int range, KeyRange rows) {
      KeyRange[] rest = {rows};
      return Steps.whileMore(
          () -> {
            int most = finder.nextBatch();
            int batch = plan.mayStopByRows() ? (int) Math.min(most, limit - found.size()) : most;
            return table
                .scanAll(read.scan(rest[0]).setLimit(batch))
                .thenCompose(
                    some -> {
                      if (some.size() == batch) {
                        byte[] last = some.get(batch - 1).getRow();
                        rest[0] = read.behind(rest[0], last, /* withRow= */ false);
                      }
                      boolean ended = some.size() < batch || rest[0].isEmpty();
                      return take(some.stream()
                              .filter(this::mayBeWanted)
                              .map(row -> new ScannedRow(row, range))
                              .toList())
                          .thenCompose(done -> Steps.more(!ended && !isFull()));
                    });
          });
    }

    /** The rows of ranges that follow one another, and whether more are wanted. */
    CompletableFuture<Boolean> take(int firstRange, List<Result> rows) {
      List<ScannedRow> there = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (!rows.get(i).isEmpty() && mayBeWanted(rows.get(i))) {
          there.add(new ScannedRow(rows.get(i), firstRange + i));
        }
      }
      Iterator<ScannedRow> rest = there.iterator();
      return Steps.whileMore(
              () -> {
                List<ScannedRow> some = new ArrayList<>();
                for (int batch = finder.nextBatch(); some.size() < batch && rest.hasNext(); ) {
                  some.add(rest.next());
                }
                return take(some).thenCompose(done -> Steps.more(rest.hasNext() && !isFull()));
              })
          .thenCompose(done -> Steps.more(!isFull()));
    }

    private boolean mayBeWanted(Result row) {
      return index() != null || design().isRecord(row);
    }

    private CompletableFuture<Void> take(List<ScannedRow> rows) {
      return rows.isEmpty()
          ? Steps.DONE
          : finder.find(rows).thenAccept(records -> records.forEach(this::add));
    }
  }
}
