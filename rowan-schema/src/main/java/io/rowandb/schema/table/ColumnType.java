package io.rowandb.schema.table;

/**
 * How a value becomes the bytes of a cell, and back. Immutable; used by any number of threads.
 *
 * <p>Reading what was written gives an equal value.
 *
 * @param <T> the value's type
 */
public interface ColumnType<T> {
  /**
   * The bytes of a value, which is not null.
   *
   * @throws IllegalArgumentException naming the value and the rule, when it has no such form
   */
  byte[] encode(T value);

  /**
   * The value of a cell's bytes: those of an array from an offset on.
   *
   * @throws IllegalArgumentException naming the bytes and the rule, when they are of no value
   */
  T decode(byte[] bytes, int offset, int length);

  /** What it is, for people: {@code UTF-8 text}. */
  String describe();
}
