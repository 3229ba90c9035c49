package io.rowandb.schema.field;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The method that a {@link Field} is a reference to. Immutable.
 *
 * @param owner the binary name of the class in the reference, which the compiler may replace by the
 *     one that declares the method
 * @param name of the method
 * @param hasNoParameters whether it is called on the object alone
 */
record MethodReference(String owner, String name, boolean hasNoParameters) {
  /** By the classes that Java makes of references, one for each place where one is written. */
  private static final ClassValue<AtomicReference<MethodReference>> KNOWN =
      new ClassValue<>() {
        @Override
        protected AtomicReference<MethodReference> computeValue(Class<?> type) {
          return new AtomicReference<>();
        }
      };

  /**
   * The method of a field.
   *
   * @param shape what the field is one of, for messages
   * @throws IllegalArgumentException when it is no lambda
   */
  static MethodReference of(String shape, Field<?, ?> field) {
    Given.notNull(field, "a field of " + shape);
    AtomicReference<MethodReference> known = KNOWN.get(field.getClass());
    if (known.get() == null) {
      SerializedLambda lambda = serialized(shape, field);
      known.set(
          new MethodReference(
              lambda.getImplClass().replace('/', '.'),
              lambda.getImplMethodName(),
              lambda.getImplMethodSignature().startsWith("()")));
    }
    return known.get();
  }

  private static SerializedLambda serialized(String shape, Field<?, ?> field) {
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
              + shape
              + " is written as a method reference; this is a "
              + field.getClass().getName()
              + ", or one of a module that is not open to this one",
          e);
    }
  }

  /** Whether it may be an accessor of objects of a class: one of its own, or an inherited one. */
  boolean isAccessorOf(Class<?> type) {
    return hasNoParameters && isAbove(type);
  }

  private boolean isAbove(Class<?> type) {
    if (type == null || type.getName().equals(owner)) {
      return type != null;
    }
    if (isAbove(type.getSuperclass())) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isAbove(each)) {
        return true;
      }
    }
    return false;
  }

  /** For messages: {@code io.example.Tweet::user}. */
  @Override
  public String toString() {
    return owner + "::" + name;
  }
}
