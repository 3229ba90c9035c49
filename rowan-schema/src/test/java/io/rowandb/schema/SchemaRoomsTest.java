package io.rowandb.schema;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The direction of the rooms: a room knows only rooms below it, and nothing points back. */
class SchemaRoomsTest {
  private static final int MOST_IN_CIRCLE = 5;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.rowandb.schema");

  @Test
  void noRoomKnowsOneAboveIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("field")
        .definedBy("io.rowandb.schema.field")
        .layer("value")
        .definedBy("io.rowandb.schema.value")
        .layer("key")
        .definedBy("io.rowandb.schema.key")
        .layer("packed")
        .definedBy("io.rowandb.schema.packed")
        .layer("table")
        .definedBy("io.rowandb.schema.table")
        .layer("rows")
        .definedBy("io.rowandb.schema.pattern.rows")
        .layer("calls")
        .definedBy("io.rowandb.schema.pattern.calls")
        .layer("notes")
        .definedBy("io.rowandb.schema.pattern.notes")
        .layer("chain")
        .definedBy("io.rowandb.schema.pattern.chain")
        .layer("details")
        .definedBy("io.rowandb.schema.pattern.details")
        .layer("plan")
        .definedBy("io.rowandb.schema.pattern.plan")
        .layer("pattern")
        .definedBy("io.rowandb.schema.pattern")
        .layer("join")
        .definedBy("io.rowandb.schema.join")
        .layer("view")
        .definedBy("io.rowandb.schema.view")
        .layer("migration")
        .definedBy("io.rowandb.schema.migration")
        .whereLayer("field")
        .mayNotAccessAnyLayer()
        .whereLayer("value")
        .mayNotAccessAnyLayer()
        .whereLayer("key")
        .mayOnlyAccessLayers("field", "value")
        .whereLayer("packed")
        .mayOnlyAccessLayers("field", "value")
        .whereLayer("table")
        .mayOnlyAccessLayers("field", "value", "key", "packed")
        .whereLayer("rows")
        .mayOnlyAccessLayers("field", "key")
        .whereLayer("calls")
        .mayNotAccessAnyLayer()
        .whereLayer("notes")
        .mayOnlyAccessLayers("field", "table", "calls")
        .whereLayer("chain")
        .mayOnlyAccessLayers("table", "calls")
        .whereLayer("details")
        .mayOnlyAccessLayers("field", "key", "table", "rows", "calls", "chain")
        .whereLayer("plan")
        .mayOnlyAccessLayers("field", "key", "table", "rows")
        .whereLayer("pattern")
        .mayOnlyAccessLayers(
            "field", "key", "table", "rows", "calls", "chain", "notes", "details", "plan")
        .whereLayer("join")
        .mayOnlyAccessLayers("field", "value", "key", "table", "pattern")
        .whereLayer("view")
        .mayOnlyAccessLayers("field", "value", "key", "table", "calls", "notes", "chain", "pattern")
        .whereLayer("migration")
        .mayOnlyAccessLayers(
            "field", "key", "table", "rows", "calls", "notes", "chain", "pattern", "view")
        .check(CLASSES);
  }

  @Test
  void packagesMakeNoCircle() {
    SlicesRuleDefinition.slices()
        .matching("io.rowandb.schema.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  /** What is in a circle is understood only together, and changed only together. */
  @Test
  void noCircleOfClassesIsGreat() {
    for (Set<String> circle : circles(dependencies())) {
      assertThat(circle)
          .as("classes that all need one another")
          .hasSizeLessThanOrEqualTo(MOST_IN_CIRCLE);
    }
  }

  /** By the name of each class the classes that it needs; nested ones are part of theirs. */
  private static Map<String, Set<String>> dependencies() {
    Map<String, Set<String>> dependencies = new TreeMap<>();
    for (JavaClass each : CLASSES) {
      Set<String> needed = dependencies.computeIfAbsent(outermost(each), name -> new TreeSet<>());
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith("io.rowandb.schema"))
          .map(SchemaRoomsTest::outermost)
          .forEach(needed::add);
    }
    return dependencies;
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(SchemaRoomsTest::outermost).orElse(type.getName());
  }

  /** The classes that reach each class and are reached by it, if there are others than itself. */
  private static Set<Set<String>> circles(Map<String, Set<String>> dependencies) {
    Map<String, Set<String>> reached = new TreeMap<>();
    dependencies.keySet().forEach(name -> reached.put(name, reachedFrom(name, dependencies)));
    Set<Set<String>> circles = new HashSet<>();
    reached.forEach(
        (name, others) -> {
          Set<String> circle = new TreeSet<>(others);
          circle.removeIf(other -> !reached.get(other).contains(name));
          if (circle.size() > 1) {
            circles.add(circle);
          }
        });
    return circles;
  }

  private static Set<String> reachedFrom(String name, Map<String, Set<String>> dependencies) {
    Set<String> reached = new TreeSet<>();
    Deque<String> rest = new ArrayDeque<>(List.of(name));
    while (!rest.isEmpty()) {
      dependencies.getOrDefault(rest.remove(), Set.of()).stream()
          .filter(reached::add)
          .forEach(rest::add);
    }
    return reached;
  }

  /** So the same classes run embedded and on a cluster. */
  @Test
  void theSchemaLayerKnowsNoStore() {
    ArchRuleDefinition.noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.rowandb.engine..", "io.rowandb.client..", "org.apache.hadoop.hbase.regionserver..")
        .check(CLASSES);
  }
}
