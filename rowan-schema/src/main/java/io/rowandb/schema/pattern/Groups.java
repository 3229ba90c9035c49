package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;
import java.util.SortedMap;

/**
 * The records that a read finds, by the value of a field: the result of {@link
 * RecordQuery#groupBy}. Immutable; used by the thread of its table.
 *
 * <p>Each method reads all records of the read, and of each the two fields alone where {@link
 * RecordQuery#select} would. The program adds them up: nothing runs on the servers. It keeps a
 * number for each group in memory, and therefore takes 100,000 groups at most, unless {@link
 * #atMost} says otherwise. A read with more of them ends with {@link TooManyGroupsException}.
 *
 * <p>Maps are in the order of the groups' values and cannot be changed. Records with null in the
 * group's field are a group of their own, the first, with null as its key. Nulls in the other field
 * are passed over; a group that has nothing else there is in no map but that of {@link #count}.
 *
 * @param <R> the record
 * @param <G> the group's field
 */
public final class Groups<R, G> {
  // Fixed at construction.
  private final QueryReads<R> reads;
  private final GroupAnswers<R, G> answers;

  Groups(QuerySpec<R> read, QueryReads<R> reads, Component group) {
    this(reads, GroupAnswers.by(read, reads.answers(), group));
  }

  private Groups(QueryReads<R> reads, GroupAnswers<R, G> answers) {
    this.reads = reads;
    this.answers = answers;
  }

  /**
   * The same with another bound on the groups in memory. Each takes some hundred bytes, and as much
   * as its value.
   *
   * @param groups at least 1; records with null in the group's field are one too
   */
  public Groups<R, G> atMost(int groups) {
    return new Groups<>(reads, answers.atMost(groups));
  }

  /** How many records are in each group. */
  public SortedMap<G, Long> count() throws IOException {
    return Steps.ended(answers.count());
  }

  /** The least value of a field in each group, in the order of keys, as {@link RecordQuery#min}. */
  public <T extends Comparable<? super T>> SortedMap<G, T> min(Field<R, T> field)
      throws IOException {
    return Steps.ended(answers.min(field));
  }

  /** The greatest value of a field in each group, as {@link #min}. */
  public <T extends Comparable<? super T>> SortedMap<G, T> max(Field<R, T> field)
      throws IOException {
    return Steps.ended(answers.max(field));
  }

  /**
   * The sums of a field of whole numbers.
   *
   * @throws IllegalArgumentException when the field is no whole number
   * @throws ArithmeticException naming the field, when a sum is too great for a {@code long}
   */
  public SortedMap<G, Long> sum(Field<R, ? extends Number> field) throws IOException {
    return Steps.ended(answers.sum(field));
  }

  /** The exact sums of a field of numbers, as {@link RecordQuery#sumDecimal}. */
  public SortedMap<G, BigDecimal> sumDecimal(Field<R, ? extends Number> field) throws IOException {
    return Steps.ended(answers.sumDecimal(field));
  }

  /** The means of a field of numbers, as {@link RecordQuery#average}. */
  public SortedMap<G, Double> average(Field<R, ? extends Number> field) throws IOException {
    return Steps.ended(answers.average(field));
  }

  /** How the two fields would be read; {@link #count} reads the group's field alone. */
  public Explanation explain(Field<R, ?> field) throws IOException {
    QuerySpec<R> read = answers.read();
    Component other = read.design().shape().component(field);
    return reads.explainValues(read, Set.of(answers.group().field(), other));
  }
}
