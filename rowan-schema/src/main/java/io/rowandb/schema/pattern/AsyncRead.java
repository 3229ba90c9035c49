package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.MergedRows;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.RowOrder;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.pattern.rows.Stretch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Executes a plan without a waiting thread. Used once.
 *
 * <p>One callback at a time gives what is found to the taker: each begins when the previous one has
 * completed its future. Memory holds the rows of one call for each range that is being read.
 *
 * @param <V> what is read: records, or values of their fields
 */
final class AsyncRead<V> {
  /**
   * How a plan's rows are read.
   *
   * @param rows which, and which cells of them
   * @param finders each for ranges that are read one after the other
   * @param mayBeWanted whether a row may have what is asked for, as one with a mark alone has not
   * @param wanted whether what was found is asked for
   */
  record Manner<V>(
      RowRead rows,
      Supplier<AsyncFinder<V>> finders,
      Predicate<Result> mayBeWanted,
      Predicate<Found<V>> wanted) {}

  // Fixed at construction.
  private final QueryPlan<?> plan;
  private final RowRead read;
  private final RowOrder order;
  private final TableCalls table;
  private final Manner<V> manner;
  private final Predicate<Found<V>> taker;

  /** How many more are wanted; none when the taker has said so. */
  private long rest;

  /**
   * Of some rows.
   *
   * @param limit how many are given at most
   * @param taker gets what is found, in order, and says whether it wants more
   */
  AsyncRead(
      QueryPlan<?> plan,
      TableCalls table,
      Manner<V> manner,
      long limit,
      Predicate<Found<V>> taker) {
    this.plan = plan;
    this.table = table;
    this.manner = manner;
    this.taker = taker;
    read = manner.rows();
    order = new RowOrder(read);
    rest = limit;
  }

  /** Reads the rows of a stretch. */
  CompletableFuture<Void> read(Stretch stretch) {
    if (plan.isMerged()) {
      return new Merge(stretch).read();
    }
    Lane lane = new Lane();
    int last = stretch.after().range();
    return read.selection().isPoints() ? points(last + 1, lane) : inTurn(stretch, lane);
  }

  private boolean isFull() {
    return rest <= 0;
  }

  /** Gives what was found to the taker, if it is wanted. */
  private void give(Found<V> each) {
    if (!isFull() && manner.wanted().test(each)) {
      rest = taker.test(each) ? rest - 1 : 0;
    }
  }

  private int ranges() {
    return read.selection().ranges().size();
  }

  private CompletableFuture<Void> inTurn(Stretch stretch, Lane lane) {
    int[] next = {Math.max(0, stretch.after().range())};
    return Steps.whileMore(
        () -> {
          if (next[0] >= ranges() || isFull()) {
            return Steps.more(false);
          }
          int range = next[0]++;
          return lane.scan(range, order.rows(range, stretch)).thenCompose(done -> Steps.more(true));
        });
  }

  private CompletableFuture<Void> points(int firstRange, Lane lane) {
    int batch = plan.mayStopByRows() ? (int) Math.min(rest, PointRows.BATCH) : PointRows.BATCH;
    int[] next = {firstRange};
    return Steps.whileMore(
        () -> {
          int first = next[0];
          next[0] = Math.min(ranges(), first + batch);
          if (first >= ranges() || isFull()) {
            return Steps.more(false);
          }
          List<Get> gets = new ArrayList<>();
          for (int i = first; i < next[0]; i++) {
            gets.add(read.get(i));
          }
          return table.getAll(gets).thenCompose(rows -> lane.take(first, rows));
        });
  }

  /** What is read one behind the other. Used by one callback at a time. */
  private final class Lane {
    private final AsyncFinder<V> finder = manner.finders().get();

    CompletableFuture<Void> scan(int range, KeyRange rows) {
      if (rows.isEmpty() || isFull()) {
        return Steps.DONE;
      }
      if (finder instanceof AsyncFinder.OfRowsAlone<V> atOnce) {
        return Steps.called(() -> stream(range, rows, atOnce));
      }
      Batches batches = new Batches(range, rows, finder);
      return Steps.whileMore(
          () ->
              batches.ended || isFull()
                  ? Steps.more(false)
                  : batches
                      .next(rest)
                      .thenCompose(
                          found -> {
                            found.forEach(AsyncRead.this::give);
                            return Steps.more(true);
                          }));
    }

    private CompletableFuture<Void> stream(
        int range, KeyRange rows, AsyncFinder.OfRowsAlone<V> atOnce) throws Exception {
      Scan scan = read.scan(rows);
      if (plan.mayStopByRows() && rest < Integer.MAX_VALUE) {
        scan.setLimit((int) rest);
      }
      return table.scan(
          scan,
          row -> {
            if (manner.mayBeWanted().test(row)) {
              atOnce.made(new ScannedRow(row, range)).ifPresent(AsyncRead.this::give);
            }
            return !isFull();
          });
    }

    /** The rows of ranges that follow one another, and whether more are wanted. */
    CompletableFuture<Boolean> take(int firstRange, List<Result> rows) {
      List<ScannedRow> there = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (!rows.get(i).isEmpty() && manner.mayBeWanted().test(rows.get(i))) {
          there.add(new ScannedRow(rows.get(i), firstRange + i));
        }
      }
      Iterator<ScannedRow> left = there.iterator();
      return Steps.whileMore(
              () -> {
                List<ScannedRow> some = new ArrayList<>();
                for (int batch = finder.nextBatch(); some.size() < batch && left.hasNext(); ) {
                  some.add(left.next());
                }
                return take(some).thenCompose(done -> Steps.more(left.hasNext() && !isFull()));
              })
          .thenCompose(done -> Steps.more(!isFull()));
    }

    private CompletableFuture<Void> take(List<ScannedRow> rows) {
      return rows.isEmpty()
          ? Steps.DONE
          : finder.find(rows).thenAccept(found -> found.forEach(AsyncRead.this::give));
    }
  }

  /**
   * The rows of a range, batch by batch. Each batch is a scan of its own: none stays open while its
   * rows are dealt with.
   */
  private final class Batches {
    // Fixed at construction.
    private final int range;
    private final AsyncFinder<V> finder;

    private KeyRange left;
    private boolean ended;

    Batches(int range, KeyRange rows, AsyncFinder<V> finder) {
      this.range = range;
      this.finder = finder;
      left = rows;
      ended = rows.isEmpty();
    }

    /**
     * What is found in the next batch, which may be nothing.
     *
     * @param wanted how many more are taken
     */
    CompletableFuture<List<Found<V>>> next(long wanted) {
      return Steps.called(
          () -> {
            int most = finder.nextBatch();
            boolean all = plan.path().index() == null && plan.isUnchecked();
            int batch = all ? (int) Math.min(most, wanted) : most;
            return table
                .scanAll(read.scan(left).setLimit(batch).setCaching(batch))
                .thenCompose(
                    some -> {
                      if (some.size() == batch) {
                        byte[] last = some.get(batch - 1).getRow();
                        left = read.behind(left, last, /* withRow= */ false);
                      }
                      ended = some.size() < batch || left.isEmpty();
                      List<ScannedRow> rows =
                          some.stream()
                              .filter(manner.mayBeWanted())
                              .map(row -> new ScannedRow(row, range))
                              .toList();
                      return rows.isEmpty()
                          ? CompletableFuture.completedFuture(List.of())
                          : finder.find(rows);
                    });
          });
    }
  }

  /**
   * All ranges in one order. When one of them may have the next record, and it is not known, all
   * that know few are asked for their next batches.
   */
  private final class Merge {
    // Fixed at construction.
    private final List<MergedRange> all = new ArrayList<>();

    /** The ranges of which the next record is known. */
    private final PriorityQueue<MergedRange> heads;

    Merge(Stretch stretch) {
      MergedRows.check(read.selection());
      heads = new PriorityQueue<>((a, b) -> order.compare(a.found.peek(), b.found.peek()));
      for (int i = 0; i < ranges(); i++) {
        AsyncFinder<V> finder = manner.finders().get();
        all.add(new MergedRange(new Batches(i, order.rows(i, stretch), finder)));
      }
    }

    CompletableFuture<Void> read() {
      return Steps.whileMore(
          () -> {
            if (!giveKnown() || isFull()) {
              return Steps.more(false);
            }
            List<MergedRange> few = all.stream().filter(MergedRange::hasFew).toList();
            return Steps.sideBySide(few.size(), i -> few.get(i).fill())
                .thenCompose(
                    done -> {
                      for (MergedRange each : few) {
                        if (each.becomesHead()) {
                          heads.add(each);
                        }
                      }
                      return Steps.more(true);
                    });
          });
    }

    /** Gives the records of which none can be before; whether there may be others. */
    private boolean giveKnown() {
      if (all.stream().anyMatch(MergedRange::isUnknown)) {
        return true;
      }
      while (!heads.isEmpty() && !isFull()) {
        MergedRange first = heads.remove();
        give(first.found.remove());
        if (!first.found.isEmpty()) {
          heads.add(first);
        } else {
          first.isHead = false;
          if (!first.batches.ended) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** A range that is merged with others, and what of it was found and not given yet. */
  private final class MergedRange {
    // Fixed at construction.
    private final Batches batches;

    private final Deque<Found<V>> found = new ArrayDeque<>();
    private int few;
    private boolean isHead;

    MergedRange(Batches batches) {
      this.batches = batches;
    }

    boolean isUnknown() {
      return found.isEmpty() && !batches.ended;
    }

    boolean hasFew() {
      return found.size() <= few && !batches.ended;
    }

    /** Whether it had no record, and has one now. */
    boolean becomesHead() {
      boolean becomes = !isHead && !found.isEmpty();
      isHead |= becomes;
      return becomes;
    }

    /** Reads a batch, and on to a record or to the end. */
    CompletableFuture<Void> fill() {
      return fillOnce()
          .thenCompose(
              done ->
                  Steps.whileMore(
                      () ->
                          isUnknown()
                              ? fillOnce().thenCompose(more -> Steps.more(true))
                              : Steps.more(false)));
    }

    private CompletableFuture<Void> fillOnce() {
      return batches
          .next(rest)
          .thenAccept(
              some -> {
                found.addAll(some);
                few = some.size() / 2;
              });
    }
  }
}
