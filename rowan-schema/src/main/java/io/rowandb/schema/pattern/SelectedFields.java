package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A record of some fields of another. Immutable.
 *
 * @param shape what is made
 * @param fields the field of each of its components
 */
record SelectedFields<S>(RecordShape<S> shape, List<Component> fields) {
  /** {@link RecordQuery#select}. */
  static <S> SelectedFields<S> of(TableDesign<?> design, Class<S> type) {
    RecordShape<S> shape = RecordShape.of(type);
    List<Component> fields = new ArrayList<>();
    for (Component component : shape.components()) {
      fields.add(field(design, shape, component));
    }
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(
          type.getName() + " has no components, and selects no fields");
    }
    return new SelectedFields<>(shape, List.copyOf(fields));
  }

  private static Component field(TableDesign<?> design, RecordShape<?> shape, Component component) {
    RecordShape<?> whole = design.shape();
    Component field =
        whole.components().stream()
            .filter(each -> each.name().equals(component.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        shape.describe(component)
                            + " is selected, and "
                            + whole.name()
                            + " has no such field but "
                            + whole.components().stream().map(Component::name).toList()));
    if (!isOfSameType(component, field)) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is of type "
              + component.genericType().getTypeName()
              + ", and "
              + whole.describe(field)
              + " of type "
              + field.genericType().getTypeName());
    }
    if (component.primitive() && !design.isNeverNull(field)) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is of a primitive type, and "
              + whole.describe(field)
              + " may be null");
    }
    return field;
  }

  private static boolean isOfSameType(Component one, Component other) {
    boolean primitive = one.primitive() || other.primitive();
    return primitive ? one.type() == other.type() : one.genericType().equals(other.genericType());
  }

  /** Each field once. */
  Set<Component> distinct() {
    return Set.copyOf(fields);
  }

  /** The record of values, each at the index of its field. */
  S of(Object[] values) {
    return shape.create(fields.stream().map(field -> values[field.index()]).toArray());
  }
}
