package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.storefile.StoreFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open, close, reopen, with and without a crash between. */
class DatabaseLifeTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final ManualClock clock = new ManualClock();

  @Test
  void keepsWhatWasWrittenOverCloseAndReopen() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      try (Database database = open()) {
        if (round == 0) {
          database.createTable(table(TABLE, family("f")), List.of());
        }
        assertThat(scan(database)).isEqualTo(expected);
        region(database, "r").write(putAt(10 + round, "r" + round, "f:q=" + round));
        expected.add("r" + round + "/f:q@" + (10 + round) + "=" + round);
        assertThat(scan(database)).isEqualTo(expected);
      }
    }
    try (Database database = open()) {
      assertThat(database.stats().recoveredEntries()).as("close flushed all").isZero();
      assertThat(database.stats().storeFiles()).isPositive();
      database.compact(TABLE, null, true);
      assertThat(scan(database)).isEqualTo(expected);
      assertThat(database.stats().storeFiles()).isEqualTo(1);
    }
  }

  @Tag("slow")
  @Test
  void opensAHundredTimesAndLeavesNothingOpen(@TempDir Path directory) throws Exception {
    DatabaseOptions options =
        DatabaseOptions.builder(directory)
            .clock(clock)
            .blockCacheBytes(1 << 20)
            .compactionMinFiles(5)
            .forceIntervalMillis(1)
            .build();
    List<String> expected = new ArrayList<>();
    long openBefore = 0;
    Set<Thread> threadsBefore = threads();
    for (int round = 100; round < 200; round++) {
      try (Database database = Database.open(options)) {
        if (round == 100) {
          database.createTable(table(TABLE, family("f"), family("g")), List.of(bytes("r15")));
        }
        assertThat(scan(database)).isEqualTo(expected);
        String row = "r" + round;
        region(database, row).write(putAt(round, row, "f:q=" + round));
        expected.add(row + "/f:q@" + round + "=" + round);
        if (round % 10 == 0) {
          database.compact(TABLE, "f", true);
        }
        assertThat(database.stats().backgroundFailures()).isZero();
      }
      if (round == 110) {
        openBefore = openFiles(directory);
      }
    }
    assertThat(openFiles(directory)).isEqualTo(openBefore).isZero();
    assertNoThreadsBut(threadsBefore);
  }

  /** The engine's threads in this process. */
  private static Set<Thread> threads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> !thread.getName().startsWith("rowan-"));
    return threads;
  }

  /** A thread that has ended its work, and is known to have, still lives for a moment. */
  private static void assertNoThreadsBut(Set<Thread> before) throws InterruptedException {
    Set<Thread> after = threads();
    after.removeAll(before);
    for (Thread thread : after) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(thread.isAlive()).as("%s", thread).isFalse();
    }
  }

  /** The files of a directory that this process has open; 0 where the system does not tell. */
  private static long openFiles(Path directory) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return 0;
    }
    long open = 0;
    try (var entries = Files.newDirectoryStream(descriptors)) {
      for (Path entry : entries) {
        if (isOf(entry, directory)) {
          open++;
        }
      }
    }
    return open;
  }

  private static boolean isOf(Path descriptor, Path directory) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(directory);
    } catch (NoSuchFileException e) {
      return false; // that of the listing itself, or one that the virtual machine has closed since
    }
  }

  @Test
  void afterACheckpointAnOpeningHasNothingToReadAgain() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
      region(database, "a").write(putAt(1, "a", "f:q=1"));
      region(database, "z").write(putAt(1, "z", "f:q=1"));
      database.checkpoint();
      MemoryFileSystem checkpoint = files.fork();
      region(database, "z").write(putAt(2, "z", "f:q=2"));
      database.checkpoint();
      try (Database copy = Database.open(serial(checkpoint, clock).build())) {
        assertThat(copy.stats().recoveredEntries()).isZero();
        assertThat(scan(copy)).containsExactly("a/f:q@1=1", "z/f:q@1=1");
      }
    }
  }

  @Test
  void discardingLeavesWhatACrashLeavesAndEndsAllThatRuns(@TempDir Path directory)
      throws Exception {
    Set<Thread> threadsBefore = threads();
    DatabaseOptions options = DatabaseOptions.builder(directory).clock(clock).build();
    Database discarded = Database.open(options);
    discarded.createTable(table(TABLE, family("f")), List.of());
    Region region = region(discarded, "a");
    region.write(putAt(1, "a", "f:q=1"));
    discarded.discard();
    discarded.discard();
    discarded.close();
    assertThat(openFiles(directory)).isZero();
    assertNoThreadsBut(threadsBefore);
    assertThatThrownBy(() -> region.write(putAt(2, "a", "f:q=2")))
        .isInstanceOf(RefusedException.class);
    try (Database database = Database.open(options)) {
      assertThat(database.stats().recoveredEntries()).isEqualTo(1);
      assertThat(scan(database)).containsExactly("a/f:q@1=1");
    }
  }

  /** Else it could delete a file of the same name that whoever opens the store next has made. */
  @Test
  void discardingWaitsForAFlushOfAnotherThread() throws Exception {
    HookedFileSystem hooked = new HookedFileSystem(files);
    Database discarded = Database.open(serial(hooked, clock).build());
    discarded.createTable(table(TABLE, family("f")), List.of());
    region(discarded, "a").write(putAt(1, "a", "f:q=1"));
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    hooked.hook(
        (operation, path) -> {
          if (operation.equals("create")) {
            writing.countDown();
            awaitQuietly(goOn);
          } else if (operation.equals("delete")) {
            order.add("deleted");
          }
        });
    FutureTask<Void> flush =
        new FutureTask<>(
            () -> {
              discarded.flush(TABLE);
              return null;
            });
    FutureTask<Void> discard =
        new FutureTask<>(
            () -> {
              discarded.discard();
              order.add("discarded");
              return null;
            });
    Thread flushing = new Thread(flush);
    flushing.start();
    writing.await();
    Thread discarding = new Thread(discard);
    discarding.start();
    while (discarding.isAlive() && discarding.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    discard.get();
    assertThatThrownBy(flush::get).hasRootCauseInstanceOf(RefusedException.class);
    assertThat(order).containsExactly("deleted", "discarded");
  }

  private static void awaitQuietly(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Test
  void recoversFromTheLogAfterACrash() throws IOException {
    Database crashed = open();
    crashed.createTable(table(TABLE, family("a"), family("b")), List.of(bytes("m")));
    region(crashed, "c").write(putAt(1, "c", "a:x=1", "b:y=2"));
    crashed.flush(TABLE);
    region(crashed, "c").write(putAt(2, "c", "a:x=3"));
    region(crashed, "z").write(putAt(2, "z", "b:=4"));
    try (Database database = reopenAfterCrash()) {
      assertThat(database.stats().recoveredEntries()).isGreaterThanOrEqualTo(2);
      assertThat(get(database, "c")).containsExactly("a:x@2=3", "b:y@1=2");
      assertThat(get(database, "c", 9)).containsExactly("a:x@2=3", "b:y@1=2");
      assertThat(get(database, "z")).containsExactly("b:@2=4");
      region(database, "z").write(putAt(3, "z", "a:n=5"));
      assertThat(get(database, "z")).containsExactly("a:n@3=5", "b:@2=4");
    }
  }

  @Test
  void forgetsTheLogOfADeletedTable() throws IOException {
    Database crashed = open();
    crashed.createTable(table(TABLE, family("f")), List.of());
    region(crashed, "r").write(put("r", "f:q=old"));
    crashed.disableTable(TABLE);
    crashed.deleteTable(TABLE);
    crashed.createTable(table(TABLE, family("f")), List.of());
    region(crashed, "s").write(putAt(7, "s", "f:q=new"));
    try (Database database = reopenAfterCrash()) {
      assertThat(scan(database)).containsExactly("s/f:q@7=new");
    }
  }

  @Test
  void removesFilesThatNoManifestLists() throws IOException {
    Path orphan;
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "r").write(putAt(5, "r", "f:q=v"));
      database.flush(TABLE);
      String region = region(database, "r").info().encodedName();
      orphan =
          TestDatabase.DIRECTORY
              .resolve("data/default/t/" + region + "/f")
              .resolve("0".repeat(31) + "f");
    }
    try (AppendFile file = files.create(orphan)) {
      file.write(new byte[10], 0, 10);
    }
    Path notes = orphan.resolveSibling("notes.txt");
    files.create(notes).close();
    try (Database database = open()) {
      assertThat(database.stats().orphanFiles()).isEqualTo(1);
      assertThat(files.exists(orphan)).isFalse();
      assertThat(files.exists(notes)).as("not our file").isTrue();
      assertThat(scan(database)).containsExactly("r/f:q@5=v");
    }
  }

  /** A file cannot be deleted while another program reads it, on some systems. */
  @Test
  void theNumberOfAFileThatStaysIsNotGivenAgain() throws IOException {
    Path listed;
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "a").write(putAt(5, "a", "f:q=v"));
      database.flush(TABLE);
      listed =
          database.upkeep().storeFiles(region(database, "a").info().encodedName()).get("f").get(0);
    }
    Path orphan = listed.resolveSibling(StoreFileName.of(ManifestFiles.number(name(listed)) + 1));
    files.create(orphan).close();
    FaultyFileSystem faulty = new FaultyFileSystem(files);
    faulty.failAt("delete", 1);
    try (Database database = Database.open(serial(faulty, new ManualClock()).build())) {
      assertThat(files.exists(orphan)).isTrue();
      region(database, "b").write(putAt(5, "b", "f:q=v"));
      database.flush(TABLE);
      assertThat(scan(database)).containsExactly("a/f:q@5=v", "b/f:q@5=v");
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** After a loss of power the numbers of files that no manifest knew are given out again. */
  @Test
  void removesAnUnlistedFileWithTheNameOfAListedOne() throws IOException {
    Path listed;
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
      region(database, "a").write(putAt(5, "a", "f:q=v"));
      database.flush(TABLE);
      listed =
          database.upkeep().storeFiles(region(database, "a").info().encodedName()).get("f").get(0);
    }
    Path family = listed.getParent().resolveSibling("g");
    Path orphan = family.resolve(listed.getFileName());
    files.createDirectories(family);
    try (AppendFile file = files.create(orphan)) {
      file.write(new byte[10], 0, 10);
    }
    try (Database database = open()) {
      assertThat(database.stats().orphanFiles()).isEqualTo(1);
      assertThat(files.exists(orphan)).isFalse();
      assertThat(scan(database)).containsExactly("a/f:q@5=v");
    }
  }

  @Test
  void refusesADirectoryThatIsNoStoreAndLeavesItAlone(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("thesis.txt"), "years of work");
    DatabaseOptions options = DatabaseOptions.builder(directory).build();
    assertThatThrownBy(() -> Database.open(options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Rowan store")
        .hasMessageContaining("thesis.txt");
    try (var entries = Files.list(directory)) {
      assertThat(entries).containsExactly(directory.resolve("thesis.txt"));
    }
    DatabaseOptions file = DatabaseOptions.builder(directory.resolve("thesis.txt")).build();
    assertThatThrownBy(() -> Database.open(file)).hasMessageContaining("it is a file");
  }

  @Test
  void makesMissingParentsAndNamesWhoHasTheStoreOpen(@TempDir Path directory) throws IOException {
    Path nested = directory.resolve("a/b/c");
    DatabaseOptions options = DatabaseOptions.builder(nested).build();
    try (Database database = Database.open(options)) {
      assertThat(database.tableNames()).isEmpty();
      assertThat(database.stats().openMillis()).isLessThan(5_000);
      assertThat(database.stats().schemaMillis()).isZero();
      assertThatThrownBy(() -> Database.open(options))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
    }
    try (Database database = Database.open(options)) {
      assertThat(database.namespaces()).hasSize(2);
    }
    assertThat(new LocalFileSystem().isDirectory(nested)).isTrue();
  }

  @Test
  void reportsAListedFileThatIsMissing() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "r").write(putAt(5, "r", "f:q=v"));
    }
    Path region = only(TestDatabase.DIRECTORY.resolve("data/default/t"));
    Path file = only(only(region));
    files.delete(file);
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("not there");
  }

  @Test
  void refusesEverythingAfterClose() throws IOException {
    Database database = open();
    database.createTable(table(TABLE, family("f")), List.of());
    var region = region(database, "r");
    var scanner = region.scan(io.rowandb.engine.scan.ScanSpec.builder().build());
    database.close();
    database.close();
    assertThatThrownBy(() -> region.write(put("r", "f:q=v")))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.CLOSED));
    assertThatThrownBy(() -> TestDatabase.drain(scanner)).isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> database.createTable(table(TABLE, family("f")), List.of()))
        .isInstanceOf(RefusedException.class);
    scanner.close();
  }

  private Path only(Path directory) throws IOException {
    List<Path> entries = files.list(directory);
    assertThat(entries).hasSize(1);
    return entries.get(0);
  }

  private Database open() throws IOException {
    return Database.open(serial(files, clock).build());
  }

  /** Opens a copy of the files as they are, as after the death of the process. */
  private Database reopenAfterCrash() throws IOException {
    MemoryFileSystem copy = new MemoryFileSystem();
    copy(TestDatabase.DIRECTORY, copy);
    return Database.open(serial(copy, clock).build());
  }

  private void copy(Path path, MemoryFileSystem to) throws IOException {
    if (files.isDirectory(path)) {
      to.createDirectories(path);
      for (Path child : files.list(path)) {
        copy(child, to);
      }
    } else {
      int size = (int) files.size(path);
      byte[] content = new byte[size];
      try (var from = files.open(path);
          AppendFile file = to.create(path)) {
        from.readFully(0, content, 0, size);
        file.write(content, 0, size);
      }
    }
  }
}
