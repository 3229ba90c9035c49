package io.rowandb.engine;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Circles of classes in a package: sets of which each class needs each other one, perhaps through
 * others of the set. Nested classes count as the class around them.
 */
final class ClassCircles {
  /** By class, those of its package that it names. */
  private final Map<String, Set<String>> needs = new TreeMap<>();

  private ClassCircles(JavaClasses classes) {
    for (JavaClass each : classes) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getPackageName().equals(each.getPackageName())) {
          needs.computeIfAbsent(outermost(each), name -> new TreeSet<>()).add(outermost(target));
        }
      }
    }
  }

  private static String outermost(JavaClass inner) {
    return inner.getName().replaceFirst("\\$.*", "");
  }

  /** All of them, each with its classes by name. */
  static Set<Set<String>> of(JavaClasses classes) {
    return new ClassCircles(classes).circles();
  }

  private Set<Set<String>> circles() {
    Map<String, Set<String>> reached = new TreeMap<>();
    needs.keySet().forEach(from -> reached.put(from, reachedFrom(from)));
    Set<Set<String>> circles = new LinkedHashSet<>();
    reached.forEach(
        (from, there) -> {
          Set<String> circle = new TreeSet<>(there);
          circle.removeIf(to -> !reached.getOrDefault(to, Set.of()).contains(from));
          circle.add(from);
          if (circle.size() > 1) {
            circles.add(circle);
          }
        });
    return circles;
  }

  private Set<String> reachedFrom(String from) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(Set.of(from));
    while (!open.isEmpty()) {
      for (String next : needs.getOrDefault(open.pop(), Set.of())) {
        if (reached.add(next)) {
          open.push(next);
        }
      }
    }
    return reached;
  }
}
