package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.CheckListener;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.ForwardingFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.LostStoreException;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A store has one owner, also when its lock is lost. */
@Tag("slow")
@Timeout(120)
class StoreOwnerTest {
  private static final TableName OTHER = TableName.of("other");

  @TempDir private Path directory;

  private Path store;

  /** Opens a store, says so, and writes a row. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    try (Database database = open(Path.of(args[0]))) {
      region(database, "other").write(put("other", "f:q=1"));
      out.println("opened");
    } catch (StoreInUseException e) {
      out.println(e.getMessage());
    }
  }

  private static Database open(Path store) throws IOException {
    return Database.open(DatabaseOptions.builder(store).backgroundThreads(0).build());
  }

  private Database openWithTable() throws IOException {
    store = directory.resolve("store");
    Database database = open(store);
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "own").write(put("own", "f:q=1"));
    return database;
  }

  private String saidByAnotherProcess(Path path) throws IOException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StoreOwnerTest.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
      String first = said.readLine();
      assertThat(said.readLine()).as("behind it, until the process has ended").isNull();
      return first;
    }
  }

  private void assertOthersAreRefused(Path path) throws IOException {
    assertThat(saidByAnotherProcess(path))
        .contains("in use by process " + ProcessHandle.current().pid());
  }

  private Path lock() {
    return store.resolve("LOCK");
  }

  private Path owner() {
    return store.resolve("OWNER");
  }

  @Test
  void aLockThatWasReadProtectsTheStoreNoMore() throws IOException {
    try (Database database = openWithTable()) {
      assertThat(Files.readAllBytes(lock())).isNotEmpty(); // gives up the lock
      assertOthersAreRefused(store);
      region(database, "more").write(put("more", "f:q=1"));
      assertThat(scan(database)).hasSize(2);
    }
    assertThat(saidByAnotherProcess(store)).isEqualTo("opened");
  }

  @Test
  void aLockThatWasRemovedProtectsTheStoreNoMore() throws IOException {
    try (Database database = openWithTable()) {
      Files.delete(lock());
      assertOthersAreRefused(store);
      LocalFileSystem files = new LocalFileSystem();
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> open(store),
              () -> DatabaseCheck.run(files, store, finding -> {}),
              () ->
                  DatabaseRepair.run(
                      files,
                      store,
                      new UUID(1, 2),
                      3,
                      DatabaseRepair.Missing.GIVE_UP,
                      finding -> {}))) {
        assertThatThrownBy(call)
            .isInstanceOf(StoreInUseException.class)
            .hasMessageContaining("this one");
      }
      assertThat(scan(database)).hasSize(1);
    }
    assertThat(DatabaseCheck.run(new LocalFileSystem(), store, finding -> {}).isClean()).isTrue();
  }

  @Test
  void anotherNameOfTheLockIsTheSameLock() throws IOException {
    try (Database database = openWithTable()) {
      Path other = Files.createDirectory(directory.resolve("other"));
      Files.createLink(other.resolve("LOCK"), lock());
      assertThatThrownBy(() -> open(other))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining("this one");
      assertOthersAreRefused(store);
      assertThat(scan(database)).hasSize(1);
    }
  }

  @Test
  void whoIsNotTheOwnerAnyMoreAcknowledgesNothing() throws IOException {
    Database database = openWithTable();
    Files.writeString(
        owner(), "0123456789abcdef 4711 1700000000000 01234567" + " ".repeat(19) + "\n");
    assertThatThrownBy(() -> region(database, "lost").write(put("lost", "f:q=1")))
        .hasStackTraceContaining(LostStoreException.class.getName())
        .hasStackTraceContaining("process 4711 has it");
    assertThatThrownBy(() -> database.flush(TABLE)).isInstanceOf(IOException.class);
    assertThatThrownBy(database::close).isInstanceOf(IOException.class);
    assertThat(owner()).exists();
    try (Database next = open(store)) { // that process is dead
      assertThat(scan(next)).isNotEmpty();
    }
  }

  @Test
  void whoseRecordIsGoneChangesNothing() throws IOException {
    Database database = openWithTable();
    Files.delete(owner());
    assertThatThrownBy(() -> database.createTable(table(TableName.of("u"), family("f")), List.of()))
        .isInstanceOf(LostStoreException.class)
        .hasMessageContainingAll(owner().toString(), "was removed");
    database.tick();
    assertThatThrownBy(() -> region(database, "lost").write(put("lost", "f:q=1")))
        .hasStackTraceContaining(LostStoreException.class.getName());
    database.discard();
    try (Database next = open(store)) {
      assertThat(scan(next)).hasSize(1);
    }
  }

  /** Under the names of his files there are those of another store since. */
  @Test
  void whoHasLostTheStoreDeletesNothingOfTheNextOne() throws Exception {
    LocalFileSystem files = new LocalFileSystem();
    Path copy = directory.resolve("copy");
    Database former = openWithTable();
    former.flush(TABLE);
    region(former, "second").write(put("second", "f:q=1"));
    former.flush(TABLE);
    RegionScanner scanner = region(former, "own").scan(ScanSpec.builder().build());
    former.backup(copy, true);
    former.compact(TABLE, null, true); // what was merged goes with the scanner
    Files.move(store, directory.resolve("moved-away"));
    StoreBackup.run(files, copy, store, true);
    try (Database next = open(store)) {
      scanner.close();
      assertThatThrownBy(() -> former.createTable(table(OTHER, family("f")), List.of()))
          .isInstanceOf(IOException.class);
      former.discard();
      assertThat(scan(next)).hasSize(2);
    }
    List<Finding> findings = new ArrayList<>();
    DatabaseCheck.run(files, store, findings::add);
    assertThat(findings).isEmpty();
  }

  /** In its midst the directory is moved away, and another store restored in its place. */
  @Test
  void aRepairThatHasLostTheStoreChangesNothingOfTheNextOne() throws Exception {
    Path copy = directory.resolve("copy");
    try (Database former = openWithTable()) {
      former.flush(TABLE);
      former.backup(copy, true);
    }
    for (Runnable damage :
        List.<Runnable>of(this::addFile, this::removeFile, this::removeManifest)) {
      for (boolean whileItChecks : new boolean[] {true, false}) {
        damage.run();
        List<Database> next = new ArrayList<>();
        Runnable loses =
            () -> {
              if (next.isEmpty()) {
                next.add(restoreInPlace(copy));
              }
            };
        FileSystem files =
            new ForwardingFileSystem(new LocalFileSystem()) {
              @Override
              public void forceDirectory(Path changed) throws IOException {
                super.forceDirectory(changed);
                loses.run();
              }
            };
        CheckListener listener = whileItChecks ? finding -> loses.run() : finding -> {};
        assertThatThrownBy(
                () ->
                    DatabaseRepair.run(
                        files, store, new UUID(1, 2), 3, DatabaseRepair.Missing.GIVE_UP, listener))
            .isInstanceOf(LostStoreException.class);
        try (Database owner = next.get(0)) {
          assertThat(store.resolve("quarantine")).doesNotExist();
          region(owner, "later").write(put("later", "f:q=1"));
          assertThat(scan(owner)).hasSize(2);
        }
      }
    }
  }

  /** One that nothing lists. */
  private void addFile() {
    unchecked(
        () -> Files.writeString(storeFiles().get(0).resolveSibling("f".repeat(32)), "left over"));
  }

  private void removeFile() {
    unchecked(() -> Files.delete(storeFiles().get(0)));
  }

  private void removeManifest() {
    unchecked(() -> Files.delete(store.resolve("MANIFEST")));
  }

  private Database restoreInPlace(Path copy) {
    Database[] next = new Database[1];
    unchecked(
        () -> {
          Files.move(store, Files.createTempDirectory(directory, "moved").resolve("away"));
          StoreBackup.run(new LocalFileSystem(), copy, store, true);
          next[0] = open(store);
        });
    return next[0];
  }

  private List<Path> storeFiles() throws IOException {
    return new StoreLayout(new LocalFileSystem(), store).files();
  }

  private static void unchecked(ThrowingCallable call) {
    assertThatCode(call).doesNotThrowAnyException();
  }

  @Test
  void aRecordThatIsCutOffIsALostStore() throws Exception {
    try (Database database = openWithTable()) {
      byte[] record = Files.readAllBytes(owner());
      Files.write(owner(), new byte[0]);
      assertThatThrownBy(() -> region(database, "lost").write(put("lost", "f:q=1")))
          .isInstanceOf(IOException.class);
      assertThat(database.isLost()).isTrue();
      Files.write(owner(), record);
      database.discard();
    }
    try (Database next = open(store)) {
      assertThat(scan(next)).isNotEmpty();
    }
  }

  /** As rules of tests do that put the properties back. */
  @Test
  void theRecordGoesThoughThePropertiesWereReplaced() throws Exception {
    Properties before = System.getProperties();
    Properties copy = new Properties();
    before.forEach(copy::put);
    Database database = openWithTable();
    System.setProperties(copy);
    try {
      database.close();
    } finally {
      // What was taken back from the copy: another file may get the lock's inode.
      before.keySet().removeIf(key -> key.toString().startsWith("io.rowandb.lock."));
      System.setProperties(before);
    }
    assertThat(Files.readString(owner())).isBlank();
    assertThat(saidByAnotherProcess(store)).isEqualTo("opened");
  }

  @Test
  void somebodysFilesOfTheseNamesAreNotWrittenOver() throws Exception {
    for (String name : List.of("LOCK", "OWNER", "MANIFEST.new")) {
      Path other = Files.createDirectories(directory.resolve("of-" + name));
      Files.writeString(other.resolve(name), "something that somebody needs");
      assertThatThrownBy(() -> open(other)).as(name).isInstanceOf(IOException.class);
      assertThat(other.resolve(name)).hasContent("something that somebody needs");
      assertThatThrownBy(() -> DatabaseCheck.run(new LocalFileSystem(), other, it -> {}))
          .isInstanceOf(IOException.class);
      assertThat(other.resolve(name)).hasContent("something that somebody needs");
    }
  }

  @Test
  void somebodysRecordInAStoreIsNotWrittenOver() throws Exception {
    openWithTable().close();
    for (String text :
        List.of(
            "a letter to a friend",
            "1234\n",
            "1234 5678 9999 0000\n",
            "0123456789abcdef 999999999 1700000000000 01234567 and more\n",
            " ".repeat(64) + "\n")) {
      Files.writeString(owner(), text);
      assertRefused(store, owner(), "no record of a store's owner");
      assertThat(owner()).hasContent(text);
    }
    Files.delete(owner());
    open(store).close();
  }

  /** The first bytes might be those of a record. */
  @Test
  void aDirectoryWithSomebodysFileOfThatNameIsNoStore() throws Exception {
    String text = "1234 5678 9999 0000, and whose they are";
    Path other = Files.createDirectories(directory.resolve("other"));
    Files.writeString(other.resolve("OWNER"), text);
    assertThatThrownBy(() -> open(other)).isInstanceOf(WrongKindException.class);
    assertThat(other.resolve("OWNER")).hasContent(text);
    try (Stream<Path> found = Files.list(other)) {
      assertThat(found).hasSize(1);
    }
  }

  /** What was written into them would be in the files of those names. */
  @Test
  void aFileThatHasOtherNamesIsNoLockAndNoRecord() throws Exception {
    openWithTable().close();
    for (String name : List.of("LOCK", "OWNER")) {
      Path file = store.resolve(name);
      for (String text : List.of("", "4711\n")) {
        Path victim = Files.writeString(directory.resolve("victim"), text);
        Files.delete(file);
        Files.createLink(file, victim);
        assertRefused(store, file, "other names");
        assertThat(victim).hasContent(text);
        Files.delete(victim);
      }
      Files.delete(file);
    }
    open(store).close();
  }

  private static void assertRefused(Path store, Path file, String what) {
    LocalFileSystem files = new LocalFileSystem();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> open(store), () -> DatabaseCheck.run(files, store, finding -> {}))) {
      assertThatThrownBy(call)
          .isInstanceOf(FileSystemException.class)
          .hasMessageContainingAll(file.toString(), what);
    }
  }

  @Test
  void aDirectoryThatIsNoStoreIsNotChecked() throws Exception {
    LocalFileSystem files = new LocalFileSystem();
    Path other = Files.createDirectories(directory.resolve("python"));
    Files.writeString(other.resolve("MANIFEST"), "# file GENERATED by distutils\nsetup.py\n");
    Files.createDirectories(other.resolve("data/tables"));
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> DatabaseCheck.run(files, other, finding -> {}),
            () ->
                DatabaseRepair.run(
                    files,
                    other,
                    new UUID(1, 2),
                    3,
                    DatabaseRepair.Missing.GIVE_UP,
                    finding -> {}))) {
      assertThatThrownBy(call).isInstanceOf(WrongKindException.class);
    }
    try (Stream<Path> found = Files.list(other)) {
      assertThat(found).hasSize(2);
    }
  }

  /** Root's check must not keep the store's own account out. */
  @Test
  @EnabledIf("isRoot")
  void whatRootMakesInAStoreIsTheStoresAccounts() throws Exception {
    openWithTable().close();
    Files.delete(lock());
    Files.delete(owner());
    Files.setAttribute(store, "unix:uid", 65_534);
    DatabaseCheck.run(new LocalFileSystem(), store, finding -> {});
    assertThat(Files.getAttribute(lock(), "unix:uid")).isEqualTo(65_534);
    assertThat(Files.getAttribute(owner(), "unix:uid")).isEqualTo(65_534);
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  @Test
  void anInterruptedThreadOpensAndClosesIt() throws IOException {
    openWithTable().close();
    Thread.currentThread().interrupt();
    Database database = open(store);
    assertThat(Thread.interrupted()).isTrue();
    assertOthersAreRefused(store);
    Thread.currentThread().interrupt();
    database.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readString(owner())).isBlank();
  }

  /**
   * As an administrator copies it with his tools: it is a store as after the loss of its process.
   */
  @Test
  void aCopyOfAnOpenStoreIsNobodys() throws IOException {
    try (Database database = openWithTable()) {
      Path copy = directory.resolve("copy");
      try (Stream<Path> files = Files.walk(store)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(store.relativize(file)));
        }
      }
      try (Database other = open(copy)) {
        assertThat(scan(other)).isEqualTo(scan(database));
      }
      assertThat(saidByAnotherProcess(copy)).isEqualTo("opened");
      Path moved = directory.resolve("moved");
      Files.move(store, moved);
      assertOthersAreRefused(moved);
      Files.move(moved, store);
    }
  }

  /** The process lives on, without the store. */
  @Test
  void aStoreThatWasMovedWhileItWasOpenIsNobodysOnceItIsClosed() throws IOException {
    Database database = openWithTable();
    Path moved = directory.resolve("moved");
    Files.move(store, moved);
    Files.createDirectory(store);
    Files.writeString(owner(), "another's");
    assertThatThrownBy(database::close).isInstanceOf(LostStoreException.class);
    assertThat(moved.resolve("OWNER")).content().hasSize(64).isBlank();
    assertThat(owner()).hasContent("another's");
    assertThat(saidByAnotherProcess(moved)).isEqualTo("opened");
  }

  @Test
  void recordsOfTheDeadAreNobodys() throws IOException {
    long self = ProcessHandle.current().pid();
    openWithTable().close();
    assertThat(Files.readString(owner())).isBlank();
    Object key = Files.readAttributes(owner(), BasicFileAttributes.class).fileKey();
    String hash = String.format("%08x", key.toString().hashCode());
    for (String record :
        List.of(
            "",
            "\0".repeat(64),
            "0123456789abcdef " + self,
            "0123456789abcdef 999999999 17" + "\0".repeat(35),
            "0123456789abcdef 999999999 1700000000000" + " ".repeat(24), // of a former release
            "0123456789abcdef " + self + " 1 " + hash,
            "0123456789abcdef 999999999 1700000000000 " + hash,
            "0123456789abcdef "
                + ProcessHandle.current().parent().orElseThrow().pid()
                + " 17 "
                + hash)) {
      Files.writeString(owner(), record);
      try (Database database = open(store)) {
        assertThat(scan(database)).hasSize(1);
        assertThat(Files.readString(owner())).hasSize(64).contains(" " + self + " ");
      }
      assertThat(Files.readString(owner())).hasSize(64).isBlank();
    }
  }
}
