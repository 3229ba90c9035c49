package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.DatabaseRepair.Missing;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is missing for a while, as on a disk that is not mounted: a repair that is not told to give
 * it up leaves it, and when it was told to, no opening deletes what is back.
 */
class GivenUpFilesTest {
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");

  private final MemoryFileSystem disk = new MemoryFileSystem();

  /** The disk as it was when all was there. */
  private MemoryFileSystem whole;

  private Database open() throws IOException {
    return Database.open(serial(disk, new ManualClock()).build());
  }

  /** Rows in a file, of a snapshot too, and rows that only the log has. */
  @BeforeEach
  void fill() throws IOException {
    Database database = open();
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "a").write(put("a", "f:q=file"));
    database.flush(TABLE);
    database.takeSnapshot(snapshot("s", TABLE), true);
    region(database, "b").write(put("b", "f:q=log"));
    database.tick();
    database.discard();
    whole = disk.fork();
  }

  /** Closing would check the database, which is right to warn. */
  private void reopen() throws IOException {
    open().discard();
  }

  private DatabaseRepair.Outcome repair(Missing missing) throws IOException {
    return DatabaseRepair.run(disk, DIRECTORY, new UUID(7, 7), 1, missing, it -> {});
  }

  private List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    DatabaseCheck.run(disk, DIRECTORY, findings::add);
    return findings;
  }

  private List<Path> filesOf(MemoryFileSystem files, String part) throws IOException {
    if (part.equals("log")) {
      return files.list(DIRECTORY.resolve("log"));
    }
    return new StoreLayout(files, DIRECTORY)
        .files().stream().filter(file -> file.startsWith(DIRECTORY.resolve(part))).toList();
  }

  private List<Path> take(String part) throws IOException {
    List<Path> taken = filesOf(disk, part);
    assertThat(taken).isNotEmpty();
    for (Path file : taken) {
      disk.delete(file);
    }
    return taken;
  }

  private void putBack(List<Path> files) throws IOException {
    for (Path file : files) {
      disk.createDirectories(file.getParent());
      OlderManifestTest.take(whole, file, disk);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "log"})
  void aRepairLeavesWhatIsMissing(String part) throws IOException {
    List<Path> taken = take(part);
    DatabaseRepair.Outcome outcome = repair(Missing.KEEP);
    assertThat(outcome.actions()).isEmpty();
    assertThat(outcome.left()).hasSize(1).first().asString().contains("missing");
    assertThatThrownBy(this::open).hasMessageContaining(taken.get(0).getFileName().toString());
    putBack(taken);
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "log"})
  void whatWasGivenUpIsNotDeletedWhenItIsBack(String part) throws IOException {
    List<Path> taken = take(part);
    assertThat(repair(Missing.GIVE_UP).actions()).isNotEmpty();
    reopen();
    putBack(taken);
    assertThat(findings())
        .filteredOn(it -> taken.contains(it.file()))
        .hasSameSizeAs(taken)
        .allMatch(it -> it.what().contains("stays"));
    Database database = open();
    region(database, "c").write(put("c", "f:q=later"));
    database.flush(TABLE);
    database.discard();
    reopen();
    assertThat(filesOf(disk, part)).containsAll(taken);
  }

  @Test
  void aSnapshotIsKeptByAManifestThatIsMadeAnewWithoutItsFiles() throws IOException {
    List<Path> taken = take("snapshot");
    disk.delete(MANIFEST);
    repair(Missing.KEEP);
    putBack(taken);
    try (Database database = open()) {
      database.cloneSnapshot("s", TableName.of("clone"));
      assertThat(scan(database, TableName.of("clone"))).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "snapshot"})
  void filesOfAStoreThatWasMadeAnewWithoutThemStay(String part) throws IOException {
    List<Path> taken = take(part);
    disk.delete(MANIFEST);
    List<String> actions = repair(Missing.GIVE_UP).actions();
    if (part.equals("data")) {
      assertThat(actions).anyMatch(it -> it.contains("mount it"));
    }
    reopen();
    putBack(taken);
    reopen();
    reopen();
    assertThat(filesOf(disk, part)).containsAll(taken);
  }

  /** What a crash cut short is nobody's row. */
  @Test
  void aFileThatIsCutShortGoesAllTheSame() throws IOException {
    List<Path> taken = take("data");
    repair(Missing.GIVE_UP);
    putBack(taken);
    Path cut = taken.get(0);
    disk.truncate(cut, disk.size(cut) / 2);
    reopen();
    assertThat(disk.exists(cut)).isFalse();
  }
}
