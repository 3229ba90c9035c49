package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.NaturalOrder;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The records that a read finds, by the value of a field: the result of {@link Query#groupBy}.
 * Immutable; used by the thread of its table.
 *
 * <p>Each method reads all records of the read, and of each the two fields alone where {@link
 * Query#select} would. The program adds them up: nothing runs on the servers. It keeps a number for
 * each group, so the groups must fit in memory, and the read's conditions bound them.
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
  private final QuerySpec<R> read;
  private final QueryReads<R> reads;
  private final Component group;

  Groups(QuerySpec<R> read, QueryReads<R> reads, Component group) {
    this.read = read;
    this.reads = reads;
    this.group = group;
  }

  /** How many records are in each group. */
  public SortedMap<G, Long> count() throws IOException {
    return merged(Set.of(group), values -> 1L, Long::sum);
  }

  /** The least value of a field in each group, in the order of keys, as {@link Query#min}. */
  public <T extends Comparable<? super T>> SortedMap<G, T> min(Field<R, T> field)
      throws IOException {
    return extremes(field, BinaryOperator.minBy(NaturalOrder::compare));
  }

  /** The greatest value of a field in each group, as {@link #min}. */
  public <T extends Comparable<? super T>> SortedMap<G, T> max(Field<R, T> field)
      throws IOException {
    return extremes(field, BinaryOperator.maxBy(NaturalOrder::compare));
  }

  /**
   * The sums of a field of whole numbers.
   *
   * @throws IllegalArgumentException when the field is no whole number
   * @throws ArithmeticException naming the field, when a sum is too great for a {@code long}
   */
  public SortedMap<G, Long> sum(Field<R, ? extends Number> field) throws IOException {
    Component summed = shape().component(field);
    Total.checkWhole(shape(), summed);
    return totals(summed, Total::sum);
  }

  /** The exact sums of a field of numbers, as {@link Query#sumDecimal}. */
  public SortedMap<G, BigDecimal> sumDecimal(Field<R, ? extends Number> field) throws IOException {
    return totals(number(field), Total::sumDecimal);
  }

  /** The means of a field of numbers, as {@link Query#average}. */
  public SortedMap<G, Double> average(Field<R, ? extends Number> field) throws IOException {
    return totals(number(field), Total::average);
  }

  /** How the two fields would be read; {@link #count} reads the group's field alone. */
  public Explanation explain(Field<R, ?> field) throws IOException {
    return reads.explainValues(read, Set.of(group, shape().component(field)));
  }

  private RecordShape<R> shape() {
    return read.design().shape();
  }

  private Component number(Field<R, ?> field) {
    Component number = shape().component(field);
    Total.checkNumber(shape(), number);
    return number;
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private <T> SortedMap<G, T> extremes(Field<R, T> field, BinaryOperator<Object> better)
      throws IOException {
    Component compared = shape().component(field);
    return merged(
        Set.of(group, compared),
        values -> (T) values[compared.index()],
        (a, b) -> (T) better.apply(a, b));
  }

  private <T> SortedMap<G, T> totals(Component summed, Function<Total, T> end) throws IOException {
    String name = shape().describe(summed);
    SortedMap<G, Total> totals =
        merged(Set.of(group, summed), values -> Total.of(name, values[summed.index()]), Total::and);
    SortedMap<G, T> ends = inOrder();
    totals.forEach((value, total) -> ends.put(value, end.apply(total)));
    return Collections.unmodifiableSortedMap(ends);
  }

  /** Merges what records are turned into, group by group; null counts as nothing. */
  @SuppressWarnings("unchecked") // as above
  private <A> SortedMap<G, A> merged(
      Set<Component> fields, Function<Object[], A> begin, BinaryOperator<A> merge)
      throws IOException {
    SortedMap<G, A> groups = inOrder();
    return Taken.from(
        () -> reads.values(read, fields),
        all -> {
          all.forEach(values -> add(groups, (G) values[group.index()], begin.apply(values), merge));
          return Collections.unmodifiableSortedMap(groups);
        });
  }

  private static <G, A> void add(SortedMap<G, A> groups, G value, A more, BinaryOperator<A> merge) {
    if (more != null) {
      groups.merge(value, more, merge);
    }
  }

  private static <G, A> SortedMap<G, A> inOrder() {
    return new TreeMap<>(Comparator.nullsFirst(NaturalOrder::compare));
  }
}
