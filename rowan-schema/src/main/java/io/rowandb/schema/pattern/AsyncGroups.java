package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * {@link Groups} whose calls do not wait for HBase: the result of {@link AsyncRecordTable#groupBy}.
 * Failures are in the returned futures, those of wrong fields too. Immutable; used by any number of
 * threads.
 *
 * @param <R> the record
 * @param <G> the group's field
 */
public final class AsyncGroups<R, G> {
  // Fixed at construction.
  private final AsyncRecordTable<R> table;
  private final GroupAnswers<R, G> answers;

  AsyncGroups(AsyncRecordTable<R> table, GroupAnswers<R, G> answers) {
    this.table = table;
    this.answers = answers;
  }

  /**
   * The same with another bound on the groups in memory: {@link Groups#atMost}.
   *
   * @throws IllegalArgumentException at once, when it is less than 1
   */
  public AsyncGroups<R, G> atMost(int groups) {
    return new AsyncGroups<>(table, answers.atMost(groups));
  }

  /** How many records are in each group: {@link Groups#count}. */
  public CompletableFuture<SortedMap<G, Long>> count() {
    return table.read(answers::count);
  }

  /** The least value of a field in each group: {@link Groups#min}. */
  public <T extends Comparable<? super T>> CompletableFuture<SortedMap<G, T>> min(
      Field<R, T> field) {
    return table.read(() -> answers.min(field));
  }

  /** The greatest value of a field in each group: {@link Groups#max}. */
  public <T extends Comparable<? super T>> CompletableFuture<SortedMap<G, T>> max(
      Field<R, T> field) {
    return table.read(() -> answers.max(field));
  }

  /** The sums of a field of whole numbers: {@link Groups#sum}. */
  public CompletableFuture<SortedMap<G, Long>> sum(Field<R, ? extends Number> field) {
    return table.read(() -> answers.sum(field));
  }

  /** The exact sums of a field of numbers: {@link Groups#sumDecimal}. */
  public CompletableFuture<SortedMap<G, BigDecimal>> sumDecimal(Field<R, ? extends Number> field) {
    return table.read(() -> answers.sumDecimal(field));
  }

  /** The means of a field of numbers: {@link Groups#average}. */
  public CompletableFuture<SortedMap<G, Double>> average(Field<R, ? extends Number> field) {
    return table.read(() -> answers.average(field));
  }
}
