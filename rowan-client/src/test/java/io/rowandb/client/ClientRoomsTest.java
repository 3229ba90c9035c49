package io.rowandb.client;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.rowandb.engine.Circles;
import org.junit.jupiter.api.Test;

/**
 * The direction of the rooms: a room knows only rooms below it, and nothing points back. Inside of
 * a room, what a class makes knows it by a part of it or by HBase's interface, so that few classes
 * have to be read at once.
 */
class ClientRoomsTest {
  /**
   * Two or three that belong together, such as a lease and where leases are kept, and some room.
   */
  private static final int MOST_IN_A_CIRCLE = 5;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.rowandb.client");

  @Test
  void noRoomKnowsOneAboveIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("filter")
        .definedBy("io.rowandb.client.filter")
        .layer("conf")
        .definedBy("io.rowandb.client.conf")
        .layer("adapter")
        .definedBy("io.rowandb.client.adapter")
        .layer("quota")
        .definedBy("io.rowandb.client.quota")
        .layer("meta")
        .definedBy("io.rowandb.client.meta")
        .layer("lease")
        .definedBy("io.rowandb.client.lease")
        .layer("hazard")
        .definedBy("io.rowandb.client.hazard")
        .layer("store")
        .definedBy("io.rowandb.client.store")
        .layer("service")
        .definedBy("io.rowandb.client.service")
        .layer("inprocess")
        .definedBy("io.rowandb.client.inprocess")
        .layer("direct")
        .definedBy("io.rowandb.client.direct")
        .layer("root")
        .definedBy("io.rowandb.client")
        .whereLayer("filter")
        .mayNotAccessAnyLayer()
        .whereLayer("conf")
        .mayNotAccessAnyLayer()
        .whereLayer("adapter")
        .mayOnlyAccessLayers("filter")
        .whereLayer("quota")
        .mayOnlyAccessLayers("adapter")
        .whereLayer("meta")
        .mayOnlyAccessLayers("filter", "adapter", "quota")
        .whereLayer("lease")
        .mayOnlyAccessLayers("adapter")
        .whereLayer("hazard")
        .mayOnlyAccessLayers("adapter")
        .whereLayer("store")
        .mayOnlyAccessLayers("conf", "quota", "meta")
        .whereLayer("service")
        .mayOnlyAccessLayers("filter", "conf", "adapter", "quota", "meta", "lease", "hazard")
        .whereLayer("inprocess")
        .mayOnlyAccessLayers("adapter", "hazard", "store", "service")
        .whereLayer("direct")
        .mayOnlyAccessLayers("filter", "adapter", "meta", "lease", "hazard", "store", "inprocess")
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  @Test
  void noManyClassesAllKnowEachOther() {
    assertThat(Circles.ofClasses(CLASSES))
        .isNotEmpty() // leases know each other
        .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(MOST_IN_A_CIRCLE));
  }

  @Test
  void noRoomsKnowEachOther() {
    assertThat(Circles.ofPackages(CLASSES)).isEmpty();
  }
}
