package io.rowandb.schema.join;

import io.rowandb.schema.field.Field;

/**
 * A field of the left record of a join, whose right field is to be named: {@code
 * join.on(Tweet::user).is(User::name)}. Immutable.
 *
 * @param <L> the left record
 * @param <R> the right record
 * @param <T> the type of the left field
 */
public final class JoinField<L, R, T> {
  // Fixed at construction.
  private final Join<L, R> join;
  private final Field<L, T> left;

  JoinField(Join<L, R> join, Field<L, T> left) {
    this.join = join;
    this.left = left;
  }

  /**
   * The right field that must be equal, which is of the same type.
   *
   * @throws IllegalArgumentException when it is joined already, or is no field
   */
  public Join<L, R> is(Field<R, T> right) {
    return join.with(left, right);
  }

  /**
   * The right field that must have the same value, where one of the two is optional and the other
   * is not, or both are, of different classes: an {@code OptionalLong} and a {@code long}. The
   * types of the values are compared when records are read.
   *
   * @throws IllegalArgumentException when it is joined already, or is no field
   */
  public Join<L, R> hasValueOf(Field<R, ?> right) {
    return join.with(left, right);
  }
}
