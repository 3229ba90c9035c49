package io.rowandb.engine;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The direction of the rooms: a room knows only rooms below it, and nothing points back; and inside
 * of a room no large circle of classes.
 */
class EngineRoomsTest {
  private static final int LARGEST_CIRCLE = 5;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.rowandb.engine");

  @Test
  @Tag("slow")
  void noRoomKnowsOneAboveIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("io")
        .definedBy("io.rowandb.engine.io")
        .layer("lock")
        .definedBy("io.rowandb.engine.lock")
        .layer("latency")
        .definedBy("io.rowandb.engine.latency")
        .layer("offheap")
        .definedBy("io.rowandb.engine.offheap")
        .layer("cache")
        .definedBy("io.rowandb.engine.cache")
        .layer("cell")
        .definedBy("io.rowandb.engine.cell")
        .layer("wal")
        .definedBy("io.rowandb.engine.wal")
        .layer("memstore")
        .definedBy("io.rowandb.engine.memstore")
        .layer("storefile")
        .definedBy("io.rowandb.engine.storefile")
        .layer("scan")
        .definedBy("io.rowandb.engine.scan")
        .layer("compaction")
        .definedBy("io.rowandb.engine.compaction")
        .layer("split")
        .definedBy("io.rowandb.engine.split")
        .layer("store")
        .definedBy("io.rowandb.engine.store")
        .layer("region")
        .definedBy("io.rowandb.engine.region")
        .layer("bulk")
        .definedBy("io.rowandb.engine.bulk")
        .layer("catalog")
        .definedBy("io.rowandb.engine.catalog")
        .layer("settings")
        .definedBy("io.rowandb.engine.settings")
        .layer("background")
        .definedBy("io.rowandb.engine.background")
        .layer("care")
        .definedBy("io.rowandb.engine.care")
        .layer("load")
        .definedBy("io.rowandb.engine.load")
        .layer("stats")
        .definedBy("io.rowandb.engine.stats")
        .layer("namespace")
        .definedBy("io.rowandb.engine.namespace")
        .layer("root")
        .definedBy("io.rowandb.engine")
        .whereLayer("io")
        .mayNotAccessAnyLayer()
        .whereLayer("lock")
        .mayNotAccessAnyLayer()
        .whereLayer("latency")
        .mayNotAccessAnyLayer()
        .whereLayer("offheap")
        .mayNotAccessAnyLayer()
        .whereLayer("cache")
        .mayOnlyAccessLayers("io", "offheap")
        .whereLayer("cell")
        .mayOnlyAccessLayers("io")
        .whereLayer("wal")
        .mayOnlyAccessLayers("io", "lock", "cell")
        .whereLayer("memstore")
        .mayOnlyAccessLayers("io", "cell")
        .whereLayer("storefile")
        .mayOnlyAccessLayers("io", "cell", "cache")
        .whereLayer("scan")
        .mayOnlyAccessLayers("io", "cell")
        .whereLayer("compaction")
        .mayOnlyAccessLayers("io", "cell", "scan", "storefile")
        .whereLayer("split")
        .mayNotAccessAnyLayer()
        .whereLayer("store")
        .mayOnlyAccessLayers("io", "cache", "cell", "memstore", "storefile", "scan", "compaction")
        .whereLayer("region")
        .mayOnlyAccessLayers(
            "io",
            "lock",
            "latency",
            "cell",
            "wal",
            "memstore",
            "storefile",
            "scan",
            "compaction",
            "store")
        .whereLayer("bulk")
        .mayOnlyAccessLayers("io", "cache", "cell", "scan", "storefile")
        .whereLayer("catalog")
        .mayOnlyAccessLayers("io", "cell", "wal", "storefile", "store", "region")
        .whereLayer("settings")
        .mayOnlyAccessLayers(
            "io",
            "cache",
            "cell",
            "storefile",
            "scan",
            "compaction",
            "split",
            "store",
            "region",
            "catalog")
        .whereLayer("background")
        .mayOnlyAccessLayers(
            "io",
            "latency",
            "cell",
            "wal",
            "memstore",
            "compaction",
            "split",
            "region",
            "catalog",
            "settings")
        .whereLayer("care")
        .mayOnlyAccessLayers(
            "io", "cache", "cell", "wal", "storefile", "store", "region", "catalog", "settings")
        .whereLayer("load")
        .mayOnlyAccessLayers(
            "io", "cache", "cell", "storefile", "store", "region", "catalog", "background")
        .whereLayer("stats")
        .mayOnlyAccessLayers("io", "cache", "latency", "memstore", "store", "region", "catalog")
        .whereLayer("namespace")
        .mayOnlyAccessLayers("region", "catalog")
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  /** Also between rooms that the table above does not name. */
  @Tag("slow")
  @Test
  void noRoomsKnowEachOther() {
    SlicesRuleDefinition.slices()
        .matching("io.rowandb.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  /** Who reads one class of a circle has to read them all. */
  @Test
  void noCircleOfClassesIsLarge() {
    assertThat(Circles.ofClasses(CLASSES))
        .as("a class and its parts may know each other")
        .isNotEmpty()
        .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(LARGEST_CIRCLE));
  }

  @Test
  void theEngineKnowsNeitherHBaseNorALoggingLibrary() {
    ArchRuleDefinition.noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache..", "org.slf4j..", "java.util.logging..")
        .because("the engine runs on the JDK, the codecs and HdrHistogram alone")
        .check(CLASSES);
  }
}
