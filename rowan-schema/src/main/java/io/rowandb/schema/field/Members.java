package io.rowandb.schema.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The methods and constructors of a class, which may be private. Used by one thread.
 *
 * @param <R> the class
 */
final class Members<R> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  // Fixed at construction.
  private final Class<R> type;
  private final MethodHandles.Lookup lookup;
  private final Collection<Method> methods;

  private Members(Class<R> type, MethodHandles.Lookup lookup) {
    this.type = type;
    this.lookup = lookup;
    Map<List<Object>, Method> found = new LinkedHashMap<>();
    addMethodsOf(type, found);
    methods = found.values();
  }

  /**
   * Of a class.
   *
   * @throws IllegalAccessException when it is in a module that does not open it
   */
  static <R> Members<R> of(Class<R> type) throws IllegalAccessException {
    return new Members<>(type, MethodHandles.privateLookupIn(type, LOOKUP));
  }

  /** Those of a class go before those that it overrides. */
  private void addMethodsOf(Class<?> declaring, Map<List<Object>, Method> found) {
    if (declaring == null || declaring == Object.class) {
      return;
    }
    for (Method each : declaring.getDeclaredMethods()) {
      if (isOfObjects(each)) {
        List<Object> signature = new ArrayList<>(List.of(each.getName()));
        signature.addAll(List.of(each.getParameterTypes()));
        found.putIfAbsent(signature, each);
      }
    }
    addMethodsOf(declaring.getSuperclass(), found);
    for (Class<?> each : declaring.getInterfaces()) {
      addMethodsOf(each, found);
    }
  }

  private boolean isOfObjects(Method method) {
    int modifiers = method.getModifiers();
    boolean isInherited =
        Modifier.isPublic(modifiers)
            || Modifier.isProtected(modifiers)
            || (!Modifier.isPrivate(modifiers)
                && method.getDeclaringClass().getPackage() == type.getPackage());
    return !Modifier.isStatic(modifiers)
        && !method.isSynthetic()
        && (isInherited || method.getDeclaringClass() == type);
  }

  /** The methods of objects, also inherited ones, but those of Object. */
  Collection<Method> methods() {
    return methods;
  }

  /** A method without parameters that gives a field's value. */
  Accessor accessor(String field, Method method) throws IllegalAccessException {
    return Accessor.of(lookup, field, method);
  }

  /** Makes an object by the constructor of these types. */
  Maker<R> constructor(Class<?>... types) throws IllegalAccessException {
    MethodHandle constructor =
        constructorOf(types)
            .asSpreader(Object[].class, types.length)
            .asType(MethodType.methodType(Object.class, Object[].class));
    return (shape, values) -> (Object) constructor.invokeExact(values);
  }

  /** Makes an object by the constructor without parameters, and a setter for each value. */
  Maker<R> setters(List<Method> methodsInOrder) throws IllegalAccessException {
    MethodHandle constructor = constructorOf().asType(MethodType.methodType(Object.class));
    MethodHandle[] setters = new MethodHandle[methodsInOrder.size()];
    for (int i = 0; i < setters.length; i++) {
      setters[i] =
          lookup
              .unreflect(methodsInOrder.get(i))
              .asType(MethodType.methodType(void.class, Object.class, Object.class));
    }
    return (shape, values) -> {
      Object made = (Object) constructor.invokeExact();
      for (int i = 0; i < setters.length; i++) {
        setters[i].invokeExact(made, values[i]);
      }
      return made;
    };
  }

  private MethodHandle constructorOf(Class<?>... types) throws IllegalAccessException {
    try {
      if (Modifier.isAbstract(type.getModifiers())) {
        throw new IllegalArgumentException(
            type.getName() + " is abstract: say by madeBy(…) what makes one");
      }
      return lookup.findConstructor(type, MethodType.methodType(void.class, types));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName()
              + " has no constructor of "
              + names(types)
              + " but "
              + Arrays.stream(type.getDeclaredConstructors())
                  .map(Constructor::getParameterTypes)
                  .map(Members::names)
                  .toList(),
          e);
    }
  }

  private static String names(Class<?>... types) {
    return Arrays.stream(types)
        .map(Class::getSimpleName)
        .toList()
        .toString()
        .replace('[', '(')
        .replace(']', ')');
  }
}
