package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeyPrefix;
import io.rowandb.schema.key.RowKey;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A query that a design must serve: which fields have one value, and which field has a range or
 * gives the order. With only an order, it asks for the first of all records. A design is refused if
 * it would have to read other rows to answer the query with its row key and indexes.
 *
 * @param question the query in words, for people
 * @param values fields that have one value each
 * @param any fields of which at least one has the value; empty for none
 * @param range the field with a range of values; empty for none
 * @param order the field by which the answer is sorted, ascending or descending; empty for any
 *     order
 */
public record AccessPattern(
    String question,
    Set<Component> values,
    Set<Component> any,
    Optional<Component> range,
    Optional<Component> order) {
  /** Copies the sets. */
  public AccessPattern {
    values = Set.copyOf(values);
    any = Set.copyOf(any);
    if (values.isEmpty() && any.isEmpty() && range.isEmpty() && order.isEmpty()) {
      throw new IllegalArgumentException(
          "\""
              + question
              + "\" has no field with a value, a range or the order: all rows are its answer");
    }
  }

  /** What answers it, for people; empty when nothing does. */
  <R> Optional<String> answeredBy(TableForm<R> form, List<IndexDesign<R>> indexes) {
    if (any.isEmpty() && isAnsweredBy(form.key(), values)) {
      return Optional.of("the row key");
    }
    return indexes.stream()
        .filter(index -> !index.isPartial() && isAnsweredBy(form, index))
        .map(index -> "index " + index.name())
        .findFirst();
  }

  private boolean isAnsweredBy(TableForm<?> form, IndexDesign<?> index) {
    return wouldAnswer(index) && lacking(form, index).isEmpty();
  }

  /** Whether the entries of an index are its answer, if each record has one. */
  private boolean wouldAnswer(IndexDesign<?> index) {
    return any.equals(Set.copyOf(index.alternatives())) && isAnsweredBy(index.key(), given(index));
  }

  private Set<Component> given(IndexDesign<?> index) {
    Set<Component> given = new HashSet<>(values);
    if (!index.alternatives().isEmpty()) {
      given.add(index.alternatives().get(0)); // stands for all of them in the key
    }
    return given;
  }

  /** Fields that may be null in records of the answer, which have no entry in an index then. */
  private List<Component> lacking(TableForm<?> form, IndexDesign<?> index) {
    Set<Component> given = given(index);
    return index.key().required().stream()
        .filter(field -> !form.isNeverNull(field) && !excludesNull(given, field))
        .toList();
  }

  /** An index that does not answer it, and why, if that is not plain from its fields. */
  String describe(TableForm<?> form, IndexDesign<?> index) {
    if (!wouldAnswer(index)) {
      return index.describe();
    }
    if (index.isPartial()) {
      return index.describe() + ", which has some records only";
    }
    String fields =
        lacking(form, index).stream().map(Component::name).collect(Collectors.joining(" or "));
    return index.describe()
        + ", which has no entry of a record without "
        + fields
        + ": say neverNull, or give it a form that has null, Parts.optional";
  }

  /** Records with null in a field of an index may have no entry. */
  private boolean excludesNull(Set<Component> given, Component field) {
    return given.contains(field) || range.filter(field::equals).isPresent();
  }

  /** Whether rows with this key are its answer, and no others. */
  private boolean isAnsweredBy(RowKey<?> key, Set<Component> given) {
    KeyPrefix prefix = key.prefix(given);
    boolean sorted = prefix.direction() != Direction.OTHER;
    boolean ordered =
        order.isEmpty() || given.contains(order.get()) || (sorted && order.equals(prefix.next()));
    return prefix.determined().containsAll(given)
        && (range.isEmpty() || (prefix.ranges() && range.equals(prefix.next())))
        && ordered;
  }

  /** What it asks for, for people. */
  @Override
  public String toString() {
    String asked =
        Stream.of(names(values), any.isEmpty() ? "" : "any of " + names(any))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return "\""
        + question
        + "\", "
        + (asked.isEmpty() && range.isEmpty() ? "the first of all" : "by " + asked)
        + range
            .map(field -> (asked.isEmpty() ? "" : " and ") + "a range of " + field.name())
            .orElse("")
        + order.map(field -> ", in the order of " + field.name()).orElse("");
  }

  private static String names(Set<Component> fields) {
    return fields.stream().map(Component::name).sorted().collect(Collectors.joining(", "));
  }

  /**
   * A pattern that is being declared. Used by one thread.
   *
   * @param <R> the record
   */
  public static final class Builder<R> {
    // Fixed at construction.
    private final String question;
    private final RecordShape<R> shape;

    private final Set<Component> values = new LinkedHashSet<>();
    private final Set<Component> any = new LinkedHashSet<>();
    private Component range;
    private Component order;

    Builder(String question, RecordShape<R> shape) {
      this.question = question;
      this.shape = shape;
    }

    /** A field that has one value, or one of several. */
    public Builder<R> value(Field<R, ?> field) {
      values.add(shape.component(field));
      return this;
    }

    /** Fields of which any has the value. */
    @SafeVarargs
    public final Builder<R> anyOf(Field<R, ?>... fields) {
      for (Field<R, ?> field : fields) {
        any.add(shape.component(field));
      }
      return this;
    }

    /** The field that is from one value to another. */
    public Builder<R> range(Field<R, ?> field) {
      range = shape.component(field);
      return this;
    }

    /** The field that the answer is sorted by, the least or the greatest first. */
    public Builder<R> order(Field<R, ?> field) {
      order = shape.component(field);
      return this;
    }

    AccessPattern build() {
      return new AccessPattern(
          question, values, any, Optional.ofNullable(range), Optional.ofNullable(order));
    }
  }
}
