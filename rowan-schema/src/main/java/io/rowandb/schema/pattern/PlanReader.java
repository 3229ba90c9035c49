package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
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
import io.rowandb.schema.table.FieldCells;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
    return limited(found, union.limit());
  }

  /**
   * How many records a union has. By the row key no records are made: of rows that are all wanted,
   * none is sent, and of others the cells that have conditions.
   */
  long count(PlanUnion<R> union) throws IOException {
    QueryPlan<R> first = union.plans().get(0);
    if (!union.mayRepeat() && first.mayStopByRows()) {
      long rows = new RowCount(tableOfRows(first), first.rows()).all();
      return Math.min(rows, first.settings().limit());
    }
    return first.settings().endsAtMalformed()
        ? Taken.from(() -> values(union, Set.of()), PlanReader::countAll)
        : Taken.from(() -> stream(union), PlanReader::countAll);
  }

  /** One by one, as {@link Stream#count} may not do. */
  private static long countAll(Stream<?> all) {
    return all.mapToLong(each -> 1).sum();
  }

  /** The values of some fields of a union's records, each at the index of its component. */
  Stream<Object[]> values(PlanUnion<R> union, Set<Component> fields) throws IOException {
    Optional<FieldCells<R>> cells = union.cells(fields);
    return cells.isPresent()
        ? values(union.plans().get(0), cells.get())
        : stream(union).map(records.design().shape()::values);
  }

  private Stream<Object[]> values(QueryPlan<R> plan, FieldCells<R> cells) throws IOException {
    RowSource rows = RowSources.open(tableOfRows(plan), plan.rows(cells), Position.START);
    Iterator<Found<Object[]>> all = byKey(rows, row -> valuesOf(row, plan.settings(), cells));
    Stream<Object[]> found =
        EndsByFailure.stream(
                all,
                each -> each.record() != null && plan.holds(field -> each.record()[field.index()]),
                rows::close)
            .map(Found::record);
    return limited(found, plan.settings().limit());
  }

  /** Null where there is no record. */
  private Object[] valuesOf(ScannedRow row, QuerySettings<R> settings, FieldCells<R> cells) {
    if (!records.design().isRecord(row.result())) {
      return null;
    }
    try {
      return cells.read(row.result());
    } catch (RuntimeException e) {
      settings.passOver(row.result().getRow(), e);
      return null;
    }
  }

  private static <T> Stream<T> limited(Stream<T> all, long limit) {
    return limit == QuerySettings.ALL ? all : all.limit(limit);
  }

  /** The records behind a position. */
  Stream<Found<R>> stream(QueryPlan<R> plan, Position after) throws IOException {
    QuerySettings<R> settings = plan.settings();
    RowSource rows = RowSources.open(tableOfRows(plan), plan.rows(), after);
    Iterator<Found<R>> all =
        plan.path().index() == null
            ? byKey(rows, row -> recordOf(row, settings))
            : new IndexedRecords<>(records, keeper, plan, rows);
    Predicate<Found<R>> isThere = each -> each.record() != null; // and not a mark alone
    Stream<Found<R>> found = EndsByFailure.stream(all, isThere.and(plan.wanted()), rows::close);
    return limited(found, settings.limit());
  }

  /** Null where there is none. */
  private R recordOf(ScannedRow row, QuerySettings<R> settings) {
    try {
      return Steps.ended(records.of(row.result(), settings.asOfMillis()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) { // whatever the record's constructor throws
      settings.passOver(row.result().getRow(), e);
      return null;
    }
  }

  private static <V> Iterator<Found<V>> byKey(RowSource rows, Function<ScannedRow, V> made) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Found<V> next() {
        ScannedRow row = rows.next();
        return Found.of(made.apply(row), row);
      }
    };
  }

  Page<R> page(QueryPlan<R> plan, int size, Position after) throws IOException {
    plan.checkPage(size);
    return Taken.from(
        () -> stream(plan, after),
        found -> Page.of(plan, size, found.limit(QueryPlan.ofPage(size)).toList()));
  }
}
