package io.rowandb.schema.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The components of a record class, and how records are taken apart and made.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class RecordShape<R> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  // Fixed at construction.
  private final String name;
  private final Class<R> type;
  private final List<Component> components;
  private final Map<String, Component> byName;
  private final MethodHandle[] accessors;
  private final MethodHandle constructor;

  /** Those that the record has in optional objects. */
  private final List<OptionalPlace> optionals;

  /** A component's index, and the optional class that the record's constructor takes there. */
  private record OptionalPlace(int index, Class<?> declared) {}

  private RecordShape(
      String name,
      Class<R> type,
      List<Component> components,
      MethodHandle[] accessors,
      MethodHandle constructor) {
    this.name = name;
    this.type = type;
    this.components = List.copyOf(components);
    this.accessors = accessors;
    this.constructor = constructor;
    Map<String, Component> names = new HashMap<>();
    components.forEach(component -> names.put(component.name(), component));
    byName = Map.copyOf(names);
    optionals =
        components.stream()
            .filter(Component::optional)
            .map(each -> new OptionalPlace(each.index(), declaredType(each)))
            .toList();
  }

  private Class<?> declaredType(Component component) {
    return type.getRecordComponents()[component.index()].getType();
  }

  private static <R> RecordShape<R> ofRecord(Class<R> type) throws ReflectiveOperationException {
    RecordComponent[] declared = type.getRecordComponents();
    List<Component> components = new ArrayList<>();
    MethodHandle[] accessors = new MethodHandle[declared.length];
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, LOOKUP);
    for (int i = 0; i < declared.length; i++) {
      components.add(component(i, declared[i]));
      accessors[i] =
          lookup
              .unreflect(declared[i].getAccessor())
              .asType(MethodType.methodType(Object.class, Object.class));
    }
    Class<?>[] types =
        Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
    MethodHandle constructor =
        lookup
            .findConstructor(type, MethodType.methodType(void.class, types))
            .asSpreader(Object[].class, types.length)
            .asType(MethodType.methodType(Object.class, Object[].class));
    return new RecordShape<>(type.getSimpleName(), type, components, accessors, constructor);
  }

  private static Component component(int index, RecordComponent declared) {
    Class<?> type = declared.getType();
    if (Optionals.isOptional(type)) {
      Type value = Optionals.valueType(declared.getGenericType());
      return new Component(
          index,
          declared.getName(),
          Optionals.erased(value),
          value,
          /* primitive= */ false,
          /* optional= */ true);
    }
    return new Component(
        index,
        declared.getName(),
        MethodType.methodType(type).wrap().returnType(),
        declared.getGenericType(),
        type.isPrimitive(),
        /* optional= */ false);
  }

  /**
   * Of a record class, which may be private.
   *
   * @throws IllegalArgumentException when it is none, or in a module that does not open it
   */
  public static <R> RecordShape<R> of(Class<R> type) {
    Given.notNull(type, "the class of records");
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is not a record class");
    }
    try {
      return ofRecord(type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "record " + type.getName() + " is in a module that is not open to this one: " + e, e);
    }
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
      MethodHandle constructor =
          LOOKUP
              .findConstructor(
                  NamedValues.class, MethodType.methodType(void.class, List.class, Object[].class))
              .bindTo(names)
              .asType(MethodType.methodType(Object.class, Object[].class));
      return new RecordShape<>(name, NamedValues.class, components, accessors, constructor);
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

  /**
   * The component that a method reference is the accessor of.
   *
   * @throws IllegalArgumentException when it is another function
   */
  public Component component(Field<R, ?> field) {
    Given.notNull(field, "a field of " + name);
    SerializedLambda lambda = serialized(field);
    Component found = byName.get(lambda.getImplMethodName());
    boolean ofRecord = lambda.getImplClass().equals(type.getName().replace('.', '/'));
    if (found == null || !ofRecord) {
      throw new IllegalArgumentException(
          "a field of "
              + name
              + " is written as its accessor, "
              + name
              + "::"
              + components.get(0).name()
              + " for example, and not as another function: "
              + lambda.getImplClass().replace('/', '.')
              + "::"
              + lambda.getImplMethodName());
    }
    return found;
  }

  private SerializedLambda serialized(Field<R, ?> field) {
    try {
      Method replace = field.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      return (SerializedLambda) replace.invoke(field);
    } catch (NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException
        | InaccessibleObjectException
        | ClassCastException e) {
      throw new IllegalArgumentException(
          "a field of "
              + name
              + " is written as a method reference; this is a "
              + field.getClass().getName()
              + ", or one of a module that is not open to this one",
          e);
    }
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
   * A record of these values, one for each component, by its canonical constructor. Those of
   * optional components are values or null.
   *
   * @throws IllegalArgumentException when a component of a primitive type has none; and whatever
   *     the constructor throws
   */
  public R create(Object[] values) {
    for (Component component : components) {
      if (component.primitive() && values[component.index()] == null) {
        throw new IllegalArgumentException(
            describe(component) + " is of a primitive type and has no value");
      }
    }
    try {
      return type.cast((Object) constructor.invokeExact(withOptionals(values)));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a " + name + " cannot be made", e);
    }
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
