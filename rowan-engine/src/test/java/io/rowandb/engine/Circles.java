package io.rowandb.engine;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Circles in what knows what: of classes, or of packages, that each know all the others over some
 * way. Of compiled code, in which a constant of another class is no more than its value. The tests
 * of rooms of all modules ask it.
 */
public final class Circles {
  private Circles() {}

  /** Those of classes; nested ones count as the class they are in. */
  public static List<Set<String>> ofClasses(JavaClasses classes) {
    return of(classes, each -> each.getName().replaceFirst("\\$.*", ""));
  }

  /** Those of packages. */
  public static List<Set<String>> ofPackages(JavaClasses classes) {
    return of(classes, JavaClass::getPackageName);
  }

  /** Circles of the nodes that classes belong to; classes outside of {@code classes} are none. */
  private static List<Set<String>> of(JavaClasses classes, Function<JavaClass, String> node) {
    Map<String, Set<String>> known = new TreeMap<>();
    classes.forEach(each -> known.put(node.apply(each), new TreeSet<>()));
    for (JavaClass each : classes) {
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .forEach(target -> known.get(node.apply(each)).add(node.apply(target)));
    }
    known.values().forEach(others -> others.retainAll(known.keySet()));
    Map<String, Set<String>> reached = new HashMap<>();
    known.keySet().forEach(each -> reached.put(each, reached(each, known)));
    List<Set<String>> circles = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String each : known.keySet()) {
      Set<String> circle = new TreeSet<>(reached.get(each));
      circle.removeIf(other -> !reached.get(other).contains(each));
      circle.add(each);
      if (circle.size() > 1 && seen.add(each)) {
        seen.addAll(circle);
        circles.add(circle);
      }
    }
    return circles;
  }

  private static Set<String> reached(String from, Map<String, Set<String>> known) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(known.get(from));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (reached.add(next)) {
        open.addAll(known.get(next));
      }
    }
    return reached;
  }
}
