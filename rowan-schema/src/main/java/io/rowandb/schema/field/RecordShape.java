package io.rowandb.schema.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The fields of a class, and how its objects are taken apart and made: of a record class its
 * components, and of an ordinary class what has a getter and a setter, or what {@link ClassShape}
 * declares.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the class
 */
public final class RecordShape<R> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  // Fixed at construction.
  private final String name;
  private final Class<R> type;
  private final List<Component> components;
  private final Map<String, Component> byName;
  private final Map<String, Component> byAccessor;
  private final MethodHandle[] accessors;
  private final Maker<R> maker;

  /** Those that the class has in optional objects. */
  private final List<OptionalPlace> optionals;

  /** A component's index, and the optional class that an object is made with there. */
  private record OptionalPlace(int index, Class<?> declared) {}

  private RecordShape(
      String name,
      Class<R> type,
      List<Component> components,
      Map<String, Component> byAccessor,
      MethodHandle[] accessors,
      Maker<R> maker,
      List<OptionalPlace> optionals) {
    this.name = name;
    this.type = type;
    this.components = List.copyOf(components);
    this.byAccessor = Map.copyOf(byAccessor);
    this.accessors = accessors;
    this.maker = maker;
    this.optionals = optionals;
    Map<String, Component> names = new HashMap<>();
    components.forEach(component -> names.put(component.name(), component));
    byName = Map.copyOf(names);
  }

  /**
   * Of a class.
   *
   * @param accessors of its fields, in their order
   */
  static <R> RecordShape<R> of(Class<R> type, List<Accessor> accessors, Maker<R> maker) {
    List<Component> components = new ArrayList<>();
    Map<String, Component> byAccessor = new HashMap<>();
    List<OptionalPlace> optionals = new ArrayList<>();
    for (int i = 0; i < accessors.size(); i++) {
      Component component = accessors.get(i).component(i);
      components.add(component);
      byAccessor.put(accessors.get(i).method(), component);
      if (component.optional()) {
        optionals.add(new OptionalPlace(i, accessors.get(i).declared()));
      }
    }
    MethodHandle[] handles = accessors.stream().map(Accessor::handle).toArray(MethodHandle[]::new);
    return new RecordShape<>(
        type.getSimpleName(), type, components, byAccessor, handles, maker, optionals);
  }

  private static <R> RecordShape<R> ofRecord(Class<R> type) throws IllegalAccessException {
    Members<R> members = Members.of(type);
    RecordComponent[] declared = type.getRecordComponents();
    List<Accessor> accessors = new ArrayList<>();
    for (RecordComponent each : declared) {
      accessors.add(members.accessor(each.getName(), each.getAccessor()));
    }
    Class<?>[] types =
        Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return of(type, accessors, members.constructor(types));
  }

  /**
   * Of a record class, or of one with a constructor without parameters and a getter and a setter
   * for each field: {@code getName} or, of a boolean, {@code isActive}, and {@code setName} with a
   * parameter of the same type. A getter alone gives what is computed, and is no field. All may be
   * private. Of other classes {@link ClassShape} says what they have.
   *
   * @throws IllegalArgumentException naming the method and the rule, when it is none of these, or
   *     in a module that does not open it
   */
  public static <R> RecordShape<R> of(Class<R> type) {
    Given.notNull(type, "the class of records");
    try {
      return type.isRecord() ? ofRecord(type) : BeanShape.of(type);
    } catch (IllegalAccessException e) {
      throw notOpen(type, e);
    }
  }

  static IllegalArgumentException notOpen(Class<?> type, IllegalAccessException e) {
    return new IllegalArgumentException(
        type.getName() + " is in a module that is not open to this one: " + e, e);
  }

  /**
   * Of values that have no class of their own.
   *
   * @param name what one of them is called, as in {@code Tweet}
   * @param components all that there are, each at its index
   */
  public static RecordShape<NamedValues> ofNames(String name, List<Component> components) {
    List<String> names = components.stream().map(Component::name).toList();
    MethodHandle[] accessors = new MethodHandle[components.size()];
    try {
      MethodHandle at =
          LOOKUP.findVirtual(
              NamedValues.class, "at", MethodType.methodType(Object.class, int.class));
      for (int i = 0; i < accessors.length; i++) {
        accessors[i] =
            MethodHandles.insertArguments(at, 1, i)
                .asType(MethodType.methodType(Object.class, Object.class));
      }
      return new RecordShape<>(
          name,
          NamedValues.class,
          components,
          Map.of(),
          accessors,
          (shape, values) -> new NamedValues(names, values),
          List.of());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(NamedValues.class + " is not as this class needs it", e);
    }
  }

  /** What a record is called in messages: the simple name of its class. */
  public String name() {
    return name;
  }

  /** The record class. */
  public Class<R> type() {
    return type;
  }

  /** All components, in their order. */
  public List<Component> components() {
    return components;
  }

  /** Whether objects never change, but for what is in their fields: those of a record class. */
  public boolean isRecord() {
    return type.isRecord();
  }

  /**
   * The component that a method reference is the accessor of.
   *
   * @throws IllegalArgumentException when it is another function
   */
  public Component component(Field<R, ?> field) {
    MethodReference reference = MethodReference.of(name, field);
    Component found = byAccessor.get(reference.name());
    if (found == null || !reference.isAccessorOf(type)) {
      throw new IllegalArgumentException(
          "a field of "
              + name
              + " is written as its accessor, one of "
              + byAccessor.keySet().stream().sorted().map(each -> name + "::" + each).toList()
              + ", and not as another function: "
              + reference);
    }
    return found;
  }

  /**
   * The component of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Component component(String field) {
    Component found = byName.get(field);
    if (found == null) {
      throw new IllegalArgumentException(
          name + " has no component " + field + " but " + byName.keySet());
    }
    return found;
  }

  /**
   * The components that have a value, in their order.
   *
   * @param values one place for each component, null for no value
   */
  public Map<Component, Object> present(Object[] values) {
    Map<Component, Object> present = new LinkedHashMap<>();
    for (Component component : components) {
      if (values[component.index()] != null) {
        present.put(component, values[component.index()]);
      }
    }
    return present;
  }

  /**
   * The value of a component; of an optional object, the value in it, or null when it is empty.
   *
   * @throws IllegalArgumentException when null is in the place of an optional object
   */
  public Object get(R record, Component component) {
    return plain(component, declared(record, component));
  }

  /**
   * A value as the record has it; of an optional object, the value in it, or null when it is empty.
   *
   * @throws IllegalArgumentException when null is in the place of an optional object
   */
  public Object plain(Component component, Object value) {
    if (!component.optional()) {
      return value;
    }
    if (value == null) {
      throw new IllegalArgumentException(
          describe(component)
              + " is null: an optional field without a value is "
              + declaredType(component).getSimpleName()
              + ".empty()");
    }
    return Optionals.plain(value);
  }

  /** The optional class of a component. */
  private Class<?> declaredType(Component component) {
    return optionals.stream()
        .filter(place -> place.index() == component.index())
        .map(OptionalPlace::declared)
        .findFirst()
        .orElseThrow();
  }

  /** The value that the accessor gives. */
  private Object declared(R record, Component component) {
    try {
      return (Object) accessors[component.index()].invokeExact((Object) record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(describe(component) + " cannot be read", e);
    }
  }

  /** The values of all components, each at its index. */
  public Object[] values(R record) {
    return components.stream().map(component -> get(record, component)).toArray();
  }

  /**
   * A record of these values, one for each component, by its constructor, its setters, or what
   * {@link ClassShape#madeBy} says. Those of optional components are values or null.
   *
   * @throws IllegalArgumentException when a component of a primitive type has none, or a function
   *     gives null; and whatever the constructor throws
   * @throws IllegalStateException when it throws a checked exception
   */
  public R create(Object[] values) {
    for (Component component : components) {
      if (component.primitive() && values[component.index()] == null) {
        throw new IllegalArgumentException(
            describe(component) + " is of a primitive type and has no value");
      }
    }
    try {
      return type.cast(Given.notNull(maker.make(this, withOptionals(values)), "a " + name));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a " + name + " cannot be made", e);
    }
  }

  /**
   * An object with the same values, which its owner does not know and cannot change; a record is
   * given itself.
   *
   * @throws IllegalArgumentException naming the field, when it has another value in the object that
   *     is made of the values, as with a constructor that takes them in another order; and as
   *     {@link #create}
   */
  public R copy(R record) {
    if (isRecord()) {
      return record;
    }
    Object[] values = values(record);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof byte[] bytes) {
        values[i] = bytes.clone();
      }
    }
    R copy = create(values);
    for (Component component : components) {
      Object value = values[component.index()];
      Object copied = get(copy, component);
      if (!Objects.deepEquals(value, copied) && (hasEquality(value) || hasEquality(copied))) {
        throw new IllegalArgumentException(
            describe(component)
                + " is "
                + value
                + ", and in what is made of its values "
                + copied
                + ": what makes a "
                + name
                + " does not give each field its value");
      }
    }
    return copy;
  }

  /** Whether equality tells of a value that it is another; classes of programs may not have it. */
  private static boolean hasEquality(Object value) {
    return value != null
        && (value instanceof Enum<?>
            || value.getClass().isArray()
            || (value.getClass().getName().startsWith("java.")
                && !(value instanceof Collection<?>)
                && !(value instanceof Map<?, ?>)));
  }

  private Object[] withOptionals(Object[] values) {
    if (optionals.isEmpty()) {
      return values;
    }
    Object[] wrapped = values.clone();
    for (OptionalPlace place : optionals) {
      wrapped[place.index()] = Optionals.wrapped(place.declared(), values[place.index()]);
    }
    return wrapped;
  }

  /**
   * The component that a method reference is the accessor of, for a declaration that gives it a
   * form: an optional one has the form of its value.
   *
   * @param remedy what declares that
   * @throws IllegalArgumentException naming the remedy, when the component is optional; and as
   *     {@link #component(Field)}
   */
  public Component plainComponent(Field<R, ?> field, String remedy) {
    Component component = component(field);
    if (component.optional()) {
      throw new IllegalArgumentException(
          describe(component) + " is optional, and has the form of its value: use " + remedy);
    }
    return component;
  }

  /**
   * The same record with another value in a component.
   *
   * @throws IllegalArgumentException as {@link #checkType} and {@link #create}
   */
  public R with(R record, Component component, Object value) {
    checkType(component, value);
    Object[] values = components.stream().map(each -> get(record, each)).toArray();
    values[component.index()] = value;
    return create(values);
  }

  /**
   * Refuses what cannot be a component's value; null is not looked at. Inference lets {@code
   * where(Tweet::likes, 5)} be of the type that Long and Integer have in common.
   *
   * @throws IllegalArgumentException naming the component, the value and both types
   */
  public void checkType(Component component, Object value) {
    if (value != null && !component.type().isInstance(value)) {
      throw new IllegalArgumentException(
          describe(component)
              + " is a "
              + component.type().getSimpleName()
              + ", and "
              + value
              + " a "
              + value.getClass().getSimpleName());
    }
  }

  /** For messages: {@code Tweet.user}. */
  public String describe(Component component) {
    return name + "." + component.name();
  }
}
