package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.BackupSummary;
import io.rowandb.engine.care.CareAccess;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of stores that nobody disturbs, or that change at chosen moments of the copying. */
class StoreBackupTest {
  private static final Path BACKUP = Path.of("/backup");
  private static final Path RESTORED = Path.of("/restored");

  private final HookedFileSystem disk = new HookedFileSystem(new MemoryFileSystem());

  static Database open(FileSystem files, Path directory) throws IOException {
    return Database.open(
        DatabaseOptions.builder(directory)
            .fileSystem(files)
            .clock(new ManualClock())
            .newStoreId(new UUID(3, 4))
            .globalMemStoreBytes(256 << 20)
            .blockCacheBytes(8 << 20)
            .backgroundThreads(0)
            .build());
  }

  /** A table of two regions with rows in files, rows in the log alone, and a snapshot. */
  static void fill(Database database) throws IOException {
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    write(database, "a", "z");
    database.takeSnapshot(snapshot("s", TABLE), true);
    write(database, "b", "y");
    database.flush(TABLE);
    write(database, "c", "x");
  }

  private static void write(Database database, String... rows) throws IOException {
    for (String row : rows) {
      region(database, row).write(put(row, "f:q=" + row));
    }
  }

  @Test
  void theCopyHasFilesLogAndSnapshotsAndIsAStoreOfItsOwn() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      List<String> before = scan(database);
      BackupSummary summary = database.backup(BACKUP, false);
      assertThat(summary.storeFiles()).isEqualTo(6);
      assertThat(summary.logEntries()).isEqualTo(6);
      assertThat(summary.tries()).isEqualTo(1);
      write(database, "d");
      database.compact(TABLE, null, true);
      BackupSummary restored = StoreBackup.run(disk, BACKUP, RESTORED, false);
      assertThat(restored.storeFiles()).isEqualTo(6);
      try (Database copy = open(disk, RESTORED)) {
        assertThat(copy.id()).isEqualTo(database.id());
        assertThat(scan(copy)).isEqualTo(before);
        assertThat(copy.snapshots()).isEqualTo(database.snapshots());
        write(copy, "e");
        copy.compact(TABLE, null, true);
        copy.deleteSnapshot("s");
      }
      try (Database copy = open(disk, BACKUP)) {
        assertThat(scan(copy)).as("the backup, after its first use").isEqualTo(before);
        copy.disableTable(TABLE);
        copy.restoreSnapshot("s");
        copy.enableTable(TABLE);
        assertThat(scan(copy)).hasSize(2);
      }
      assertThat(scan(database)).hasSize(before.size() + 1).containsAll(before);
    }
    assertThat(disk.exists(Path.of("/backup.partial"))).isFalse();
  }

  @Test
  void aWriteThatWaitsForTheLogBelongsToABackupInTheProcess() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      write(database, "async", Durability.ASYNC_WAL);
      database.backup(BACKUP, false);
    }
    try (Database copy = open(disk, BACKUP)) {
      assertThat(scan(copy)).anyMatch(cell -> cell.startsWith("async/"));
    }
  }

  /** No log has it, so files of before and the log of after would have what came later alone. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNoLogHasIsThereIfALaterWriteIs(boolean load) throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      disk.hook(
          (operation, path) -> {
            if (operation.equals("createDirectories")
                && path.equals(Path.of("/backup.partial/log"))) {
              disk.hook((any, other) -> {});
              if (load) {
                load(database, "unlogged");
              } else {
                write(database, "unlogged", Durability.SKIP_WAL);
                database.flush(TABLE);
              }
              write(database, "later", Durability.FSYNC_WAL);
            }
          });
      assertThat(StoreBackup.run(disk, DIRECTORY, BACKUP, false).tries()).isEqualTo(2);
    }
    try (Database copy = open(disk, BACKUP)) {
      assertThat(scan(copy))
          .anyMatch(cell -> cell.startsWith("later/"))
          .anyMatch(cell -> cell.startsWith("unlogged/"));
    }
  }

  /** A flush of what the log has is no reason to begin again, after such a one neither. */
  @Test
  void aLoggedFlushDoesNotMatter() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      write(database, "unlogged", Durability.SKIP_WAL);
      database.flush(TABLE);
      disk.hook(
          (operation, path) -> {
            if (operation.equals("createDirectories")
                && path.equals(Path.of("/backup.partial/log"))) {
              disk.hook((any, other) -> {});
              write(database, "later", Durability.FSYNC_WAL);
              database.flush(TABLE);
            }
          });
      assertThat(StoreBackup.run(disk, DIRECTORY, BACKUP, false).tries()).isEqualTo(1);
    }
    try (Database copy = open(disk, BACKUP)) {
      assertThat(scan(copy)).anyMatch(cell -> cell.startsWith("unlogged/"));
    }
  }

  private void load(Database database, String row) throws IOException {
    Path file = Path.of("/in/file");
    HandMadeFile.write(disk, file, "f", List.of(put(row, "f:q=" + row)));
    database.bulkLoad(
        new BulkLoad(
            TABLE,
            null,
            List.of(new BulkLoad.SourceFile("f", file)),
            disk,
            BulkLoad.Source.COPY,
            /* verify= */ true));
  }

  private static void write(Database database, String row, Durability durability)
      throws IOException {
    RowMutation mutation = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), durability);
    mutation.add(bytes("f"), bytes("q"), 1, CellType.PUT, bytes("1"), new byte[0]);
    region(database, row).write(mutation);
  }

  @Test
  void aFileThatACompactionDeletesMeanwhileIsNotMissed() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      List<String> before = scan(database);
      AtomicInteger links = new AtomicInteger();
      disk.hook(
          (operation, path) -> {
            if (operation.equals("link") && path.startsWith("/backup.partial")) {
              if (links.incrementAndGet() == 2) {
                write(database, "n");
                database.compact(TABLE, null, true);
              }
            }
          });
      assertThat(StoreBackup.run(disk, DIRECTORY, BACKUP, false).tries()).isEqualTo(2);
      try (Database copy = open(disk, BACKUP)) {
        assertThat(scan(copy)).hasSize(before.size() + 1).containsAll(before);
      }
      assertThat(links.get()).as("links are not made twice").isLessThanOrEqualTo(9);
    }
  }

  @Test
  void aLogThatIsReleasedMeanwhileIsCopiedAllTheSame() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      List<String> before = scan(database);
      AtomicInteger links = new AtomicInteger();
      disk.hook(
          (operation, path) -> {
            boolean mine = operation.equals("link") && path.startsWith("/backup.partial");
            if (mine && links.incrementAndGet() == 1) {
              database.upkeep().rollLog();
              database.upkeep().flushAlone(TABLE);
              assertThat(disk.list(DIRECTORY.resolve("log"))).isEmpty();
            }
          });
      BackupSummary summary = StoreBackup.run(disk, DIRECTORY, BACKUP, false);
      assertThat(summary.tries()).isEqualTo(1);
      assertThat(summary.logEntries()).isPositive();
      try (Database copy = open(disk, BACKUP)) {
        assertThat(scan(copy)).isEqualTo(before);
      }
    }
  }

  @Test
  void aSplitWhileTheLogIsCopiedBeginsAnotherTry() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      AtomicInteger copies = new AtomicInteger();
      disk.hook(
          (operation, path) -> {
            boolean mine = operation.equals("create") && path.startsWith("/backup.partial/log");
            if (mine && copies.incrementAndGet() == 1) {
              String name = database.table(TABLE).locate(bytes("a")).info().encodedName();
              database.splitRegion(name, bytes("b"));
              write(database, "aa", "bb");
            }
          });
      assertThat(StoreBackup.run(disk, DIRECTORY, BACKUP, false).tries()).isEqualTo(2);
      try (Database copy = open(disk, BACKUP)) {
        assertThat(scan(copy)).isEqualTo(scan(database));
        assertThat(copy.table(TABLE).regions()).hasSize(3);
      }
    }
  }

  @Test
  void aStoreThatNeverRestsIsGivenUpWithoutARest() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      AtomicInteger tables = new AtomicInteger();
      disk.hook(
          (operation, path) -> {
            if (operation.equals("create") && path.startsWith("/backup.partial/log")) {
              TableName name = TableName.of("t" + tables.incrementAndGet());
              database.createTable(table(name, family("f")), List.of());
            }
          });
      assertThatThrownBy(() -> StoreBackup.run(disk, DIRECTORY, BACKUP, false))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("changed during each of 100 tries");
      assertThat(disk.exists(BACKUP)).isFalse();
      assertThat(disk.exists(Path.of("/backup.partial"))).isFalse();
    }
  }

  /** A full disk takes the directory, and not the lock's content. */
  @Test
  void aBackupThatCouldNotBeginLeavesNothing() throws Exception {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      FileSystem full =
          new DelegatingFileSystem(disk) {
            @Override
            public AutoCloseable lock(Path lockFile) throws IOException {
              disk.create(lockFile).close();
              throw new IOException("No space left on device");
            }
          };
      assertThatThrownBy(() -> StoreBackup.run(full, DIRECTORY, BACKUP, false))
          .hasMessageContaining("No space left on device");
      assertThat(disk.exists(Path.of("/backup.partial"))).isFalse();
      database.backup(BACKUP, false);
      assertThat(disk.exists(BACKUP)).isTrue();
    }
  }

  @Test
  void whatIsInTheWayOfABackupAndNoneOfItStays() throws Exception {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      Path precious = Path.of("/backup.partial/precious");
      disk.createDirectories(precious.getParent());
      disk.create(precious).close();
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("/backup.partial");
      assertThat(disk.exists(precious)).isTrue();
      disk.delete(precious);
      database.backup(BACKUP, false);
      assertThat(disk.exists(BACKUP)).isTrue();
    }
  }

  @Test
  void whatABrokenOffBackupLeftIsRemovedAndARunningOneIsNot() throws Exception {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      Path partial = Path.of("/backup.partial");
      breakOff();
      Path left = Path.of("data/default/t").resolve("5".repeat(32)).resolve("f/" + "a".repeat(32));
      disk.createDirectories(partial.resolve(left).getParent());
      disk.create(partial.resolve(left)).close();
      AutoCloseable lock = disk.lock(partial.resolve("LOCK"));
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(StoreInUseException.class);
      assertThat(disk.exists(partial.resolve(left))).isTrue();
      lock.close();
      database.backup(BACKUP, false);
      assertThat(disk.exists(partial)).isFalse();
      assertThat(disk.exists(BACKUP.resolve(left))).isFalse();
    }
  }

  /** Leaves a copy as a process does that dies in the middle. */
  private void breakOff() throws IOException {
    FileSystem dying =
        new DelegatingFileSystem(disk) {
          private boolean dead;

          @Override
          protected void before(String operation, Path path) throws IOException {
            dead |= path.startsWith("/backup.partial/log");
            if (dead) {
              throw new IOException("the process is dead");
            }
          }
        };
    assertThatThrownBy(() -> StoreBackup.run(dying, DIRECTORY, BACKUP, true))
        .hasMessageContaining("dead");
    assertThat(disk.list(Path.of("/backup.partial"))).hasSizeGreaterThan(2);
  }

  /** Of the names that a copy has, but made by somebody else. */
  @Test
  void whatBearsNoMarkIsNotCleared() throws Exception {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      for (String name : List.of("data/precious", "log/precious", "MANIFEST", "PARTIAL")) {
        Path precious = Path.of("/backup.partial").resolve(name);
        disk.createDirectories(precious.getParent());
        disk.create(precious).close();
        if (name.equals("PARTIAL")) {
          disk.createDirectories(Path.of("/backup.partial/data"));
        }
        assertThatThrownBy(() -> database.backup(BACKUP, false))
            .isInstanceOf(FileAlreadyExistsException.class)
            .hasMessageContaining("/backup.partial");
        assertThat(disk.exists(precious)).isTrue();
        disk.delete(precious);
        disk.delete(Path.of("/backup.partial/data"));
        disk.delete(Path.of("/backup.partial/log"));
      }
      database.backup(BACKUP, false);
      assertThat(disk.exists(BACKUP.resolve("PARTIAL"))).isFalse();
    }
  }

  /** What a loss of power leaves of the mark is less, never something else. */
  @Test
  void whatOnlyHasTheNamesOfACopyIsNotCleared() throws Exception {
    Path partial = Path.of("/backup.partial");
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      disk.createDirectories(partial);
      Path mark = partial.resolve("PARTIAL");
      write(mark, "a list");
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThat(disk.size(mark)).isEqualTo(6);
      assertThat(disk.list(partial)).containsExactly(mark);
      disk.delete(mark);
      write(mark, "\0\0");
      database.backup(BACKUP, false);
    }
  }

  private void write(Path file, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (AppendFile made = disk.create(file)) {
      made.write(bytes, 0, bytes.length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, -1})
  void aStoreFileThatWasCutShortIsNoCopy(int length) throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      database.backup(BACKUP, true);
    }
    Path cut =
        new StoreLayout(disk, BACKUP)
            .files().stream().filter(StoreLayout::isStoreFile).findFirst().orElseThrow();
    disk.truncate(cut, length < 0 ? disk.size(cut) + length : length);
    assertThatThrownBy(() -> StoreBackup.run(disk, BACKUP, RESTORED, false))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(cut.toString());
    assertThat(disk.exists(RESTORED)).isFalse();
  }

  /** As a mount shows a directory of the store under a second name. */
  @Test
  void aTargetThatIsADirectoryOfTheStoreByAnotherNameIsRefused() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
    }
    disk.createDirectories(Path.of("/mounted"));
    FileSystem mounted =
        new DelegatingFileSystem(disk) {
          @Override
          public Object key(Path path) throws IOException {
            return super.key(path.equals(Path.of("/mounted")) ? DIRECTORY.resolve("data") : path);
          }
        };
    assertThatThrownBy(() -> StoreBackup.run(mounted, DIRECTORY, Path.of("/mounted/copy"), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/mounted is a directory of " + DIRECTORY);
    assertThat(disk.list(Path.of("/mounted"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data/mine",
        "data/default/t/mine",
        "data/default/t/55555555555555555555555555555555/a/mine",
        "data/default/t/55555555555555555555555555555555/a/55555555555555555555555555555555/mine",
        "log/mine",
        "log/000000000001.log/mine",
        "snapshot/s/mine",
        "MANIFEST/mine",
      })
  void whatIsDeepInABrokenOffBackupAndNoneOfItStays(String name) throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      Path mine = Path.of("/backup.partial").resolve(name);
      disk.createDirectories(mine.getParent());
      write(
          Path.of("/backup.partial/PARTIAL"),
          new String(CareAccess.mark(), StandardCharsets.US_ASCII));
      write(mine, "precious");
      Path data = Path.of("/backup.partial/data/default");
      disk.createDirectories(data);
      Path first = Path.of("/backup.partial").relativize(mine);
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("/backup.partial: it is in the way: ")
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .containsAnyOf(" " + first + " in", " " + first.getParent() + " in"))
          .hasMessageContaining("nothing there is deleted");
      assertThat(disk.exists(mine)).isTrue();
      assertThat(disk.exists(data)).isTrue();
      assertThat(disk.exists(Path.of("/backup.partial/LOCK"))).isFalse();
    }
  }

  @Test
  void theRootOfTheDiskIsThereAlready() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      assertThatThrownBy(() -> database.backup(Path.of("/"), false))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessage("/");
    }
  }

  @Test
  void refusesWhatIsThereWhatIsNoStoreAndItself() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      fill(database);
      disk.createDirectories(BACKUP);
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("/backup");
      assertThatThrownBy(() -> database.backup(DIRECTORY.resolve("backup"), false))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("inside");
      assertThatThrownBy(() -> StoreBackup.run(disk, BACKUP, RESTORED, false))
          .isInstanceOf(WrongKindException.class)
          .hasMessageContaining("no MANIFEST");
      assertThat(disk.list(BACKUP)).isEmpty();
    }
  }

  @Test
  void aListedFileThatIsMissingIsDamage() throws IOException {
    try (Database database =
        Database.open(serial(disk, new ManualClock()).checkedOnClose(false).build())) {
      fill(database);
      Path lost = database.upkeep().storeFiles(firstRegion(database)).get("f").get(0);
      disk.delete(lost);
      assertThatThrownBy(() -> database.backup(BACKUP, false))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(lost.toString())
          .hasMessageContaining("does not exist");
      assertThat(disk.exists(BACKUP)).isFalse();
      database.discard();
    }
  }

  private static String firstRegion(Database database) {
    return database.table(TABLE).regions().get(0).info().encodedName();
  }

  @Test
  void linksFilesOnARealDiskAndCopiesThemWhenAsked(@TempDir Path directory) throws IOException {
    Path store = directory.resolve("store");
    LocalFileSystem files = new LocalFileSystem();
    try (Database database = open(files, store)) {
      fill(database);
      database.backup(directory.resolve("linked"), false);
      database.backup(directory.resolve("copied"), true);
      String region = firstRegion(database);
      for (Path file : database.upkeep().storeFiles(region).get("f")) {
        Path name = store.relativize(file);
        assertThat(Files.isSameFile(directory.resolve("linked").resolve(name), file)).isTrue();
        assertThat(Files.isSameFile(directory.resolve("copied").resolve(name), file)).isFalse();
      }
    }
    try (Stream<Path> logs = Files.list(directory.resolve("linked").resolve("log"))) {
      assertThat(logs).isNotEmpty().allMatch(log -> links(log) == 1, "is not linked");
    }
    try (Database linked = open(files, directory.resolve("linked"));
        Database copied = open(files, directory.resolve("copied"))) {
      assertThat(scan(linked)).hasSize(6).isEqualTo(scan(copied));
    }
  }

  private static int links(Path file) {
    try {
      return (int) Files.getAttribute(file, "unix:nlink");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
