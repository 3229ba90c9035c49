package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.GivenOnce;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.FieldCells;
import io.rowandb.schema.table.IndexDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Executes plans without a waiting thread. Used by any number of threads. */
record AsyncPlanReader<R>(Records<R> records, IndexKeeper<R> keeper) implements ValueReader<R> {
  /** Begins a plan, whose records or values go to a taker. */
  @FunctionalInterface
  private interface Beginning<R, V> {
    CompletableFuture<Void> begin(QueryPlan<R> plan, long limit, Predicate<Found<V>> taker);
  }

  /** The first records of a plan in a stretch. */
  CompletableFuture<Page<R>> page(QueryPlan<R> plan, int size, Stretch stretch) {
    return page(plan, size, stretch, (all, limit, taker) -> read(all, stretch, limit, taker));
  }

  /** The values of some fields of these. */
  CompletableFuture<Page<Object[]>> page(
      QueryPlan<R> plan, Set<Component> fields, int size, Stretch stretch) {
    return page(
        plan, size, stretch, (all, limit, taker) -> values(all, fields, stretch, limit, taker));
  }

  private <V> CompletableFuture<Page<V>> page(
      QueryPlan<R> plan, int size, Stretch stretch, Beginning<R, V> beginning) {
    plan.checkPage(size);
    List<Found<V>> found = new ArrayList<>();
    return beginning
        .begin(plan, QueryPlan.ofPage(size), found::add)
        .thenCompose(done -> new NextPage<>(plan, keeper).token(stretch, size, found))
        .thenApply(next -> Page.of(size, found, next));
  }

  @Override
  public CompletableFuture<Void> records(PlanUnion<R> union, Predicate<R> taker) {
    return found(union, found -> taker.test(found.record()));
  }

  /** The records of a union, with their rows. */
  CompletableFuture<Void> found(PlanUnion<R> union, Predicate<Found<R>> taker) {
    RecordShape<R> shape = records.design().shape();
    return inTurn(
        union,
        new GivenOnce<R>(union, shape::get, GivenOnce.USUAL_BYTES),
        (plan, limit, each) -> read(plan, Stretch.ALL, limit, each),
        taker);
  }

  @Override
  public CompletableFuture<Void> values(
      PlanUnion<R> union, Set<Component> fields, Predicate<Object[]> taker) {
    return inTurn(
        union,
        new GivenOnce<Object[]>(
            union, (values, field) -> values[field.index()], GivenOnce.USUAL_BYTES),
        (plan, limit, each) -> values(plan, fields, Stretch.ALL, limit, each),
        found -> taker.test(found.record()));
  }

  private static <R, V> CompletableFuture<Void> inTurn(
      PlanUnion<R> union,
      GivenOnce<V> given,
      Beginning<R, V> beginning,
      Predicate<Found<V>> taker) {
    if (!union.mayRepeat()) {
      return beginning.begin(union.plans().get(0), union.limit(), taker);
    }
    AtomicInteger plan = new AtomicInteger(-1);
    AtomicLong rest = new AtomicLong(union.limit());
    Predicate<Found<V>> once =
        found -> {
          if (given.isFirst(plan.get(), found)) {
            rest.set(taker.test(found) ? rest.get() - 1 : 0);
          }
          return rest.get() > 0;
        };
    return Steps.each(
        union.plans(),
        each -> {
          plan.incrementAndGet();
          return rest.get() > 0 ? beginning.begin(each, union.limit(), once) : Steps.DONE;
        });
  }

  private CompletableFuture<Void> values(
      QueryPlan<R> plan,
      Set<Component> fields,
      Stretch stretch,
      long limit,
      Predicate<Found<Object[]>> taker) {
    IndexDesign<R> index = plan.path().index();
    Optional<FieldCells<R>> cells = plan.cells(fields);
    if (cells.isPresent()) {
      return begin(
          plan,
          new AsyncRead.Manner<>(
              plan.rows(cells.get()),
              () ->
                  new AsyncFinder.OfRowsAlone<>(
                      row -> cells.get().read(row.result()), plan.settings()),
              records.design()::isRecord,
              plan.wantedValues()),
          stretch,
          limit,
          taker);
    }
    if (plan.isInCopies(fields)) {
      return begin(
          plan,
          new AsyncRead.Manner<>(
              plan.rows(),
              () ->
                  new AsyncFinder.ThroughIndex<>(records, keeper, index, EntryCheck.ofValues(plan)),
              row -> true,
              plan.wantedValues()),
          stretch,
          limit,
          taker);
    }
    RecordShape<R> shape = records.design().shape();
    return read(plan, stretch, limit, found -> taker.test(found.as(shape.values(found.record()))));
  }

  private CompletableFuture<Void> read(
      QueryPlan<R> plan, Stretch stretch, long limit, Predicate<Found<R>> taker) {
    boolean byKey = plan.path().index() == null;
    return begin(
        plan,
        new AsyncRead.Manner<>(
            plan.rows(),
            () -> finder(plan),
            row -> !byKey || records.design().isRecord(row),
            plan.wanted()),
        stretch,
        limit,
        taker);
  }

  private AsyncFinder<R> finder(QueryPlan<R> plan) {
    IndexDesign<R> index = plan.path().index();
    if (index != null) {
      return new AsyncFinder.ThroughIndex<>(records, keeper, index, EntryCheck.ofRecords(plan));
    }
    return records.details().areInRows()
        ? new AsyncFinder.WithDetails<>(records, plan.settings())
        : new AsyncFinder.OfRowsAlone<>(
            row -> records.design().read(row.result()), plan.settings());
  }

  private <V> CompletableFuture<Void> begin(
      QueryPlan<R> plan,
      AsyncRead.Manner<V> manner,
      Stretch stretch,
      long limit,
      Predicate<Found<V>> taker) {
    IndexDesign<R> index = plan.path().index();
    AsyncRead<V> read = new AsyncRead<>(plan, tableOfRows(plan), manner, limit, taker);
    return index == null ? read.read(stretch) : keeper.named(index, () -> read.read(stretch));
  }

  private TableCalls tableOfRows(QueryPlan<R> plan) {
    IndexDesign<R> index = plan.path().index();
    return index == null ? records.table() : keeper.table(index);
  }

  @Override
  public CompletableFuture<Long> countRows(QueryPlan<R> plan) {
    return new RowCount(tableOfRows(plan), plan.rows()).all();
  }
}
