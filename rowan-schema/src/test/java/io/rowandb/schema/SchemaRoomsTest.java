package io.rowandb.schema;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.rowandb.engine.Circles;
import org.junit.jupiter.api.Tag;
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
        .mayOnlyAccessLayers(
            "field", "value", "key", "table", "rows", "calls", "notes", "chain", "details",
            "pattern")
        .whereLayer("migration")
        .mayOnlyAccessLayers(
            "field", "key", "table", "rows", "calls", "notes", "chain", "details", "pattern",
            "view")
        .check(CLASSES);
  }

  @Test
  @Tag("slow")
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
    assertThat(Circles.ofClasses(CLASSES))
        .as("classes that all need one another")
        .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(MOST_IN_CIRCLE));
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
