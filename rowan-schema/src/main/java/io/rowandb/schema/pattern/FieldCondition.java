package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.Optionals;
import io.rowandb.schema.key.Condition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A condition on a field that lacks its value: {@code calls.where(Call::phone)} becomes a read with
 * {@code is("5551234")}. The field alone says of which type the value is, so that the compiler
 * refuses one of another type. The value of an optional field is an optional object. Immutable.
 *
 * @param <R> the record
 * @param <T> the type of the field; of a primitive one, its wrapper class
 */
public final class FieldCondition<R, T> {
  // Fixed at construction.
  private final RecordQuery<R> query;
  private final Component field;

  FieldCondition(RecordQuery<R> query, Component field) {
    this.query = query;
    this.field = field;
  }

  /**
   * Records whose field has this value.
   *
   * @param value null, or an empty optional object, for records without one
   * @throws IllegalArgumentException when the field has a condition already
   */
  public RecordQuery<R> is(T value) {
    return query.where(field, new Condition.Equal(Optionals.plain(value)));
  }

  /**
   * Records whose field has one of these values.
   *
   * @throws IllegalArgumentException when the field has a condition already
   */
  public RecordQuery<R> in(Collection<? extends T> values) {
    List<Object> plain = new ArrayList<>();
    Given.notNull(values, "the list of values").forEach(each -> plain.add(Optionals.plain(each)));
    return query.where(field, new Condition.OneOf(plain));
  }

  /**
   * Records of which this field or another has the value: by an index declared for any of them; or,
   * when the read would be refused otherwise, by the way of each, one after the other. That has no
   * common order, so the order cannot be chosen then, and there are no pages. Each record comes
   * once; when those that it gave take more than 32 MB to remember, only if it does not change
   * meanwhile.
   *
   * @param other of the same type
   * @throws IllegalArgumentException when it is not written as the accessor of a field
   */
  public AnyFieldCondition<R, T> or(Field<R, T> other) {
    return new AnyFieldCondition<R, T>(query, List.of(field)).or(other);
  }
}
