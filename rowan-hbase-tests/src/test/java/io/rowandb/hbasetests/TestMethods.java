package io.rowandb.hbasetests;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.Ignore;
import org.junit.Test;

/** The test methods of JUnit 4 classes, found by reflection without loading more than the class. */
final class TestMethods {
  private TestMethods() {}

  /** The names of the methods that JUnit would run; without those that HBase itself ignores. */
  static List<String> of(String className) throws ClassNotFoundException {
    Class<?> type = Class.forName(className, false, TestMethods.class.getClassLoader());
    return Arrays.stream(type.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .filter(method -> !method.isAnnotationPresent(Ignore.class))
        .map(Method::getName)
        .distinct()
        .sorted()
        .toList();
  }
}
