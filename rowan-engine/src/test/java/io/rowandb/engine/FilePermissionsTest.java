package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FilePermissions;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a store, a copy of it, or its repair makes has the permissions that were asked for. */
@DisabledOnOs(OS.WINDOWS)
class FilePermissionsTest {
  @TempDir private Path outside;

  /** What a program gets without asking. */
  private Set<String> ofUmask() throws IOException {
    Path file = Files.createFile(outside.resolve("file"));
    Path directory = Files.createDirectory(outside.resolve("directory"));
    Set<String> both = new TreeSet<>(List.of("- " + mode(file), "d " + mode(directory)));
    Files.delete(file);
    Files.delete(directory);
    return both;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** Of all files and directories from here on. */
  private static Set<String> modes(Path root) throws IOException {
    Set<String> modes = new TreeSet<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        modes.add((Files.isDirectory(path) ? "d " : "- ") + mode(path));
      }
    }
    return modes;
  }

  private static Database open(LocalFileSystem files, Path store) throws IOException {
    return Database.open(
        DatabaseOptions.builder(store)
            .fileSystem(files)
            .clock(new ManualClock())
            .newStoreId(new UUID(3, 4))
            .logSegmentBytes(1)
            .globalMemStoreBytes(256 << 20)
            .blockCacheBytes(8 << 20)
            .backgroundThreads(0)
            .build());
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void allThatAStoreMakesHasThem(FilePermissions permissions) throws IOException {
    Set<String> wanted =
        permissions == FilePermissions.OWNER ? Set.of("- rw-------", "d rwx------") : ofUmask();
    LocalFileSystem files = new LocalFileSystem(FileKeys.none(), permissions);
    Path parent = outside.resolve("a");
    Path store = parent.resolve("b/store");
    Database database = open(files, store);
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    for (int i = 0; i < 3; i++) {
      region(database, "a" + i).write(put("a" + i, "f:q=1"));
      region(database, "z" + i).write(put("z" + i, "f:q=1"));
      database.tick();
      database.flush(TABLE);
    }
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.cloneSnapshot("s", TableName.of("u"));
    region(database, "b").write(put("b", "f:q=1"));
    database.tick();
    assertThat(modes(parent)).as("open").isEqualTo(wanted);
    StoreBackup.run(files, store, parent.resolve("copied"), true);
    StoreBackup.run(files, store, parent.resolve("linked"), false);
    database.discard();
    Files.delete(store.resolve("MANIFEST"));
    DatabaseRepair.run(
        files, store, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    open(files, store).close();
    open(files, parent.resolve("linked")).close();
    assertThat(modes(parent)).as("copied, repaired and opened again").isEqualTo(wanted);
  }

  /** Files are the store's that made them: who opens it otherwise changes none of them. */
  @Test
  void whatIsThereKeepsItsOwn() throws IOException {
    Path store = outside.resolve("store");
    open(new LocalFileSystem(), store).close();
    Path manifest = store.resolve("MANIFEST");
    List<String> before = List.of(mode(store), mode(manifest));
    open(new LocalFileSystem(FileKeys.none(), FilePermissions.OWNER), store).close();
    assertThat(List.of(mode(store), mode(manifest))).isEqualTo(before);
  }
}
