package io.rowandb.schema.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * A method that gives a field's value of an object. Immutable.
 *
 * @param field the field's name
 * @param method the method's name
 * @param declared what the method gives; of an optional field the optional class
 * @param genericType the same with type arguments
 * @param handle calls it, from an object to an object
 */
record Accessor(
    String field, String method, Class<?> declared, Type genericType, MethodHandle handle) {

  /** Of a method without parameters. */
  static Accessor of(MethodHandles.Lookup lookup, String field, Method method)
      throws IllegalAccessException {
    return new Accessor(
        field,
        method.getName(),
        method.getReturnType(),
        method.getGenericReturnType(),
        lookup.unreflect(method).asType(MethodType.methodType(Object.class, Object.class)));
  }

  /**
   * The name of a field, by that of its accessor: {@code getName} and {@code isActive} are those of
   * {@code name} and {@code active}; other names are the field's own.
   */
  static String fieldOf(Method accessor) {
    String name = accessor.getName();
    boolean isBoolean =
        accessor.getReturnType() == boolean.class || accessor.getReturnType() == Boolean.class;
    if (isPrefixed(name, "get")) {
      return uncapitalized(name.substring(3));
    }
    return isBoolean && isPrefixed(name, "is") ? uncapitalized(name.substring(2)) : name;
  }

  /** Whether a word follows the beginning of a name. */
  static boolean isPrefixed(String name, String prefix) {
    return name.startsWith(prefix)
        && name.length() > prefix.length()
        && !Character.isLowerCase(name.charAt(prefix.length()));
  }

  /** As JavaBeans have it: {@code Name} is {@code name}, {@code URL} stays. */
  static String uncapitalized(String name) {
    boolean isAbbreviation =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return isAbbreviation ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  /** The field at an index of a class. */
  Component component(int index) {
    if (Optionals.isOptional(declared)) {
      Type value = Optionals.valueType(genericType);
      return new Component(
          index,
          field,
          Optionals.erased(value),
          value,
          /* primitive= */ false,
          /* optional= */ true);
    }
    return new Component(
        index,
        field,
        MethodType.methodType(declared).wrap().returnType(),
        genericType,
        declared.isPrimitive(),
        /* optional= */ false);
  }
}
