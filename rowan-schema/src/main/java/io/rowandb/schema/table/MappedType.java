package io.rowandb.schema.table;

import io.rowandb.schema.value.MalformedValueException;
import java.util.function.Function;

/**
 * A class of the program, kept as a value of another class to which a function converts it.
 * Immutable; used by any number of threads, if the functions are.
 *
 * @param <T> the kept value
 * @param <U> the program's
 */
final class MappedType<T, U> implements ColumnType<U> {
  /** Stands before the kept form; names do not have it. */
  static final String KEPT = ", kept as ";

  // Fixed at construction.
  private final String name;
  private final ColumnType<T> kept;
  private final Function<? super T, ? extends U> toValue;
  private final Function<? super U, ? extends T> toKept;

  MappedType(
      String name,
      ColumnType<T> kept,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toKept) {
    if (name.isBlank() || name.contains(KEPT)) {
      throw new IllegalArgumentException(
          "a type has a name, without \"" + KEPT + "\" in it, and not \"" + name + '"');
    }
    this.name = name;
    this.kept = kept;
    this.toValue = toValue;
    this.toKept = toKept;
  }

  @Override
  public byte[] encode(U value) {
    T written;
    try {
      written = toKept.apply(value);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(name + " has no form of " + value + ": " + e, e);
    }
    if (written == null) {
      throw new IllegalArgumentException(name + " has no form of " + value + " but null");
    }
    return kept.encode(written);
  }

  @Override
  public U decode(byte[] bytes, int offset, int length) {
    T written = kept.decode(bytes, offset, length);
    U value;
    try {
      value = toValue.apply(written);
    } catch (RuntimeException e) {
      // What the program's function demands is a rule for the bytes too, whatever it throws.
      throw new MalformedValueException(
          bytes, offset, length, name + " refuses " + written + ": " + e, e);
    }
    if (value == null) {
      throw new MalformedValueException(bytes, offset, length, name + " makes null of " + written);
    }
    return value;
  }

  @Override
  public String describe() {
    return name + KEPT + kept.describe();
  }

  @Override
  public String toString() {
    return describe();
  }
}
