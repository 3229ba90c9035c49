package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * {@link Selection} whose calls do not wait for HBase: the result of {@link
 * AsyncRecordTable#select}. Failures are in the returned futures. Immutable; used by any number of
 * threads.
 *
 * @param <R> the record
 * @param <S> a record of some of its fields
 */
public final class AsyncSelection<R, S> {
  // Fixed at construction.
  private final AsyncRecordTable<R> table;
  private final QuerySpec<R> read;
  private final SelectedFields<S> selected;
  private final Planner<R> planner;
  private final AsyncPlanReader<R> reader;

  AsyncSelection(
      AsyncRecordTable<R> table,
      QuerySpec<R> read,
      SelectedFields<S> selected,
      Planner<R> planner,
      AsyncPlanReader<R> reader) {
    this.table = table;
    this.read = read;
    this.selected = selected;
    this.planner = planner;
    this.reader = reader;
  }

  /** All of it: {@link Selection#list}. */
  public CompletableFuture<List<S>> list() {
    return list(read);
  }

  private CompletableFuture<List<S>> list(QuerySpec<R> some) {
    return table.read(
        () -> {
          List<S> all = new ArrayList<>();
          return reader
              .values(
                  planner.plans(some, selected.distinct()),
                  selected.distinct(),
                  values -> all.add(selected.of(values)))
              .thenApply(done -> all);
        });
  }

  /** That of the first record: {@link Selection#first}. */
  public CompletableFuture<Optional<S>> first() {
    return list(read.with(read.settings().withLimit(1)))
        .thenApply(found -> found.stream().findFirst());
  }

  /** The first page of it: {@link Selection#page(int)}. */
  public CompletableFuture<Page<S>> page(int size) {
    return table.read(() -> page(plan(), size, Stretch.ALL));
  }

  /** The page after an earlier one: {@link Selection#page(int, String)}. */
  public CompletableFuture<Page<S>> page(int size, String token) {
    return table.read(
        () -> {
          QueryPlan<R> plan = plan();
          return page(plan, size, plan.stretch(token));
        });
  }

  private QueryPlan<R> plan() {
    return planner.planOfPages(read, selected.distinct());
  }

  private CompletableFuture<Page<S>> page(QueryPlan<R> plan, int size, Stretch stretch) {
    return reader
        .page(plan, selected.distinct(), size, stretch)
        .thenApply(found -> found.map(selected::of));
  }
}
