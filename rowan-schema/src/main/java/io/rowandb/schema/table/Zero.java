package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;

/** The value of an unset field: null, or Java's default of a primitive type. */
final class Zero {
  private Zero() {}

  static Object of(Component component) {
    if (!component.primitive()) {
      return null;
    }
    Class<?> type = component.type();
    if (type == Boolean.class) {
      return false;
    }
    if (type == Character.class) {
      return '\0';
    }
    if (type == Double.class) {
      return 0.0;
    }
    if (type == Float.class) {
      return 0.0f;
    }
    if (type == Long.class) {
      return 0L;
    }
    if (type == Integer.class) {
      return 0;
    }
    return type == Short.class ? (Object) (short) 0 : (Object) (byte) 0;
  }
}
