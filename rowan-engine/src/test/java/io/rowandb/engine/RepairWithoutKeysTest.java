package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.NamedKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A repair touches nothing for a key that is missing: what cannot be read may be whole. */
class RepairWithoutKeysTest {
  private static final UUID NEW_ID = new UUID(7, 7);
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");
  private static final Path COPY = DIRECTORY.resolve("TABLES");

  @Test
  void ofAFile() throws IOException {
    assertTouchesNothing(family("f", "ENCRYPTION", "AES"), false);
  }

  @Test
  void ofTheLog() throws IOException {
    assertTouchesNothing(family("f"), true);
  }

  private static void assertTouchesNothing(FamilyDescriptor family, boolean encryptsLog)
      throws IOException {
    NamedKeys keys = new NamedKeys("one").encryptLog(encryptsLog);
    MemoryFileSystem whole = new MemoryFileSystem(keys);
    Database database = Database.open(serial(whole, new ManualClock()).build());
    database.createTable(table(TABLE, family), List.of(bytes("m")));
    for (String row : List.of("a", "n")) {
      region(database, row).write(put(row, "f:q=1"));
    }
    database.flush(TABLE);
    region(database, "b").write(put("b", "f:q=1"));
    database.discard();
    keys.use("another", null);
    for (boolean withCopy : new boolean[] {true, false}) {
      MemoryFileSystem lost = whole.fork();
      lost.truncate(MANIFEST, 3);
      if (!withCopy) {
        lost.delete(COPY);
      }
      assertMissesAKey(lost);
    }
    MemoryFileSystem left = whole.fork();
    Path listed = new StoreLayout(left, DIRECTORY).files().get(0);
    Path unlisted = listed.resolveSibling("0".repeat(28) + "fff0");
    left.link(listed, unlisted);
    assertMissesAKey(left);
    left.delete(listed);
    assertMissesAKey(left);
  }

  private static void assertMissesAKey(MemoryFileSystem files) throws IOException {
    List<Path> before = everything(files, DIRECTORY);
    assertThatThrownBy(
            () ->
                DatabaseRepair.run(
                    files, DIRECTORY, NEW_ID, 1, DatabaseRepair.Missing.GIVE_UP, finding -> {}))
        .isInstanceOf(MissingKeyException.class);
    assertThat(everything(files, DIRECTORY)).isEqualTo(before);
  }

  /** The only file with that key is one that nothing lists. */
  @Test
  void ofAFileThatNothingLists() throws IOException {
    NamedKeys keys = new NamedKeys("one");
    MemoryFileSystem files = new MemoryFileSystem(keys);
    try (Database database = Database.open(serial(files, new ManualClock()).build())) {
      database.createTable(table(TABLE, family("f", "ENCRYPTION", "AES"), family("g")), List.of());
      region(database, "a").write(put("a", "f:q=1", "g:q=1"));
    }
    Path encrypted = new StoreLayout(files, DIRECTORY).files().get(0);
    assertThat(encrypted.getParent()).hasFileName("f");
    Path unlisted = encrypted.resolveSibling("0".repeat(28) + "fff0");
    files.link(encrypted, unlisted);
    Catalog catalog = Manifest.read(files, DIRECTORY).catalog();
    CatalogBuilder builder = CatalogBuilder.from(catalog);
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      List<String> names = region.families().get("f").files();
      builder.apply(
          new ManifestEdit.FilesChanged(region.info().number(), "f", List.of(), names, 0));
    }
    files.delete(encrypted);
    files.delete(MANIFEST);
    Manifest.write(files, DIRECTORY, builder.build());
    keys.use("another", null);
    assertMissesAKey(files);
    keys.use("one", null);
    DatabaseRepair.run(files, DIRECTORY, NEW_ID, 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    assertThat(files.exists(unlisted)).isFalse();
  }

  private static List<Path> everything(FileSystem files, Path directory) throws IOException {
    List<Path> everything = new ArrayList<>();
    for (Path path : files.list(directory)) {
      everything.add(path);
      if (files.isDirectory(path)) {
        everything.addAll(everything(files, path));
      }
    }
    return everything;
  }
}
