package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Optionals;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.plan.Conditions;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition on any of several fields that lacks its value: {@code
 * all.where(Call::caller).or(Call::callee)} becomes a read with {@code is("5551234")}. Immutable.
 *
 * @param <R> the record
 * @param <T> the type of the fields
 */
public final class AnyFieldCondition<R, T> {
  // Fixed at construction.
  private final RecordQuery<R> query;
  private final List<Component> fields;

  AnyFieldCondition(RecordQuery<R> query, List<Component> fields) {
    this.query = query;
    this.fields = List.copyOf(fields);
  }

  /**
   * One field more.
   *
   * @throws IllegalArgumentException when it is not written as the accessor of a field
   */
  public AnyFieldCondition<R, T> or(Field<R, T> other) {
    List<Component> more = new ArrayList<>(fields);
    more.add(query.component(other));
    return new AnyFieldCondition<>(query, more);
  }

  /**
   * Records of which any of the fields has this value.
   *
   * @param value null, or an empty optional object, for records without one
   * @throws IllegalArgumentException when the read has such a condition already
   */
  public RecordQuery<R> is(T value) {
    return query.whereAny(
        new Conditions.AnyOf(fields, new Condition.Equal(Optionals.plain(value))));
  }
}
