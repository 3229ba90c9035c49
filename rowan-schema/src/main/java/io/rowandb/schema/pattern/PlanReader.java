package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.rows.RowSource;
import io.rowandb.schema.pattern.rows.RowSources;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Table;

/** Executes plans, record by record as the caller takes them. Used by one thread. */
record PlanReader<R>(WaitingCarrier carrier, Records<R> records, IndexKeeper<R> keeper) {
  /** The table of an index's entries. */
  Table tableOf(IndexDesign<R> index) throws IOException {
    return carrier.opened(index.table());
  }

  /** The table that has the rows of a plan. */
  Table tableOfRows(QueryPlan<R> plan) throws IOException {
    IndexDesign<R> index = plan.path().index();
    return carrier.opened(index == null ? records.design().name() : index.table());
  }

  /** The records of a union. */
  Stream<R> stream(PlanUnion<R> union) throws IOException {
    return found(union).map(Found::record);
  }

  /** The records of a union, with their rows. */
  Stream<Found<R>> found(PlanUnion<R> union) throws IOException {
    if (!union.mayRepeat()) {
      return stream(union.plans().get(0), Position.START);
    }
    Stream<Found<R>> all = Stream.empty();
    for (QueryPlan<R> plan : union.plans()) {
      try {
        all = Stream.concat(all, stream(plan, Position.START));
      } catch (IOException | RuntimeException | Error e) {
        all.close();
        throw e;
      }
    }
    Set<ByteBuffer> seen = new HashSet<>();
    Stream<Found<R>> found =
        EndsByFailure.stream(
            all.iterator(), each -> seen.add(ByteBuffer.wrap(each.ownRow())), all::close);
    return union.limit() == QuerySettings.ALL ? found : found.limit(union.limit());
  }

  /** How many records a union has: of rows that are all wanted, none is sent. */
  long count(PlanUnion<R> union) throws IOException {
    QueryPlan<R> first = union.plans().get(0);
    if (!union.mayRepeat() && first.mayStopByRows()) {
      long rows = new RowCount(tableOfRows(first), first.rows()).all();
      return Math.min(rows, first.settings().limit());
    }
    try (Stream<R> all = stream(union)) {
      long count = 0;
      for (Iterator<R> each = all.iterator(); each.hasNext(); each.next()) {
        count++;
      }
      return count;
    }
  }

  /** The records behind a position. */
  Stream<Found<R>> stream(QueryPlan<R> plan, Position after) throws IOException {
    QuerySettings<R> settings = plan.settings();
    RowSource rows = RowSources.open(tableOfRows(plan), plan.rows(), after);
    Iterator<Found<R>> all =
        plan.path().index() == null
            ? byKey(rows, settings.asOfMillis())
            : new IndexedRecords<>(records, keeper, plan.path(), rows, settings.copied());
    Predicate<Found<R>> isThere = each -> each.record() != null; // and not a mark alone
    Stream<Found<R>> found = EndsByFailure.stream(all, isThere.and(plan.wanted()), rows::close);
    return settings.limit() == QuerySettings.ALL ? found : found.limit(settings.limit());
  }

  private Iterator<Found<R>> byKey(RowSource rows, long asOfMillis) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Found<R> next() {
        ScannedRow row = rows.next();
        try {
          return Found.of(Steps.ended(records.of(row.result(), asOfMillis)), row);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  Page<R> page(QueryPlan<R> plan, int size, Position after) throws IOException {
    plan.checkPage(size);
    try (Stream<Found<R>> found = stream(plan, after)) {
      return Page.of(plan, size, found.limit(QueryPlan.ofPage(size)).toList());
    }
  }
}
