package io.rowandb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.CareAccess;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.stats.DatabaseSizes;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Symbolic links, pipes and directories where a store has its things: every door says which path is
 * what, follows nothing out of the store, changes nothing there, and waits for nobody.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60) // a pipe that is opened is waited for without end
class StrangersInAStoreTest {
  private static final LocalFileSystem FILES = new LocalFileSystem();

  @TempDir private Path outside;
  private StoreOfFiles made;

  /** Where a stranger is put, in the place of what was there. */
  enum Place {
    MANIFEST,
    LOCK,
    OWNER,
    TABLES,
    LOG,
    SEGMENT,
    DATA,
    NAMESPACE,
    TABLE,
    REGION,
    FAMILY,
    FILE,
    SNAPSHOTS,
    SNAPSHOT,
    SNAPSHOT_FILE,
    QUARANTINE;

    Path in(Path store) throws IOException {
      return switch (this) {
        case MANIFEST, LOCK, OWNER, TABLES -> store.resolve(name());
        case LOG -> store.resolve("log");
        case SEGMENT -> first(store.resolve("log"), 1);
        case DATA -> store.resolve("data");
        case NAMESPACE -> store.resolve("data/default");
        case TABLE -> store.resolve("data/default/t");
        case REGION -> first(store.resolve("data/default/t"), 1);
        case FAMILY -> first(store.resolve("data/default/t"), 2);
        case FILE -> first(store.resolve("data/default/t"), 3);
        case SNAPSHOTS -> store.resolve("snapshot");
        case SNAPSHOT -> store.resolve("snapshot/s");
        case SNAPSHOT_FILE -> first(store.resolve("snapshot/s"), 3);
        case QUARANTINE -> store.resolve("quarantine");
      };
    }

    private static Path first(Path parent, int depth) throws IOException {
      Path at = parent;
      for (int i = 0; i < depth; i++) {
        try (Stream<Path> paths = Files.list(at)) {
          at = paths.sorted().findFirst().orElseThrow();
        }
      }
      return at;
    }
  }

  @BeforeEach
  void makeAStore() throws IOException {
    made = StoreOfFiles.make(outside);
  }

  private interface Door {
    void pass() throws Exception;
  }

  private Map<String, Door> doors() {
    return Map.of(
        "open", () -> Database.open(made.options()).close(),
        "repair",
            () ->
                DatabaseRepair.run(
                    FILES,
                    made.store,
                    new UUID(5, 6),
                    1,
                    DatabaseRepair.Missing.GIVE_UP,
                    finding -> {}),
        "backup", () -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), true),
        "linked backup", () -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), false),
        "sizes", () -> DatabaseSizes.read(FILES, made.store));
  }

  /** What was there is outside now, whole: who followed the link would find all as it was. */
  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void noDoorFollowsALink(Place place) throws Exception {
    Path path = place.in(made.store);
    Path moved = outside.resolve("elsewhere");
    if (Files.exists(path)) {
      Files.move(path, moved);
    } else {
      Files.createDirectory(moved);
    }
    Files.createSymbolicLink(path, moved);
    Files.writeString(outside.resolve("0".repeat(32)), "looks like a store file");
    refusesAll(path, "symbolic link");
    assertThat(Files.isSymbolicLink(path)).isTrue();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void noDoorWaitsAtAPipe(Place place) throws Exception {
    Path path = place.in(made.store);
    StoreOfFiles.deleteAll(path);
    makePipe(path);
    refusesAll(path, "pipe");
  }

  private void refusesAll(Path path, String what) throws Exception {
    Map<String, String> before = made.canaries();
    for (Map.Entry<String, Door> door : doors().entrySet()) {
      if (door.getKey().contains("backup") || door.getKey().equals("sizes")) {
        if (path.endsWith("LOCK")) {
          StoreOfFiles.deleteAll(outside.resolve("copy")); // these take no lock
        }
      }
      assertThatThrownBy(() -> door.getValue().pass())
          .as("%s, %s is a %s", door.getKey(), path, what)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining(what);
      assertThat(made.canaries()).as(door.getKey()).isEqualTo(before);
    }
    if (path.endsWith("LOCK")) {
      return; // a check locks first, as an opening does
    }
    List<Finding> findings = new ArrayList<>();
    DatabaseCheck.run(FILES, made.store, findings::add);
    assertThat(findings)
        .anyMatch(
            it ->
                it.severity() == Finding.Severity.ERROR
                    && it.file().equals(path)
                    && it.what().contains(what));
    assertThat(made.canaries()).as("check").isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"MANIFEST", "LOCK", "OWNER", "TABLES", "SEGMENT", "FILE", "SNAPSHOT_FILE"})
  void aDirectoryInThePlaceOfAFileIsAnError(Place place) throws Exception {
    Path path = place.in(made.store);
    Files.deleteIfExists(path);
    Files.createDirectory(path);
    Files.writeString(path.resolve("content"), "x");
    Map<String, String> before = made.canaries();
    assertThatThrownBy(() -> Database.open(made.options()).close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("directory");
    assertThat(path.resolve("content")).exists();
    assertThat(made.canaries()).isEqualTo(before);
  }

  /** A link that comes while the store is open: its table goes, what it leads to stays. */
  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"NAMESPACE", "TABLE", "REGION", "FAMILY"})
  void droppingATableFollowsNoLink(Place place) throws IOException {
    try (Database database = Database.open(made.options())) {
      database.disableTable(TestDatabase.TABLE);
      Path link = place.in(made.store);
      Path elsewhere = outside.resolve("elsewhere");
      Files.move(link, elsewhere);
      Files.createSymbolicLink(link, elsewhere);
      Map<String, String> before = made.canaries();
      List<Path> files = regularFiles(elsewhere);
      database.deleteTable(TestDatabase.TABLE);
      assertThat(files).isNotEmpty();
      assertThat(regularFiles(elsewhere)).isEqualTo(files);
      assertThat(made.canaries()).isEqualTo(before);
      Files.delete(link);
    }
  }

  /** A link that comes while the store is open: no table gets what it leads to as a file. */
  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"SNAPSHOTS", "SNAPSHOT", "SNAPSHOT_FILE"})
  void aSnapshotThatBecameALinkIsNotFollowed(Place place) throws IOException {
    try (Database database = Database.open(made.options())) {
      Path link = place.in(made.store);
      Path elsewhere = outside.resolve("elsewhere");
      Files.move(link, elsewhere);
      Files.createSymbolicLink(link, elsewhere);
      List<String> rows = TestDatabase.scan(database);
      assertThatThrownBy(() -> database.cloneSnapshot("s", TableName.of("u")))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(link.toString());
      assertThat(database.tableNames()).doesNotContain(TableName.of("u"));
      database.disableTable(TestDatabase.TABLE);
      assertThatThrownBy(() -> database.restoreSnapshot("s"))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(link.toString());
      database.enableTable(TestDatabase.TABLE);
      assertThat(TestDatabase.scan(database)).isEqualTo(rows);
      Files.delete(link);
      Files.move(elsewhere, link);
    }
  }

  private static List<Path> regularFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** A table whose directory is a link before it is made. */
  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    Path elsewhere = Files.createDirectory(outside.resolve("elsewhere"));
    Path link = made.store.resolve("data/default/u");
    try (Database database = Database.open(made.options())) {
      Files.createSymbolicLink(link, elsewhere);
      assertThatThrownBy(
              () ->
                  database.createTable(
                      new TableDescriptor(
                          TableName.of("u"), List.of(FamilyDescriptor.of("f")), Map.of()),
                      List.of()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(link.toString())
          .hasMessageContaining("symbolic link");
      assertThat(database.tableNames()).doesNotContain(TableName.of("u"));
      assertThat(elsewhere).isEmptyDirectory();
      Files.delete(link);
    }
  }

  /** The store's own directory may have several names: that is its user's business. */
  @Test
  void theDirectoryOfAStoreMayBeALink() throws IOException {
    Path link = Files.createSymbolicLink(outside.resolve("link"), made.store);
    try (Database database = Database.open(StoreOfFiles.options(link))) {
      assertThat(TestDatabase.scan(database)).hasSize(3);
    }
    assertThat(DatabaseCheck.run(FILES, link, finding -> {}).isClean()).isTrue();
  }

  @Test
  void aPartialCopyThatIsALinkIsNotCleared() throws IOException {
    Path elsewhere = Files.createDirectory(outside.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("precious.txt"), "canary");
    Path partial = Files.createSymbolicLink(outside.resolve("copy.partial"), elsewhere);
    assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(partial.toString());
    assertThat(elsewhere.resolve("precious.txt")).hasContent("canary");
  }

  /** No copy makes a link: with one in it nothing is removed, and nothing that it leads to. */
  @Test
  void aPartialCopyWithALinkInItIsNotCleared() throws IOException {
    Path elsewhere = Files.createDirectory(outside.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("precious.txt"), "canary");
    Path partial = Files.createDirectory(outside.resolve("copy.partial"));
    Files.createSymbolicLink(partial.resolve("data"), elsewhere);
    assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), true))
        .isInstanceOf(FileAlreadyExistsException.class);
    Files.write(partial.resolve(CareAccess.MARK_NAME), CareAccess.mark());
    assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, outside.resolve("copy"), true))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("data in it is of no copy");
    assertThat(elsewhere.resolve("precious.txt")).hasContent("canary");
    Files.delete(partial.resolve("data"));
    StoreBackup.run(FILES, made.store, outside.resolve("copy"), true);
    assertThat(Files.isDirectory(outside.resolve("copy/data"))).isTrue();
  }

  @Test
  void noCopyIsMadeInsideOfAStoreByAnotherName() throws IOException {
    Path link = Files.createSymbolicLink(outside.resolve("link"), made.store);
    Path deep = Files.createSymbolicLink(outside.resolve("deep"), made.store.resolve("data"));
    Path backup = outside.resolve("copy");
    StoreBackup.run(FILES, made.store, backup, true);
    Path backupLink = Files.createSymbolicLink(outside.resolve("backup-link"), backup);
    for (Path target : List.of(link.resolve("copy"), deep.resolve("x/copy"))) {
      assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, target, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("inside");
      assertThatThrownBy(() -> StoreBackup.run(FILES, link, made.store.resolve("copy"), true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("inside");
    }
    assertThatThrownBy(() -> StoreBackup.run(FILES, backup, backupLink.resolve("copy"), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("inside");
    assertThat(DatabaseCheck.run(FILES, made.store, finding -> {}).isClean()).isTrue();
    try (Stream<Path> names = Files.list(made.store)) {
      assertThat(names.map(it -> it.getFileName().toString()))
          .doesNotContain("copy", "copy.partial", "x");
    }
  }

  @Test
  void norInsideOfAnotherStoreOrCopy() throws IOException {
    Path copy = outside.resolve("copy");
    StoreBackup.run(FILES, made.store, copy, true);
    Path other = outside.resolve("other");
    StoreBackup.run(FILES, copy, other, true); // a store once it is opened
    Path link = Files.createSymbolicLink(outside.resolve("link"), other.resolve("data"));
    for (Path target : List.of(copy.resolve("x"), other.resolve("data/x"), link.resolve("x"))) {
      assertThatThrownBy(() -> StoreBackup.run(FILES, made.store, target, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot be inside of a store or a copy: " + target);
    }
    assertThat(other.resolve("data/x")).doesNotExist();
  }

  @Test
  void aLoadTakesFilesOnly() throws Exception {
    Path files = Files.createDirectories(outside.resolve("load/f"));
    Path real = Place.FILE.in(made.store);
    Path copy = Files.copy(real, outside.resolve("hfile"));
    Path link = Files.createSymbolicLink(files.resolve("link"), copy);
    Path pipe = files.resolve("pipe");
    makePipe(pipe);
    Path directory = Files.createDirectory(files.resolve("directory"));
    Path linked = Files.createDirectory(outside.resolve("g"));
    Files.copy(real, linked.resolve("hfile"));
    Path linkedFamily = Files.createSymbolicLink(outside.resolve("load/g"), linked);
    Map<String, String> before = made.canaries();
    try (Database database = Database.open(made.options())) {
      for (BulkLoad.Source source : BulkLoad.Source.values()) {
        for (Path path : List.of(link, pipe, directory, linkedFamily.resolve("hfile"))) {
          BulkLoad load =
              new BulkLoad(
                  TestDatabase.TABLE,
                  null,
                  List.of(new BulkLoad.SourceFile("f", path)),
                  FILES,
                  source,
                  true);
          String named = path.startsWith(linkedFamily) ? linkedFamily.toString() : path.toString();
          assertThatThrownBy(() -> database.bulkLoad(load))
              .isInstanceOf(RefusedException.class)
              .hasMessageContaining(named);
        }
      }
    }
    assertThat(made.canaries()).isEqualTo(before);
  }

  private static void makePipe(Path path) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}
