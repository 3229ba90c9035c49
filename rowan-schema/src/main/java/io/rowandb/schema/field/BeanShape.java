package io.rowandb.schema.field;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of a class by its pairs of getters and setters, in the order of their names. A getter
 * without a setter gives what is computed, and is no field. Used by one thread.
 *
 * @param <R> the class
 */
final class BeanShape<R> {
  // Fixed at construction.
  private final Class<R> type;
  private final Members<R> members;

  private final SortedMap<String, List<Method>> getters = new TreeMap<>();
  private final SortedMap<String, List<Method>> setters = new TreeMap<>();

  private BeanShape(Class<R> type, Members<R> members) {
    this.type = type;
    this.members = members;
  }

  /**
   * The shape of a class.
   *
   * @throws IllegalArgumentException naming the method and the rule, when the class has no such
   *     pairs, a setter without a getter or of another type, two getters of one field, or no
   *     constructor without parameters
   * @throws IllegalAccessException when it is in a module that does not open it
   */
  static <R> RecordShape<R> of(Class<R> type) throws IllegalAccessException {
    return new BeanShape<>(type, Members.of(type)).shape();
  }

  private RecordShape<R> shape() throws IllegalAccessException {
    for (Method each : members.methods()) {
      if (isGetter(each)) {
        add(getters, Accessor.fieldOf(each), each);
      } else if (isSetter(each)) {
        add(setters, Accessor.uncapitalized(each.getName().substring(3)), each);
      }
    }
    if (setters.isEmpty()) {
      throw refused("has no pairs of a getter and a setter");
    }
    List<Accessor> accessors = new ArrayList<>();
    List<Method> used = new ArrayList<>();
    for (String field : setters.keySet()) {
      Method getter = getter(field);
      accessors.add(members.accessor(field, getter));
      used.add(setter(field, getter));
    }
    return RecordShape.of(type, accessors, members.setters(used));
  }

  private static boolean isGetter(Method method) {
    return method.getParameterCount() == 0
        && method.getReturnType() != void.class
        && !Accessor.fieldOf(method).equals(method.getName());
  }

  private static boolean isSetter(Method method) {
    return method.getParameterCount() == 1 && Accessor.isPrefixed(method.getName(), "set");
  }

  private static void add(SortedMap<String, List<Method>> methods, String field, Method method) {
    methods.computeIfAbsent(field, name -> new ArrayList<>()).add(method);
  }

  private Method getter(String field) {
    List<Method> found = getters.getOrDefault(field, List.of());
    if (found.size() != 1) {
      throw refused(
          found.isEmpty()
              ? "has " + names(setters.get(field)) + " and no getter of " + field
              : "has several getters of " + field + ", " + names(found));
    }
    return found.get(0);
  }

  private Method setter(String field, Method getter) {
    return setters.get(field).stream()
        .filter(each -> each.getParameterTypes()[0] == getter.getReturnType())
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    "has no setter of "
                        + field
                        + " that takes what "
                        + getter.getName()
                        + "() gives, a "
                        + getter.getReturnType().getSimpleName()
                        + ", but "
                        + names(setters.get(field))));
  }

  private static List<String> names(List<Method> methods) {
    return methods.stream()
        .map(
            each ->
                each.getName()
                    + (each.getParameterCount() == 0
                        ? "()"
                        : "(" + each.getParameterTypes()[0].getSimpleName() + ")"))
        .sorted()
        .toList();
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException(
        type.getName()
            + " is not a record class, and "
            + reason
            + ": say by ClassShape.of("
            + type.getSimpleName()
            + ".class, …) which fields it has, and what makes an object of their values");
  }
}
