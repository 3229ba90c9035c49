package io.rowandb.schema.pattern;

import java.io.IOException;

/**
 * One field of the record of a key, to be changed: {@code accounts.field(Account::balance,
 * "ada").set(5L)}. The field alone says of which type the value is, so that the compiler refuses
 * one of another type. Used by the thread of its table.
 *
 * @param <T> the type of the field; of a primitive one, its wrapper class
 */
public interface RecordField<T> {
  /**
   * Changes the field, as {@link RecordWrites#update} does.
   *
   * @return whether there is such a record
   * @throws IllegalArgumentException also when the key depends on the field
   * @throws IOException as {@link RecordWrites#putIfAbsent}, which says what else is thrown
   */
  boolean set(T value) throws IOException;

  /**
   * Changes the field if it has an expected value, as {@link RecordWrites#update} does.
   *
   * @return whether it did; not if there is no record
   * @throws IllegalArgumentException as {@link #set}
   * @throws IOException as {@link RecordWrites#putIfAbsent}, which says what else is thrown
   */
  boolean compareAndSet(T expected, T value) throws IOException;
}
