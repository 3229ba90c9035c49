package io.rowandb.schema;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** The direction of the rooms: a room knows only rooms below it, and nothing points back. */
class SchemaRoomsTest {
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
        .layer("pattern")
        .definedBy("io.rowandb.schema.pattern")
        .layer("join")
        .definedBy("io.rowandb.schema.join")
        .layer("view")
        .definedBy("io.rowandb.schema.view")
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
        .whereLayer("pattern")
        .mayOnlyAccessLayers("field", "value", "key", "packed", "table")
        .whereLayer("join")
        .mayOnlyAccessLayers("field", "value", "key", "table", "pattern")
        .whereLayer("view")
        .mayOnlyAccessLayers("field", "value", "key", "table", "pattern")
        .check(CLASSES);
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
