package io.rowandb.schema.join;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Optionals;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.table.TableDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields that must be equal. Null is equal to nothing, as in SQL. Immutable.
 *
 * @param right the right table
 * @param pairs the fields, at least one
 */
record JoinFields<L, R>(TableDesign<R> right, List<FieldPair<L>> pairs) {
  /**
   * Two fields.
   *
   * @param of the left one
   * @param with the right one
   */
  record FieldPair<L>(Field<L, ?> of, Component with) {}

  JoinFields<L, R> and(Field<L, ?> left, Field<R, ?> field) {
    Component component = right.shape().component(field);
    if (pairs.stream().anyMatch(pair -> pair.with().equals(component))) {
      throw new IllegalArgumentException(
          right.shape().describe(component) + " is joined with another field already");
    }
    List<FieldPair<L>> more = new ArrayList<>(pairs);
    more.add(new FieldPair<>(left, component));
    return new JoinFields<>(right, List.copyOf(more));
  }

  /** What a left record is joined by; empty when a field is null. */
  Optional<List<Object>> ofLeft(L record) {
    List<Object> values = new ArrayList<>();
    for (FieldPair<L> pair : pairs) {
      Object value = Optionals.plain(pair.of().of(record));
      if (value == null) {
        return Optional.empty();
      }
      check(pair.with(), value);
      values.add(comparable(value));
    }
    return Optional.of(values);
  }

  private void check(Component component, Object value) {
    if (!component.type().isInstance(value)) {
      throw new IllegalArgumentException(
          right.shape().describe(component)
              + " is a "
              + component.type().getSimpleName()
              + " and is joined with "
              + value
              + ", a "
              + value.getClass().getSimpleName()
              + ", which is never equal to one");
    }
  }

  /** What a right record is joined by; empty when a field is null. */
  Optional<List<Object>> ofRight(R record) {
    List<Object> values = new ArrayList<>();
    for (FieldPair<L> pair : pairs) {
      Object value = right.shape().get(record, pair.with());
      if (value == null) {
        return Optional.empty();
      }
      values.add(comparable(value));
    }
    return Optional.of(values);
  }

  /** Arrays are not equal by their bytes. */
  private static Object comparable(Object value) {
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  /** Whether the fields make up the row key of the right table, so that its rows can be got. */
  boolean determineRow() {
    return missingInKey().isEmpty();
  }

  /** Fields of the right key that nothing is joined with. */
  Set<Component> missingInKey() {
    Set<Component> missing = new HashSet<>(right.key().components());
    pairs.forEach(pair -> missing.remove(pair.with()));
    return missing;
  }

  /**
   * The right row that a left record belongs to.
   *
   * @return empty when a field is null, or has a value that the key has no form for: then no right
   *     record can have it
   */
  Optional<byte[]> row(L record) {
    if (ofLeft(record).isEmpty()) {
      return Optional.empty();
    }
    RowKey<R> key = right.key();
    try {
      return Optional.of(key.encode(component -> value(record, component)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a right record with that value would have been refused so, too
    }
  }

  private Object value(L record, Component component) {
    for (FieldPair<L> pair : pairs) {
      if (pair.with().equals(component)) {
        return Optionals.plain(pair.of().of(record));
      }
    }
    throw new IllegalStateException(right.shape().describe(component) + " is not joined");
  }

  /** For people: {@code by User.name, User.site}. */
  String describe() {
    return pairs.stream()
        .map(pair -> right.shape().describe(pair.with()))
        .collect(Collectors.joining(", ", "by ", ""));
  }
}
