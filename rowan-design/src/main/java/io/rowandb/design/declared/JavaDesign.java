package io.rowandb.design.declared;

import io.rowandb.schema.table.TableDesign;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds the design that a class declares: a static field, or a static method without arguments. */
public final class JavaDesign {
  private JavaDesign() {}

  /**
   * By name; runs the class's initializer, and the method.
   *
   * @param name {@code com.acme.Calls#DESIGN}, or {@code com.acme.Calls} for one that is the only
   *     one; a nested class with {@code $}
   * @param loader that finds the class
   * @throws IllegalArgumentException naming the class or member and the rule, when there is none or
   *     its code fails
   */
  public static TableDesign<?> of(String name, ClassLoader loader) {
    int mark = name.indexOf('#');
    String className = mark < 0 ? name : name.substring(0, mark);
    String member = mark < 0 ? "" : name.substring(mark + 1);
    if (className.isEmpty() || (mark >= 0 && member.isEmpty())) {
      throw new IllegalArgumentException(
          "\"" + name + "\" names no design: it should be like com.acme.Calls#DESIGN");
    }
    try {
      return of(Class.forName(className, true, loader), member);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "there is no class " + className + "; a nested one is named with $", e);
    } catch (Error e) { // of its initializer, which may throw any
      throw new IllegalArgumentException(
          className + " cannot be used: " + (e.getCause() == null ? e : e.getCause()), e);
    }
  }

  /**
   * Of a class.
   *
   * @param member a field or method; empty for the only field of type {@code TableDesign}
   * @throws IllegalArgumentException as {@link #of(String, ClassLoader)}
   */
  public static TableDesign<?> of(Class<?> type, String member) {
    List<String> there = members(type);
    String wanted = member;
    if (wanted.isEmpty()) {
      if (there.size() != 1) {
        throw new IllegalArgumentException(type.getName() + told(there) + ": say which");
      }
      wanted = there.get(0);
    }
    if (!there.contains(wanted)) {
      throw new IllegalArgumentException(
          type.getName() + " has no design " + wanted + "; it" + told(there));
    }
    try {
      Object value = value(type, wanted);
      if (value == null) {
        throw new IllegalArgumentException(type.getName() + "#" + wanted + " is null");
      }
      return (TableDesign<?>) value;
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          type.getName() + "#" + wanted + " failed: " + e.getCause(), e);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          type.getName() + "#" + wanted + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static String told(List<String> there) {
    return there.isEmpty()
        ? " has no static field of type TableDesign, and no static method without arguments that"
            + " returns one"
        : " has " + String.join(", ", there);
  }

  private static Object value(Class<?> type, String member) throws ReflectiveOperationException {
    for (Field each : type.getDeclaredFields()) {
      if (each.getName().equals(member) && isDesign(each)) {
        each.setAccessible(true);
        return each.get(null);
      }
    }
    Method method = type.getDeclaredMethod(member);
    method.setAccessible(true);
    return method.invoke(null);
  }

  private static List<String> members(Class<?> type) {
    List<String> names = new ArrayList<>();
    for (Field each : type.getDeclaredFields()) {
      if (isDesign(each)) {
        names.add(each.getName());
      }
    }
    for (Method each : type.getDeclaredMethods()) {
      boolean isDesign =
          Modifier.isStatic(each.getModifiers())
              && !each.isSynthetic()
              && each.getParameterCount() == 0
              && each.getReturnType() == TableDesign.class;
      if (isDesign && !names.contains(each.getName())) {
        names.add(each.getName());
      }
    }
    Collections.sort(names); // Java tells methods in any order
    return names;
  }

  private static boolean isDesign(Field field) {
    return Modifier.isStatic(field.getModifiers()) && field.getType() == TableDesign.class;
  }
}
