package io.rowandb.gateway;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of two packages at most one knows the other, in all modules that the gateways see. */
@Tag("slow")
class PackageCirclesTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("io.rowandb");

  @Test
  void noPackagesKnowEachOther() {
    SlicesRuleDefinition.slices()
        .matching("io.rowandb.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }
}
