package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Condition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The conditions of a read; all of them must hold. Immutable.
 *
 * @param fields conditions on single fields
 * @param any a condition that any of several fields may meet, or null
 */
public record Conditions(Map<Component, Condition> fields, AnyOf any) {
  public static final Conditions NONE = new Conditions(Map.of(), null);

  /**
   * A condition that any of several fields fulfils.
   *
   * @param fields at least two
   */
  public record AnyOf(List<Component> fields, Condition condition) {
    boolean isOf(List<Component> others) {
      return Set.copyOf(fields).equals(Set.copyOf(others));
    }

    boolean holds(Function<Component, Object> values) {
      return fields.stream().anyMatch(field -> condition.holds(values.apply(field)));
    }
  }

  /**
   * These and a condition on a field.
   *
   * @throws IllegalArgumentException when the field has one already, or values of another type
   */
  public Conditions with(RecordShape<?> shape, Component field, Condition condition) {
    Given.notNull(field, "the field of a condition");
    Given.notNull(condition, "the condition on " + shape.describe(field));
    condition.values().forEach(value -> shape.checkType(field, value));
    Map<Component, Condition> more = new HashMap<>(fields);
    if (more.put(field, condition) != null) {
      throw new IllegalArgumentException(shape.describe(field) + " has a condition already");
    }
    return new Conditions(Map.copyOf(more), any);
  }

  /**
   * These and a condition on any of several fields.
   *
   * @throws IllegalArgumentException when there is one already, or a value is of another type
   */
  public Conditions with(RecordShape<?> shape, AnyOf newAny) {
    if (newAny.fields().isEmpty()) {
      throw new IllegalArgumentException("a condition on any of several fields names none");
    }
    for (Component field : newAny.fields()) {
      newAny.condition().values().forEach(value -> shape.checkType(field, value));
    }
    if (any != null) {
      throw new IllegalArgumentException("there is a condition on any of several fields already");
    }
    return new Conditions(fields, newAny);
  }

  /** Whether no record is asked for that has null in a field. */
  boolean excludesNull(Component field) {
    return excludesNull(fields.get(field));
  }

  /** Whether no record is asked for that has null in each of some fields. */
  boolean excludesNullsOfAll(Collection<Component> each) {
    return each.stream().anyMatch(this::excludesNull)
        || (any != null && each.containsAll(any.fields()) && excludesNull(any.condition()));
  }

  private static boolean excludesNull(Condition condition) {
    return condition != null && !condition.holds(null);
  }

  /** All fields that a condition is on. */
  public Set<Component> asked() {
    Set<Component> asked = new HashSet<>(fields.keySet());
    if (any != null) {
      asked.addAll(any.fields());
    }
    return asked;
  }
}
