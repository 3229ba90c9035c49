package io.rowandb.schema.packed;

import java.util.function.Function;

/**
 * A field of a packed record that lacks its default: {@code fieldWithDefault(3, User::age).of(18)}.
 *
 * @param <R> the record
 * @param <T> the type of the field; of a primitive one, its wrapper class
 */
public final class PackedDefault<R, T> {
  private final Function<Object, PackedRecordBuilder<R>> add;

  PackedDefault(Function<Object, PackedRecordBuilder<R>> add) {
    this.add = add;
  }

  /**
   * Declares the field with what it is read as when it is not there.
   *
   * @throws IllegalArgumentException naming the number, the component, the type or the default that
   *     is refused
   */
  public PackedRecordBuilder<R> of(T defaultValue) {
    return add.apply(defaultValue);
  }
}
