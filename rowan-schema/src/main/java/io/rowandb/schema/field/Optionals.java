package io.rowandb.schema.field;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Takes values out of Java's four optional classes, and puts them back: within the library a
 * component of such a class has the value itself, or null when it is empty.
 */
public final class Optionals {
  /** The classes of numbers, and those of their values. */
  private static final Map<Class<?>, Class<?>> NUMBERS =
      Map.of(
          OptionalInt.class, Integer.class,
          OptionalLong.class, Long.class,
          OptionalDouble.class, Double.class);

  private Optionals() {}

  /** The value of an optional object, null when it is empty; any other object itself. */
  public static Object plain(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? optional.getAsDouble() : null;
    }
    return value;
  }

  static boolean isOptional(Class<?> type) {
    return type == Optional.class || NUMBERS.containsKey(type);
  }

  /** The object of an optional class that has a value, or is empty for null. */
  static Object wrapped(Class<?> optional, Object value) {
    if (optional == OptionalInt.class) {
      return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
    }
    if (optional == OptionalLong.class) {
      return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
    }
    if (optional == OptionalDouble.class) {
      return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
    }
    return Optional.ofNullable(value);
  }

  /** The type of the value that an optional type has; Object when it does not say. */
  static Type valueType(Type optional) {
    if (optional instanceof ParameterizedType generic) {
      return generic.getActualTypeArguments()[0];
    }
    return NUMBERS.getOrDefault(optional, Object.class);
  }

  /** The class of values of a type; Object when it does not say. */
  static Class<?> erased(Type type) {
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof GenericArrayType array) {
      return erased(array.getGenericComponentType()).arrayType();
    }
    return type instanceof Class<?> plain ? plain : Object.class;
  }
}
