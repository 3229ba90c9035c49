package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.NaturalOrder;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What is asked of many records at once: numbers, sums, extremes, groups. One for both kinds of
 * tables. The program adds up what it reads; nothing of it stays in memory but the answer, whose
 * groups are bounded. Failures are in the futures. Its thread rules are those of its reader.
 */
record Answers<R>(Planner<R> planner, ValueReader<R> reader) {
  /**
   * How many records there are. By the row key no records are made: of rows that are all wanted,
   * none is sent, and of others the cells that have conditions.
   */
  CompletableFuture<Long> count(QuerySpec<R> read) {
    return Steps.called(
        () -> {
          PlanUnion<R> union = planner.plans(read);
          QueryPlan<R> first = union.plans().get(0);
          if (!union.mayRepeat() && first.mayStopByRows()) {
            return reader
                .countRows(first)
                .thenApply(rows -> Math.min(rows, first.settings().limit()));
          }
          AtomicLong count = new AtomicLong();
          return (first.settings().endsAtMalformed()
                  ? reader.values(union, Set.of(), each -> count.incrementAndGet() > 0)
                  : reader.records(union, each -> count.incrementAndGet() > 0))
              .thenApply(done -> count.get());
        });
  }

  /**
   * The least or the greatest value of a field.
   *
   * @param order which of the two
   * @return empty when no record has a value
   */
  CompletableFuture<Optional<Object>> extreme(
      QuerySpec<R> read, Component field, QuerySettings.Order order) {
    return Steps.called(
        () -> {
          Optional<QuerySpec<R>> sorted = planner.inOrderOf(read, field, order);
          return sorted.isEmpty()
              ? reduced(read, Set.of(field), values -> values[field.index()], extreme(order))
              : first(one(sorted.get()), field, values -> true)
                  .thenCompose(
                      first ->
                          first.isPresent() && first.get()[field.index()] == null
                              ? first(sorted.get(), field, values -> values[field.index()] != null)
                              : CompletableFuture.completedFuture(first))
                  .thenApply(first -> first.map(values -> values[field.index()]));
        });
  }

  /** Of a read in the order of a field, the first record, which most often has a value. */
  static <R> QuerySpec<R> one(QuerySpec<R> sorted) {
    return sorted.with(sorted.settings().withLimit(1));
  }

  private static BinaryOperator<Object> extreme(QuerySettings.Order order) {
    return order == QuerySettings.Order.LEAST_FIRST
        ? BinaryOperator.minBy(NaturalOrder::compare)
        : BinaryOperator.maxBy(NaturalOrder::compare);
  }

  private CompletableFuture<Optional<Object[]>> first(
      QuerySpec<R> read, Component field, Predicate<Object[]> wanted) {
    AtomicReference<Object[]> first = new AtomicReference<>();
    return values(
            read,
            Set.of(field),
            values -> {
              if (wanted.test(values)) {
                first.set(values);
              }
              return first.get() == null;
            })
        .thenApply(done -> Optional.ofNullable(first.get()));
  }

  /** The values of a field, added up; empty when no record has one. */
  CompletableFuture<Optional<Total>> total(QuerySpec<R> read, Component field) {
    String name = read.design().shape().describe(field);
    return reduced(
        read, Set.of(field), values -> Total.of(name, values[field.index()]), Total::and);
  }

  /** What records are turned into, merged; null counts as nothing. */
  private <A> CompletableFuture<Optional<A>> reduced(
      QuerySpec<R> read,
      Set<Component> fields,
      Function<Object[], A> begin,
      BinaryOperator<A> merge) {
    AtomicReference<A> all = new AtomicReference<>();
    return values(
            read,
            fields,
            values -> {
              A more = begin.apply(values);
              A former = all.get();
              all.set(former == null ? more : more == null ? former : merge.apply(former, more));
              return true;
            })
        .thenApply(done -> Optional.ofNullable(all.get()));
  }

  /**
   * The same, group by group; null is the first of the groups.
   *
   * @param group the field whose values make the groups, and how many there may be
   */
  <G, A> CompletableFuture<SortedMap<G, A>> grouped(
      QuerySpec<R> read,
      GroupField group,
      Set<Component> fields,
      Function<Object[], A> begin,
      BinaryOperator<A> merge) {
    SortedMap<G, A> groups = inOrder();
    return values(
            read,
            fields,
            values -> {
              add(groups, values[group.field().index()], begin.apply(values), merge);
              group.check(groups.size());
              return true;
            })
        .thenApply(done -> Collections.unmodifiableSortedMap(groups));
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private static <G, A> void add(
      SortedMap<G, A> groups, Object value, A more, BinaryOperator<A> merge) {
    if (more != null) {
      groups.merge((G) value, more, merge);
    }
  }

  /** Groups without any record. */
  static <G, A> SortedMap<G, A> inOrder() {
    return new TreeMap<>(Comparator.nullsFirst(NaturalOrder::compare));
  }

  private CompletableFuture<Void> values(
      QuerySpec<R> read, Set<Component> fields, Predicate<Object[]> taker) {
    return Steps.called(() -> reader.values(planner.plans(read, fields), fields, taker));
  }
}
