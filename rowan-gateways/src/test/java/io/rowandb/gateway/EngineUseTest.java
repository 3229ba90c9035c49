package io.rowandb.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What of the engine other modules may use: many of its types are public for its own rooms alone.
 * Who needs more widens the list here first. The benchmarks are free: they measure what is inside.
 */
@Tag("slow")
class EngineUseTest {
  private static final String INNER_ROOMS =
      "(wal|memstore|storefile|store|compaction|offheap|split|latency|lock|background|load|namespace)";

  /** What others tell the inner rooms by settings, and what those tell others of themselves. */
  private static final String OPEN_IN_INNER_ROOMS =
      ".*\\.(WalDump|WalOptions|BloomOptions|BloomType|StoreFileDump|StoreFileOptions|StoreStats"
          + "|CompactionThroughput|OffPeakHours|SplitSettings|RegionInterposer|TableView|Upkeep"
          + "|BulkLoad|BulkLoadSummary)(\\$.*)?";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("io.rowandb");

  @Test
  void nobodyUsesTheInnerRoomsOfTheEngine() {
    noClasses()
        .that(not(resideInAnyPackage("io.rowandb.engine..", "io.rowandb.bench..")))
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.rowandb.engine." + INNER_ROOMS + "..")
                .and(not(nameMatching(OPEN_IN_INNER_ROOMS))))
        .because("they are open to other rooms of the engine, not to other modules")
        .check(CLASSES);
  }
}
