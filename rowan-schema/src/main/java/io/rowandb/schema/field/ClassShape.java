package io.rowandb.schema.field;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Says which fields an ordinary class has, by their accessors, and what makes an object of their
 * values: for classes that are neither records nor have a getter and a setter for each field, which
 * {@link RecordShape#of(Class)} needs no help with.
 *
 * <pre>{@code
 * ClassShape.of(User.class, User::name, User::email).constructor()
 * ClassShape.of(User.class, User::getName, User::isActive)
 *     .madeBy(values -> User.builder()
 *         .name(values.get(User::getName))
 *         .active(values.get(User::isActive))
 *         .build())
 * }</pre>
 *
 * <p>A field's name is that of its accessor, without {@code get} or, of a boolean, {@code is}. The
 * class may be an interface or have subclasses; what these add is not kept. Immutable; used by any
 * number of threads.
 *
 * @param <R> the class
 */
public final class ClassShape<R> {
  // Fixed at construction.
  private final Class<R> type;
  private final Members<R> members;
  private final List<Accessor> accessors;

  private ClassShape(Class<R> type, Members<R> members, List<Accessor> accessors) {
    this.type = type;
    this.members = members;
    this.accessors = List.copyOf(accessors);
  }

  /**
   * Of a class and its fields, in this order.
   *
   * @throws IllegalArgumentException when there is no field, two have one name, one is not written
   *     as the class's accessor, or the class is in a module that is not open to this one
   */
  @SafeVarargs
  public static <R> ClassShape<R> of(Class<R> type, Field<R, ?>... fields) {
    Given.notNull(type, "the class of records");
    Given.notNull(fields, "the list of fields of " + type.getName());
    if (fields.length == 0) {
      throw new IllegalArgumentException(type.getName() + " is declared without a field");
    }
    try {
      Members<R> members = Members.of(type);
      List<Accessor> accessors = new ArrayList<>();
      Set<String> names = new TreeSet<>();
      for (Field<R, ?> field : fields) {
        Accessor accessor = accessor(type, members, field);
        if (!names.add(accessor.field())) {
          throw new IllegalArgumentException(
              type.getName() + " is declared with two fields named " + accessor.field());
        }
        accessors.add(accessor);
      }
      return new ClassShape<>(type, members, accessors);
    } catch (IllegalAccessException e) {
      throw RecordShape.notOpen(type, e);
    }
  }

  private static <R> Accessor accessor(Class<R> type, Members<R> members, Field<R, ?> field)
      throws IllegalAccessException {
    MethodReference reference = MethodReference.of(type.getSimpleName(), field);
    for (Method each : members.methods()) {
      if (reference.isAccessorOf(type)
          && each.getName().equals(reference.name())
          && each.getParameterCount() == 0) {
        return members.accessor(Accessor.fieldOf(each), each);
      }
    }
    throw new IllegalArgumentException(
        "a field of "
            + type.getName()
            + " is written as a reference to its accessor, a method of the class without"
            + " parameters, and not as "
            + reference);
  }

  /**
   * Objects are made by the constructor whose parameters are of the fields' types, in the order of
   * the fields.
   *
   * @throws IllegalArgumentException when there is none
   */
  public RecordShape<R> constructor() {
    Class<?>[] types = accessors.stream().map(Accessor::declared).toArray(Class<?>[]::new);
    try {
      return RecordShape.of(type, accessors, members.constructor(types));
    } catch (IllegalAccessException e) {
      throw RecordShape.notOpen(type, e);
    }
  }

  /**
   * Objects are made by the constructor without parameters, and a method for each field that takes
   * a value of its type: {@code setName}, or one that is named as the field.
   *
   * @throws IllegalArgumentException when one of them is missing
   */
  public RecordShape<R> setters() {
    List<Method> setters = accessors.stream().map(this::setter).toList();
    try {
      return RecordShape.of(type, accessors, members.setters(setters));
    } catch (IllegalAccessException e) {
      throw RecordShape.notOpen(type, e);
    }
  }

  private Method setter(Accessor accessor) {
    String field = accessor.field();
    String name = "set" + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    return members.methods().stream()
        .filter(each -> each.getName().equals(name) || each.getName().equals(field))
        .filter(each -> each.getParameterCount() == 1)
        .filter(each -> each.getParameterTypes()[0] == accessor.declared())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    type.getName()
                        + " has neither a method "
                        + name
                        + " nor one named "
                        + field
                        + " that takes what "
                        + accessor.method()
                        + "() gives, a "
                        + accessor.declared().getSimpleName()));
  }

  /**
   * Objects are made by a function: a static factory, or a builder.
   *
   * @param factory gives an object with these values, never null; used by any number of threads.
   *     What it throws is the reason why a row is malformed
   */
  public RecordShape<R> madeBy(Function<FieldValues<R>, ? extends R> factory) {
    Given.notNull(factory, "what makes a " + type.getName());
    return RecordShape.of(
        type, accessors, (shape, values) -> factory.apply(new FieldValues<>(shape, values)));
  }
}
