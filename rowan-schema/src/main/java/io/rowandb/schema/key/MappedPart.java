package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.time.DateTimeException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A value written as another one: a {@code U} as the {@code T} to which a function converts it.
 *
 * <p>The two functions are inverse to each other. For a value without a counterpart the writing
 * function throws IllegalArgumentException; the reading one throws that, DateTimeException or
 * ArithmeticException.
 */
final class MappedPart<T, U> extends RequiredPart<U> {
  // Fixed at construction.
  private final KeyPart<T> written;
  private final Function<? super T, ? extends U> toValue;
  private final Function<? super U, ? extends T> toWritten;
  private final Comparator<? super U> order;

  /** The least and the greatest value that has a form, in the natural order; null when unknown. */
  private final U first;

  private final U last;

  /** What a condition on the value says of what is written; null for nothing. */
  private final UnaryOperator<Condition> conditions;

  private final List<String> constants;

  MappedPart(
      String description,
      KeyPart<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten,
      Comparator<? super U> order) {
    this(
        description,
        written,
        toValue,
        toWritten,
        order,
        null,
        null,
        condition -> null,
        written.constants());
  }

  private MappedPart(
      String description,
      KeyPart<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten,
      Comparator<? super U> order,
      U first,
      U last,
      UnaryOperator<Condition> conditions,
      List<String> constants) {
    super(description);
    if (written.isOptional()) {
      throw new IllegalArgumentException(
          written.describe()
              + " has a form of null, of which nothing is made: declare optional of"
              + " the whole");
    }
    this.written = written;
    this.toValue = toValue;
    this.toWritten = toWritten;
    this.order = order;
    this.first = first;
    this.last = last;
    this.conditions = conditions;
    this.constants = List.copyOf(constants);
  }

  /** The same, of values from one to another: ranges may end beyond them. */
  MappedPart<T, U> within(U newFirst, U newLast) {
    return new MappedPart<>(
        describe(), written, toValue, toWritten, order, newFirst, newLast, conditions, constants);
  }

  /**
   * The same, of values whose beginnings can be asked for.
   *
   * @param newConditions what a condition on the value says of what is written; null for nothing
   */
  MappedPart<T, U> begun(UnaryOperator<Condition> newConditions) {
    return new MappedPart<>(
        describe(), written, toValue, toWritten, order, first, last, newConditions, constants);
  }

  /**
   * The same, of values that are written as their numbers in an order.
   *
   * @param names theirs, in that order
   */
  MappedPart<T, U> ofConstants(List<String> names) {
    return new MappedPart<>(
        describe(), written, toValue, toWritten, order, first, last, conditions, names);
  }

  /** Of values that sort as they are written. */
  static <T, U> MappedPart<T, U> sortedAsWritten(
      String description,
      KeyPart<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten) {
    Comparator<? super T> order = written.order();
    return new MappedPart<>(
        description,
        written,
        toValue,
        toWritten,
        (a, b) -> order.compare(toWritten.apply(a), toWritten.apply(b)));
  }

  @Override
  void writePresent(U value, KeyWriter out) {
    written.write(toWritten.apply(value), out);
  }

  @Override
  public U read(KeyReader in) {
    T value = written.read(in);
    try {
      return toValue.apply(value);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw malformed(in, e.getMessage(), e);
    }
  }

  @Override
  public Optional<U> ceiling(U end) {
    if (first != null) {
      return NaturalOrder.compare(end, last) > 0
          ? Optional.empty()
          : Optional.of(NaturalOrder.compare(end, first) < 0 ? first : end);
    }
    return direction() == Direction.ASCENDING && written.direction() == Direction.ASCENDING
        ? written.ceiling(toWritten.apply(end)).map(toValue)
        : Optional.of(end);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return Optional.ofNullable(conditions.apply(condition)).flatMap(written::beginning);
  }

  @Override
  public Comparator<? super U> order() {
    return order;
  }

  @Override
  public Direction direction() {
    if (order == Comparator.naturalOrder() || order == Utf8.ORDER || order == NaturalOrder.OF_IDS) {
      return Direction.ASCENDING;
    }
    return order == Comparator.reverseOrder() ? Direction.DESCENDING : Direction.OTHER;
  }

  @Override
  public List<String> constants() {
    return constants;
  }

  @Override
  public int width() {
    return written.width();
  }

  @Override
  public boolean isSelfDelimiting() {
    return written.isSelfDelimiting();
  }

  @Override
  public boolean isLossless() {
    return written.isLossless();
  }

  @Override
  public Optional<byte[]> end() {
    return written.end();
  }
}
