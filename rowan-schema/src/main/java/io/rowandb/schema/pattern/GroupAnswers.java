package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.NaturalOrder;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/** What {@link Groups} and {@link AsyncGroups} tell. Immutable; used as its answers are. */
record GroupAnswers<R, G>(QuerySpec<R> read, Answers<R> answers, GroupField group) {
  /**
   * Of a field, with the usual bound.
   *
   * @param field whose values make the groups
   */
  static <R, G> GroupAnswers<R, G> by(QuerySpec<R> read, Answers<R> answers, Component field) {
    String name = read.design().shape().describe(field);
    return new GroupAnswers<>(read, answers, new GroupField(field, name, GroupField.USUAL_MOST));
  }

  GroupAnswers<R, G> atMost(int groups) {
    return new GroupAnswers<>(read, answers, group.atMost(groups));
  }

  CompletableFuture<SortedMap<G, Long>> count() {
    return answers.grouped(read, group, Set.of(group.field()), values -> 1L, Long::sum);
  }

  <T> CompletableFuture<SortedMap<G, T>> min(Field<R, T> field) {
    return extremes(field, BinaryOperator.minBy(NaturalOrder::compare));
  }

  <T> CompletableFuture<SortedMap<G, T>> max(Field<R, T> field) {
    return extremes(field, BinaryOperator.maxBy(NaturalOrder::compare));
  }

  CompletableFuture<SortedMap<G, Long>> sum(Field<R, ? extends Number> field) {
    return totals(() -> Total.whole(shape(), field), Total::sum);
  }

  CompletableFuture<SortedMap<G, BigDecimal>> sumDecimal(Field<R, ? extends Number> field) {
    return totals(() -> Total.number(shape(), field), Total::sumDecimal);
  }

  CompletableFuture<SortedMap<G, Double>> average(Field<R, ? extends Number> field) {
    return totals(() -> Total.number(shape(), field), Total::average);
  }

  private RecordShape<R> shape() {
    return read.design().shape();
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private <T> CompletableFuture<SortedMap<G, T>> extremes(
      Field<R, T> field, BinaryOperator<Object> better) {
    return Steps.called(
        () -> {
          Component compared = shape().component(field);
          return answers.grouped(
              read,
              group,
              Set.of(group.field(), compared),
              values -> (T) values[compared.index()],
              (a, b) -> (T) better.apply(a, b));
        });
  }

  private <T> CompletableFuture<SortedMap<G, T>> totals(
      Supplier<Component> field, Function<Total, T> end) {
    return Steps.called(
        () -> {
          Component summed = field.get();
          String name = shape().describe(summed);
          return answers
              .<G, Total>grouped(
                  read,
                  group,
                  Set.of(group.field(), summed),
                  values -> Total.of(name, values[summed.index()]),
                  Total::and)
              .thenApply(totals -> ended(totals, end));
        });
  }

  private static <G, T> SortedMap<G, T> ended(SortedMap<G, Total> totals, Function<Total, T> end) {
    SortedMap<G, T> ends = Answers.inOrder();
    totals.forEach((value, total) -> ends.put(value, end.apply(total)));
    return Collections.unmodifiableSortedMap(ends);
  }
}
