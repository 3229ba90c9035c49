package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.GivenOnce;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.pattern.rows.RowSource;
import io.rowandb.schema.pattern.rows.RowSources;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.FieldCells;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;

/** Executes plans, record by record as the caller takes them. Used by one thread. */
record PlanReader<R>(WaitingCarrier carrier, Records<R> records, IndexKeeper<R> keeper)
    implements ValueReader<R> {
  /** The table of an index's entries. */
  Table tableOf(IndexDesign<R> index) throws IOException {
    return carrier.opened(index.table());
  }

  /** The table that has the rows of a plan. */
  TableName tableOfRows(QueryPlan<R> plan) {
    IndexDesign<R> index = plan.path().index();
    return index == null ? records.design().name() : index.table();
  }

  /** The rows of a plan in a stretch. */
  RowSource openRows(QueryPlan<R> plan, RowRead rows, Stretch stretch) throws IOException {
    return RowSources.open(carrier.opened(tableOfRows(plan)), rows, stretch);
  }

  /** Counts the rows of a plan. */
  RowCount rowCount(QueryPlan<R> plan) throws IOException {
    TableCalls rows = carrier.table(tableOfRows(plan));
    return new RowCount(rows, plan.rows());
  }

  @Override
  public CompletableFuture<Long> countRows(QueryPlan<R> plan) {
    return Steps.called(() -> rowCount(plan).all());
  }

  /** The records of a union. */
  Stream<R> stream(PlanUnion<R> union) throws IOException {
    return found(union).map(Found::record);
  }

  /** The records of a union, with their rows. */
  Stream<Found<R>> found(PlanUnion<R> union) throws IOException {
    return union.mayRepeat()
        ? found(union, new GivenOnce<>(union, records.design().shape()::get, GivenOnce.USUAL_BYTES))
        : stream(union.plans().get(0), Stretch.ALL);
  }

  /** The records of a union that were not given before, with their rows. */
  Stream<Found<R>> found(PlanUnion<R> union, GivenOnce<R> given) {
    return inTurn(union, given, plan -> stream(plan, Stretch.ALL));
  }

  private static <R, V> Stream<Found<V>> inTurn(
      PlanUnion<R> union, GivenOnce<V> given, UnionRows.Opening<R, V> opening) {
    UnionRows<R, V> all = new UnionRows<>(union, given, opening);
    return limited(EndsByFailure.stream(all, all::close), union.limit());
  }

  @Override
  public CompletableFuture<Void> records(PlanUnion<R> union, Predicate<R> taker) {
    return taken(() -> stream(union), taker);
  }

  @Override
  public CompletableFuture<Void> values(
      PlanUnion<R> union, Set<Component> fields, Predicate<Object[]> taker) {
    return taken(() -> values(union, fields), taker);
  }

  private static <T> CompletableFuture<Void> taken(Taken.Opening<T> opening, Predicate<T> taker) {
    return Steps.called(
        () -> {
          try (Stream<T> all = opening.open()) {
            for (Iterator<T> each = all.iterator(); each.hasNext() && taker.test(each.next()); ) {}
          }
          return Steps.DONE;
        });
  }

  /** The values of some fields of a union's records, each at the index of its component. */
  Stream<Object[]> values(PlanUnion<R> union, Set<Component> fields) throws IOException {
    return (union.mayRepeat()
            ? inTurn(
                union,
                new GivenOnce<Object[]>(
                    union, (values, field) -> values[field.index()], GivenOnce.USUAL_BYTES),
                plan -> values(plan, fields, Stretch.ALL))
            : values(union.plans().get(0), fields, Stretch.ALL))
        .map(Found::record);
  }

  /** Those of the records of a stretch. */
  Stream<Found<Object[]>> values(QueryPlan<R> plan, Set<Component> fields, Stretch stretch)
      throws IOException {
    Optional<FieldCells<R>> cells = plan.cells(fields);
    if (cells.isEmpty() && !plan.isInCopies(fields)) {
      return stream(plan, stretch)
          .map(found -> found.as(records.design().shape().values(found.record())));
    }
    RowSource rows = openRows(plan, cells.map(plan::rows).orElseGet(plan::rows), stretch);
    Iterator<Found<Object[]>> all =
        cells.isPresent()
            ? byKey(rows, row -> valuesOf(row, plan.settings(), cells.get()))
            : new IndexedRecords<>(
                records, keeper, plan.path().index(), EntryCheck.ofValues(plan), rows);
    return wanted(plan, all, plan.wantedValues(), rows);
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

  /** The records of a stretch. */
  Stream<Found<R>> stream(QueryPlan<R> plan, Stretch stretch) throws IOException {
    QuerySettings<R> settings = plan.settings();
    IndexDesign<R> index = plan.path().index();
    RowSource rows = openRows(plan, plan.rows(), stretch);
    Iterator<Found<R>> all =
        index == null
            ? byKey(rows, row -> recordOf(row, settings))
            : new IndexedRecords<>(records, keeper, index, EntryCheck.ofRecords(plan), rows);
    return wanted(plan, all, plan.wanted(), rows);
  }

  private static <V> Stream<Found<V>> wanted(
      QueryPlan<?> plan, Iterator<Found<V>> all, Predicate<Found<V>> wanted, RowSource rows) {
    Predicate<Found<V>> isThere = each -> each.record() != null; // and not a mark alone
    return limited(
        EndsByFailure.stream(all, isThere.and(wanted), rows::close), plan.settings().limit());
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

  Page<R> page(QueryPlan<R> plan, int size, Stretch stretch) throws IOException {
    return page(plan, size, stretch, () -> stream(plan, stretch));
  }

  /** The values of some fields of a page's records. */
  Page<Object[]> page(QueryPlan<R> plan, Set<Component> fields, int size, Stretch stretch)
      throws IOException {
    return page(plan, size, stretch, () -> values(plan, fields, stretch));
  }

  private <V> Page<V> page(
      QueryPlan<R> plan, int size, Stretch stretch, Taken.Opening<Found<V>> opening)
      throws IOException {
    plan.checkPage(size);
    List<Found<V>> found = Taken.from(opening, all -> all.limit(QueryPlan.ofPage(size)).toList());
    NextPage<R> next = new NextPage<>(plan, keeper);
    return Page.of(size, found, Steps.ended(next.token(stretch, size, found)));
  }
}
