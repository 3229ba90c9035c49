package io.rowandb.schema.key;

import java.time.DateTimeException;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value written as another one: a {@code U} as the {@code T} that a function makes of it.
 *
 * <p>The two functions are the inverse of each other. For what has no counterpart the one that
 * writes throws IllegalArgumentException; the one that reads that, or DateTimeException, or
 * ArithmeticException.
 */
final class MappedPart<T, U> extends RequiredPart<U> {
  // Fixed at construction.
  private final KeyPart<T> written;
  private final Function<? super T, ? extends U> toValue;
  private final Function<? super U, ? extends T> toWritten;
  private final Comparator<? super U> order;

  MappedPart(
      String description,
      KeyPart<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten,
      Comparator<? super U> order) {
    super(description);
    this.written = written;
    this.toValue = toValue;
    this.toWritten = toWritten;
    this.order = order;
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
    return direction() == Direction.ASCENDING && written.direction() == Direction.ASCENDING
        ? written.ceiling(toWritten.apply(end)).map(toValue)
        : Optional.of(end);
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
}
