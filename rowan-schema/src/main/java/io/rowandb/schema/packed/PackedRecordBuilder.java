package io.rowandb.schema.packed;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Builds the declaration of a {@link PackedRecord}. It refuses a number or component that is used
 * twice, numbers outside 1 to 536870911, and the numbers 19000 to 19999, which Protobuf reserves.
 * Numbers up to 15 take one byte, numbers up to 2047 take two. Used by one thread.
 *
 * @param <R> the record
 */
public final class PackedRecordBuilder<R> {
  private static final int MAX_NUMBER = (1 << 29) - 1;
  private static final int FIRST_OF_PROTOBUF = 19_000;
  private static final int LAST_OF_PROTOBUF = 19_999;

  // Fixed at construction.
  private final RecordShape<R> shape;
  private final Component unknown;

  private final TreeMap<Integer, PackedField> fields = new TreeMap<>();
  private final TreeSet<Integer> reserved = new TreeSet<>();

  PackedRecordBuilder(RecordShape<R> shape) {
    this.shape = shape;
    List<Component> keepers =
        shape.components().stream().filter(PackedRecordBuilder::keepsUnknown).toList();
    if (keepers.size() > 1) {
      throw new IllegalArgumentException(
          "one component keeps unknown fields, and not "
              + keepers.stream().map(shape::describe).toList());
    }
    unknown = keepers.isEmpty() ? null : keepers.get(0);
  }

  private static boolean keepsUnknown(Component component) {
    return component.type() == UnknownFields.class;
  }

  /**
   * A field in the default form of its type, see {@link PackedTypes#forType}. When it is not there,
   * it is read as null, zero, false, an empty list, set or map, or an empty optional object.
   *
   * @throws IllegalArgumentException naming the number, the component or the type that is refused
   */
  public PackedRecordBuilder<R> field(int number, Field<R, ?> field) {
    Component component = shape.component(field);
    return add(number, component, typeOf(component, Set.of(shape.type())), null);
  }

  /**
   * The same with a default for when it is absent, for example in old bytes; it is given next:
   * {@code fieldWithDefault(3, User::age).of(18)}. Nothing is declared before that.
   */
  public <T> PackedDefault<R, T> fieldWithDefault(int number, Field<R, T> field) {
    return new PackedDefault<>(value -> addDefault(number, shape.component(field), value));
  }

  private PackedRecordBuilder<R> addDefault(int number, Component component, Object value) {
    PackedType<?> type = typeOf(component, Set.of(shape.type()));
    return add(number, component, type, requireDefault(component, value));
  }

  /**
   * A field in a form of {@link PackedTypes}.
   *
   * @throws IllegalArgumentException naming the number or the component that is refused
   */
  public <T> PackedRecordBuilder<R> fieldAs(int number, Field<R, T> field, PackedType<T> type) {
    return add(number, plain(field), type, null);
  }

  private Component plain(Field<R, ?> field) {
    return shape.plainComponent(field, "optionalFieldAs(number, field, type)");
  }

  /**
   * An optional field with its value in a form of {@link PackedTypes}.
   *
   * @throws IllegalArgumentException naming the number or the component that is refused
   */
  public <T> PackedRecordBuilder<R> optionalFieldAs(
      int number, Field<R, Optional<T>> field, PackedType<T> type) {
    return add(number, shape.component(field), type, null);
  }

  /**
   * The same with what it is read as when it is not there.
   *
   * @throws IllegalArgumentException naming the number, the component or the default that is
   *     refused
   */
  public <T> PackedRecordBuilder<R> fieldAs(
      int number, Field<R, T> field, PackedType<T> type, T defaultValue) {
    Component component = plain(field);
    return add(number, component, type, requireDefault(component, defaultValue));
  }

  /**
   * Numbers that were used before and must not be reused, since old bytes have them.
   *
   * @throws IllegalArgumentException naming the number, when it is none or in use
   */
  public PackedRecordBuilder<R> reserved(int... numbers) {
    for (int number : numbers) {
      requireFree(number);
      reserved.add(number);
    }
    return this;
  }

  /**
   * The declaration so far.
   *
   * @throws IllegalArgumentException when it has no field, and the record has components
   */
  public PackedRecord<R> build() {
    if (fields.isEmpty() && !shape.components().isEmpty()) {
      throw new IllegalArgumentException("a message of " + shape.name() + " has no field");
    }
    int[] reservedNumbers = reserved.stream().mapToInt(Integer::intValue).toArray();
    return new PackedRecord<>(shape, List.copyOf(fields.values()), reservedNumbers, unknown);
  }

  PackedRecordBuilder<R> allInOrder(Set<Class<?>> enclosing) {
    int number = 1;
    for (Component component : shape.components()) {
      if (!keepsUnknown(component)) {
        add(number++, component, typeOf(component, enclosing), null);
      }
    }
    return this;
  }

  PackedRecord<R> single(Component field) {
    add(1, field, typeOf(field, Set.of(shape.type())), null);
    return new PackedRecord<>(shape, List.copyOf(fields.values()), new int[0], /* unknown= */ null);
  }

  private PackedType<?> typeOf(Component component, Set<Class<?>> enclosing) {
    if (keepsUnknown(component)) {
      throw new IllegalArgumentException(
          shape.describe(component) + " keeps the fields without a number, and has none itself");
    }
    try {
      return PackedTypes.forType(component.genericType(), enclosing);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(shape.describe(component) + ": " + e.getMessage(), e);
    }
  }

  private Object requireDefault(Component component, Object value) {
    Objects.requireNonNull(value, () -> "the default of " + shape.describe(component));
    if (component.optional()) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is optional, which is read as empty when it is not there, and has no default");
    }
    if (!component.type().isInstance(value)) {
      throw new IllegalArgumentException(
          "default "
              + value
              + " of "
              + shape.describe(component)
              + " is not a "
              + component.type());
    }
    return value;
  }

  private PackedRecordBuilder<R> add(
      int number, Component component, PackedType<?> type, Object defaultValue) {
    requireFree(number);
    String name = shape.describe(component);
    for (PackedField other : fields.values()) {
      if (other.component().equals(component)) {
        throw new IllegalArgumentException(
            name + " has the number " + other.number() + " already, and not " + number + " too");
      }
    }
    if (type.absent() != null && defaultValue != null) {
      throw new IllegalArgumentException(
          name + " is a list, set or map, which is read as an empty one when it is not there");
    }
    if (component.optional() && type.absent() != null) {
      throw new IllegalArgumentException(
          name
              + " is an optional list, set or map: a message does not tell an empty one from none");
    }
    PackedField field = new PackedField(number, component, name, type, defaultValue);
    if (defaultValue != null) {
      requireForm(field, component, defaultValue);
    }
    fields.put(number, field);
    return this;
  }

  private void requireForm(PackedField field, Component component, Object value) {
    Object[] values = new Object[shape.components().size()];
    values[component.index()] = value;
    field.size(values);
  }

  /** Refuses what Protobuf has no field of. */
  static void requireNumber(int number) {
    if (number < 1
        || number > MAX_NUMBER
        || (number >= FIRST_OF_PROTOBUF && number <= LAST_OF_PROTOBUF)) {
      throw new IllegalArgumentException(
          "field number " + number + " is not from 1 to 18999 or from 20000 to " + MAX_NUMBER);
    }
  }

  private void requireFree(int number) {
    requireNumber(number);
    if (fields.containsKey(number)) {
      throw new IllegalArgumentException(
          "field number " + number + " is that of " + fields.get(number).component().name());
    }
    if (reserved.contains(number)) {
      throw new IllegalArgumentException("field number " + number + " is reserved");
    }
  }
}
