package io.rowandb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.stats.DatabaseSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A manifest with right checksums whose names lead out of the store, or whose numbers cannot be
 * counted on from: every door refuses it with file and offset, and nothing beside the store
 * changes.
 */
class HostileNamesTest {
  private static final LocalFileSystem FILES = new LocalFileSystem();

  @TempDir private Path outside;
  private StoreOfFiles made;

  /** What is hostile; each adds an edit to those of a whole manifest. */
  enum Hostile {
    FILE_ABSOLUTE,
    FILE_ABOVE,
    FILE_EMPTY,
    FILE_DOT,
    FILE_OF_ANOTHER_FORM,
    SNAPSHOT_FILE_ABSOLUTE,
    SNAPSHOT_FILE_ABOVE,
    SNAPSHOT_FAMILY_ABOVE,
    SNAPSHOT_FAMILY_ABSOLUTE,
    SNAPSHOT_OF_ANOTHER_TABLE,
    REGION_OF_NO_NAME,
    NAMESPACE_ABOVE,
    NAMESPACE_EMPTY,
    REGION_NUMBER_LAST,
    FILE_NUMBER_LAST,
    FILE_NUMBER_NEGATIVE,
    SEQUENCE_LAST,
    SEQUENCE_NEGATIVE;

    List<ManifestEdit> edits(Catalog whole, Path outside) {
      Catalog.RegionEntry region = whole.regionsOf(TestDatabase.TABLE).get(0);
      String absolute = outside.resolve("precious.txt").toString();
      String above = "../".repeat(8) + "precious.txt";
      long number = region.info().number();
      return switch (this) {
        case FILE_ABSOLUTE -> file(number, absolute);
        case FILE_ABOVE -> file(number, above);
        case FILE_EMPTY -> file(number, "");
        case FILE_DOT -> file(number, ".");
        case FILE_OF_ANOTHER_FORM -> file(number, "precious.txt");
        case SNAPSHOT_FILE_ABSOLUTE -> snapshot(region.info(), "f", absolute);
        case SNAPSHOT_FILE_ABOVE -> snapshot(region.info(), "f", above);
        case SNAPSHOT_FAMILY_ABOVE -> snapshot(region.info(), "../../../..", "0".repeat(32));
        case SNAPSHOT_FAMILY_ABSOLUTE ->
            snapshot(region.info(), outside.toString(), "0".repeat(32));
        case SNAPSHOT_OF_ANOTHER_TABLE -> snapshot(info("u", 1), "f", "0".repeat(32));
        case REGION_OF_NO_NAME -> List.of(new ManifestEdit.RegionAdded(info("../../t", 77)));
        case NAMESPACE_ABOVE ->
            List.of(new ManifestEdit.NamespacePut(new NamespaceDescriptor("../..", Map.of())));
        case NAMESPACE_EMPTY ->
            List.of(new ManifestEdit.NamespacePut(new NamespaceDescriptor("", Map.of())));
        case REGION_NUMBER_LAST -> List.of(new ManifestEdit.RegionAdded(info("t", Long.MAX_VALUE)));
        case FILE_NUMBER_LAST -> List.of(new ManifestEdit.NumbersReserved(1, Long.MAX_VALUE));
        case FILE_NUMBER_NEGATIVE -> List.of(new ManifestEdit.NumbersReserved(1, -1));
        case SEQUENCE_LAST -> flushed(number, Long.MAX_VALUE);
        case SEQUENCE_NEGATIVE -> flushed(number, -1);
      };
    }

    private static List<ManifestEdit> file(long region, String name) {
      return List.of(new ManifestEdit.FilesChanged(region, "f", List.of(name), List.of(), 1));
    }

    private static List<ManifestEdit> flushed(long region, long sequence) {
      return List.of(new ManifestEdit.FilesChanged(region, "f", List.of(), List.of(), sequence));
    }

    private static RegionInfo info(String table, long number) {
      return new RegionInfo(table, new RegionRange(new byte[0], new byte[0]), 5, number);
    }

    private static List<ManifestEdit> snapshot(RegionInfo region, String family, String file) {
      return List.of(
          new ManifestEdit.SnapshotTaken(
              new Catalog.Snapshot(
                  TestDatabase.snapshot("hostile", TestDatabase.TABLE),
                  TestDatabase.table(TestDatabase.TABLE, FamilyDescriptor.of("f")),
                  List.of(
                      new Catalog.RegionEntry(
                          region, Map.of(family, new Catalog.Family(List.of(file), 1)))))));
    }
  }

  @BeforeEach
  void makeAStore() throws IOException {
    made = StoreOfFiles.make(outside);
  }

  private List<ManifestEdit> hostile(Hostile hostile) throws IOException {
    Catalog whole = made.catalog();
    List<ManifestEdit> edits = new ArrayList<>(ManifestBytes.edits(whole));
    edits.addAll(hostile.edits(whole, outside));
    return edits;
  }

  @ParameterizedTest
  @EnumSource
  void everyDoorRefusesAManifest(Hostile hostile) throws IOException {
    made.writeManifest(hostile(hostile));
    Map<String, String> before = made.canaries();
    Path manifest = made.store.resolve("MANIFEST");
    assertThatThrownBy(
            () -> {
              // What an opening without the check would do.
              try (Database database = Database.open(made.options())) {
                database.deleteSnapshot("hostile");
                database.compact(TestDatabase.TABLE, null, true);
              }
            })
        .as("open")
        .isInstanceOfSatisfying(
            CorruptFileException.class,
            e -> {
              assertThat(e.file()).isEqualTo(manifest);
              assertThat(e.offset()).isPositive();
            });
    assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), true))
        .as("backup")
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(manifest.toString());
    assertThatThrownBy(() -> DatabaseSizes.read(FILES, made.store))
        .as("sizes")
        .isInstanceOf(CorruptFileException.class);
    List<Finding> findings = new ArrayList<>();
    assertThat(DatabaseCheck.run(FILES, made.store, findings::add).isClean()).isFalse();
    assertThat(findings)
        .anyMatch(it -> it.severity() == Finding.Severity.ERROR && it.file().equals(manifest));
    assertThat(made.canaries()).isEqualTo(before);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void aRepairBelievesNeitherTheManifestNorItsCopy(Hostile hostile) throws IOException {
    List<ManifestEdit> edits = hostile(hostile);
    made.writeManifest(edits);
    made.writeTablesCopy(edits);
    Map<String, String> before = made.canaries();
    DatabaseRepair.Outcome outcome =
        DatabaseRepair.run(
            FILES,
            made.store,
            new UUID(5, 6),
            1_000,
            DatabaseRepair.Missing.GIVE_UP,
            finding -> {});
    assertThat(outcome.actions()).anyMatch(it -> it.contains("MANIFEST"));
    assertThat(outcome.actions()).anyMatch(it -> it.contains("TABLES"));
    assertThat(made.canaries()).isEqualTo(before);
    try (Database database = Database.open(made.options())) {
      assertThat(database.tableNames()).containsExactly(TestDatabase.TABLE);
    }
    assertThat(made.canaries()).isEqualTo(before);
  }

  /** A whole one passes both, so that the cases above are about what was added. */
  @Test
  void aWholeManifestIsTaken() throws IOException {
    made.writeManifest(ManifestBytes.edits(made.catalog()));
    Map<String, String> before = made.canaries();
    assertThat(DatabaseCheck.run(FILES, made.store, finding -> {}).isClean()).isTrue();
    assertThat(StoreBackup.run(FILES, made.store, outside.resolve("copy"), true).storeFiles())
        .isPositive();
    try (Database database = Database.open(made.options())) {
      assertThat(TestDatabase.scan(database)).isNotEmpty();
    }
    assertThat(made.canaries()).isEqualTo(before);
    assertThat(Files.exists(outside.resolve("copy"))).isTrue();
  }
}
