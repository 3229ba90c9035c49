package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How one value becomes bytes of a row key, and back. Immutable; used by any number of threads.
 *
 * <p>Invariants, for all values that {@link #write} accepts:
 *
 * <ol>
 *   <li>Order: the bytes of two values, compared unsigned, have the order given by {@link #order}.
 *   <li>Reading what was written gives an equal value, if {@link #isLossless}; otherwise it gives a
 *       value that represents all values with the same bytes; writing it gives these bytes again.
 *   <li>No value's bytes are a prefix of another's, if {@link #isSelfDelimiting}.
 *   <li>All values have {@link #width} bytes, if that is not {@link #VARIABLE}.
 * </ol>
 *
 * @param <T> the value's type
 */
public interface KeyPart<T> {
  /** A width that depends on the value. */
  int VARIABLE = -1;

  /**
   * Appends a value.
   *
   * @throws IllegalArgumentException naming the value and the rule, when it has no such form
   */
  void write(T value, KeyWriter out);

  /**
   * Takes a value's bytes.
   *
   * @throws MalformedKeyException when the bytes there are of no value
   */
  T read(KeyReader in);

  /**
   * The end of a range of values as a value that {@link #write} accepts: the least one of these
   * that is not before it, in the order that {@link #direction} is relative to; empty when all are
   * before it. By default it is the value itself, accepted or not.
   */
  default Optional<T> ceiling(T end) {
    return Optional.of(end);
  }

  /**
   * One value for each form that values from one to another have, the other not included; empty
   * when they are not known, are more than so many, or a form is that of one value alone.
   */
  default Optional<List<T>> forms(T from, T to, int most) {
    return Optional.empty();
  }

  /**
   * What the bytes of all values begin with that a condition holds for; empty when that is not
   * known. Others may begin so too.
   *
   * @throws IllegalArgumentException when no value can be as asked for
   */
  default Optional<byte[]> beginning(Condition condition) {
    return Optional.empty();
  }

  /** The order of values that their bytes have. */
  Comparator<? super T> order();

  /** How {@link #order} is to the order of the values; only along it are ranges of them read. */
  default Direction direction() {
    return Direction.OTHER;
  }

  /** Bytes that each value has, or {@link #VARIABLE}. */
  int width();

  /** Whether it is known where a value's bytes end; a part that is not so can only be the last. */
  default boolean isSelfDelimiting() {
    return width() != VARIABLE;
  }

  /**
   * The bytes that end each value and are nowhere else in it, all of them below 0x80; empty when
   * there are none, or when that is not known.
   */
  default Optional<byte[]> end() {
    return Optional.empty();
  }

  /** Whether different values have different bytes. */
  default boolean isLossless() {
    return true;
  }

  /**
   * Whether no value before this one, in the order of {@link Direction}, has the same bytes: a
   * range that ends before it then ends before its bytes. May be false when that is not known.
   */
  default boolean isFirstOfItsForm(T value) {
    return isLossless();
  }

  /** Whether {@link #write} takes null. */
  default boolean isOptional() {
    return false;
  }

  /**
   * The names of values that are written as their numbers in an order, in that order; empty when
   * none are. Tables keep them, so that another order is found.
   */
  default List<String> constants() {
    return List.of();
  }

  /** What it is, for people: {@code signed, 8 bytes}. */
  String describe();
}
