package io.rowandb.schema.key;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What a read asks of one field. Values are of the field's type. */
public sealed interface Condition {
  /**
   * The field has this value; null only where the field may be null.
   *
   * @param value of the field
   */
  record Equal(Object value) implements Condition {}

  /**
   * The field has one of these values.
   *
   * @param values at least one
   */
  record OneOf(List<?> values) implements Condition {
    /** Refuses an empty list, and null in it. */
    public OneOf {
      if (values.stream().anyMatch(Objects::isNull)) {
        throw new IllegalArgumentException("one of " + values + " may not be null");
      }
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("one of no values is none");
      }
    }
  }

  /**
   * The field is not before one value and before another, in the order of {@link Direction}.
   *
   * @param from the least value, or null for no lower end
   * @param to the least value that is too great, or null for no upper end
   */
  record Between(Object from, Object to) implements Condition {
    /** Refuses a range without any end. */
    public Between {
      if (from == null && to == null) {
        throw new IllegalArgumentException("a range needs at least one end");
      }
    }
  }

  /** All values that it names. */
  default List<?> values() {
    if (this instanceof Equal equal) {
      return Collections.singletonList(equal.value());
    }
    if (this instanceof OneOf oneOf) {
      return oneOf.values;
    }
    Between between = (Between) this;
    return Arrays.asList(between.from(), between.to());
  }

  /** Whether a value is as asked for. */
  default boolean holds(Object value) {
    if (this instanceof Equal equal) {
      return Objects.deepEquals(equal.value(), value);
    }
    if (this instanceof OneOf oneOf) {
      return oneOf.values().stream().anyMatch(each -> Objects.deepEquals(each, value));
    }
    Between between = (Between) this;
    return value != null
        && (between.from() == null || NaturalOrder.compare(value, between.from()) >= 0)
        && (between.to() == null || NaturalOrder.compare(value, between.to()) < 0);
  }
}
