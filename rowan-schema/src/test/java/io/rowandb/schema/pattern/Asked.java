package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A condition that was made up, or none.
 *
 * @param values one or more; a range has the first, the second, or both for its ends
 */
record Asked<T extends Comparable<? super T>>(Kind kind, List<T> values) {
  enum Kind {
    NOTHING,
    EQUAL,
    ONE_OF,
    BETWEEN,
    FROM,
    BEFORE
  }

  /** Whether it leaves single values. */
  boolean isDetermined() {
    return kind == Kind.EQUAL || kind == Kind.ONE_OF;
  }

  /**
   * Whether all values between its ends are in one unit.
   *
   * @param before the value before another, since the last is not among them
   */
  boolean isWithin(UnaryOperator<T> unit, UnaryOperator<T> before) {
    return kind == Kind.BETWEEN && unit.apply(first()).equals(unit.apply(before.apply(last())));
  }

  private T first() {
    return values.get(0);
  }

  private T last() {
    return values.get(values.size() - 1);
  }

  RecordQuery<Item> ask(RecordQuery<Item> query, Field<Item, T> field) {
    return switch (kind) {
      case NOTHING -> query;
      case EQUAL -> query.where(field).is(first());
      case ONE_OF -> query.where(field).in(values);
      case BETWEEN -> query.between(field, first(), last());
      case FROM -> query.from(field, first());
      case BEFORE -> query.before(field, last());
    };
  }

  /** What a reader of the condition expects. */
  boolean holds(T value, Comparator<? super T> order) {
    return switch (kind) {
      case NOTHING -> true;
      case EQUAL -> value.equals(first());
      case ONE_OF -> values.contains(value);
      case BETWEEN -> order.compare(value, first()) >= 0 && order.compare(value, last()) < 0;
      case FROM -> order.compare(value, first()) >= 0;
      case BEFORE -> order.compare(value, last()) < 0;
    };
  }
}
