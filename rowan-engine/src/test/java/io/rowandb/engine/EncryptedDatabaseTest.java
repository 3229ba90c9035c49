package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.CheckReport;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.NamedKeys;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of encrypted families, and an encrypted log, through all that happens to a store. */
class EncryptedDatabaseTest {
  private static final String MARKER = "attack-at-dawn";
  private static final FamilyDescriptor SECRET = family("f", "ENCRYPTION", "AES");

  private final NamedKeys keys = new NamedKeys("one").encryptLog(true);
  private final MemoryFileSystem disk = new MemoryFileSystem(keys);

  private Database open() throws IOException {
    return open(disk);
  }

  private static Database open(FileSystem files) throws IOException {
    return Database.open(serial(files, new ManualClock()).build());
  }

  private static void write(Database database, String... rows) throws IOException {
    for (String row : rows) {
      region(database, row).write(putAt(1, row, "f:q=" + MARKER));
    }
  }

  private static List<String> cells(String... rows) {
    List<String> cells = new ArrayList<>();
    for (String row : rows) {
      cells.add(row + "/f:q@1=" + MARKER);
    }
    return cells;
  }

  @Test
  void noFileOfAStoreHasAPlainValue() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, SECRET), List.of());
      write(database, "a", "b");
      assertNoFileHasTheMarker(disk, 1);
      database.flush(TABLE);
      write(database, "c");
      database.flush(TABLE);
      write(database, "d", "e");
      database.compact(TABLE, null, true);
      assertNoFileHasTheMarker(disk, 2);
      database.takeSnapshot(snapshot("s", TABLE), true);
      database.cloneSnapshot("s", TableName.of("copy"));
      assertThat(scan(database, TableName.of("copy"))).hasSize(5);
      String parent = database.table(TABLE).regions().get(0).info().encodedName();
      assertThat(database.splitRegion(parent, bytes("c"))).hasSize(2);
      assertThat(scan(database)).isEqualTo(cells("a", "b", "c", "d", "e"));
      write(database, "f");
      database.backup(Path.of("/backup"), false);
      assertNoFileHasTheMarker(disk, 6);
    }
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a", "b", "c", "d", "e", "f"));
    }
    StoreBackup.run(disk, Path.of("/backup"), Path.of("/restored"), false);
    DatabaseOptions restored =
        DatabaseOptions.builder(Path.of("/restored"))
            .fileSystem(disk)
            .newStoreId(new UUID(3, 4))
            .clock(new ManualClock())
            .globalMemStoreBytes(256 << 20)
            .blockCacheBytes(8 << 20)
            .backgroundThreads(0)
            .build();
    try (Database database = Database.open(restored)) {
      assertThat(scan(database)).isEqualTo(cells("a", "b", "c", "d", "e", "f"));
    }
    CheckReport report = DatabaseCheck.run(disk, DIRECTORY, finding -> {});
    assertThat(report.errors()).isZero();
  }

  /** What the two settings are for: the log is plain unless it is encrypted itself. */
  @Test
  void theLogIsPlainWithoutItsOwnSetting() throws IOException {
    keys.encryptLog(false);
    try (Database database = open()) {
      database.createTable(table(TABLE, SECRET), List.of());
      write(database, "a");
      assertThat(filesWithTheMarker(disk)).singleElement().asString().endsWith(".log");
      database.flush(TABLE);
    }
    keys.encryptLog(true);
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a"));
      write(database, "b");
    }
    keys.encryptLog(false);
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a", "b"));
    }
  }

  @Test
  void plainAndEncryptedFilesStandSideBySideUntilACompaction() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, family("f")), List.of());
      write(database, "a");
      database.flush(TABLE);
      assertThat(filesWithTheMarker(disk)).hasSize(1);
      database.modifyTable(table(TABLE, SECRET));
      write(database, "b");
      database.flush(TABLE);
      assertThat(scan(database)).isEqualTo(cells("a", "b"));
      assertThat(filesWithTheMarker(disk)).hasSize(1);
      database.compact(TABLE, null, true);
      assertNoFileHasTheMarker(disk, 1);
      database.modifyTable(table(TABLE, family("f")));
      write(database, "c");
      database.flush(TABLE);
      assertThat(scan(database)).isEqualTo(cells("a", "b", "c"));
      assertThat(filesWithTheMarker(disk)).hasSize(1);
    }
  }

  /** The key before is needed until a compaction has rewritten the files, and a flush the log. */
  @Test
  void keysAreRotatedTwiceByCompactions() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, SECRET), List.of());
      writeAndCompact(database, "a");
    }
    keys.use("two", "one");
    try (Database database = open()) {
      writeAndCompact(database, "b");
    }
    keys.use("three", "two");
    try (Database database = open()) {
      writeAndCompact(database, "c");
    }
    keys.use("three", null);
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a", "b", "c"));
    }
  }

  private static void writeAndCompact(Database database, String row) throws IOException {
    write(database, row);
    database.flush(TABLE);
    database.compact(TABLE, null, true);
  }

  @Test
  void withoutTheKeyNothingOpensAndNothingIsLost() throws IOException {
    try (Database database = open()) {
      database.createTable(table(TABLE, SECRET), List.of());
      write(database, "a");
      database.flush(TABLE);
      write(database, "b");
    }
    List<String> before = contents(disk);
    keys.use("two", null);
    assertThatThrownBy(this::open)
        .hasMessageContaining(DIRECTORY.toString())
        .hasMessageContaining("two");
    List<String> found = new ArrayList<>();
    assertThat(DatabaseCheck.run(disk, DIRECTORY, it -> found.add(it.what())).errors())
        .isPositive();
    assertThat(found).anyMatch(it -> it.contains("no key two"));
    assertThatThrownBy(
            () ->
                DatabaseRepair.run(
                    disk,
                    DIRECTORY,
                    new UUID(5, 6),
                    7,
                    DatabaseRepair.Missing.GIVE_UP,
                    finding -> {}))
        .isInstanceOf(MissingKeyException.class)
        .hasMessageContaining("two");
    assertThat(contents(disk)).isEqualTo(before);
    keys.use("two", "one");
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a", "b"));
    }
  }

  @Test
  void withoutAnyKeyATableWithOneIsNotOpened() throws IOException {
    MemoryFileSystem keyless = new MemoryFileSystem();
    TableDescriptor old = table(TABLE, SECRET);
    oldStore(keyless, old);
    assertThatThrownBy(() -> open(keyless))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Table t cannot be opened")
        .hasMessageContaining("family f")
        .hasMessageContaining("hbase.crypto.keyprovider");
  }

  /** An older release took any cipher; its tables are served, altered, and not made again. */
  @Test
  void aTableWithACipherThatIsNoneIsServedAndNotMultiplied() throws IOException {
    TableDescriptor old = table(TABLE, family("f", "ENCRYPTION", "ROT13"));
    oldStore(disk, old);
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a"));
      database.takeSnapshot(snapshot("s", TABLE), true);
      refused("ROT13", () -> database.modifyTable(old));
      refused("ROT13", () -> database.cloneSnapshot("s", TableName.of("u")));
      database.disableTable(TABLE);
      refused("ROT13", () -> database.restoreSnapshot("s"));
      database.modifyTable(table(TABLE, SECRET));
      database.enableTable(TABLE);
      database.compact(TABLE, null, true);
      assertThat(scan(database)).isEqualTo(cells("a"));
    }
  }

  private static void oldStore(MemoryFileSystem files, TableDescriptor descriptor)
      throws IOException {
    try (Database database = open(files)) {
      database.createTable(table(TABLE, family("f")), List.of());
      write(database, "a");
    }
    try (Manifest manifest = Manifest.open(files, DIRECTORY, new UUID(0, 1))) {
      assertThat(manifest.append(List.of(new ManifestEdit.TablePut(descriptor, true)))).isNotNull();
    }
  }

  @Test
  void aFamilysOwnKeyMustBeOneThatTheMasterKeyWrapped() throws IOException {
    String wrapped = new String(keys.wrap(DataKey.random(), FileKeys.Use.STORE_FILE), ISO_8859_1);
    try (Database database = open()) {
      refused(
          "no key one",
          () -> create(database, family("f", "ENCRYPTION", "AES", "ENCRYPTION_KEY", "rubbish")));
      refused(
          "no key one",
          () -> create(database, family("f", "ENCRYPTION", "AES", "ENCRYPTION_KEY", "")));
      refused("with ENCRYPTION", () -> create(database, family("f", "ENCRYPTION_KEY", wrapped)));
      create(database, family("f", "ENCRYPTION", "aes", "ENCRYPTION_KEY", wrapped));
      write(database, "a");
      database.flush(TABLE);
      assertNoFileHasTheMarker(disk, 1);
    }
    try (Database database = open()) {
      assertThat(scan(database)).isEqualTo(cells("a"));
    }
  }

  private static void create(Database database, FamilyDescriptor family) throws IOException {
    database.createTable(table(TABLE, family), List.of());
  }

  private static void refused(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((RefusedException) e).reason())
        .isEqualTo(Reason.BAD_REQUEST);
  }

  @Test
  void anEncryptedLogWithoutAMasterKeyIsSaidWhenTheStoreOpens() {
    MemoryFileSystem keyless = new MemoryFileSystem(new LogKeys());
    assertThatThrownBy(() -> open(keyless)).isInstanceOf(MissingKeyException.class);
  }

  /** Asks for an encrypted log and has no keys. */
  private static final class LogKeys implements FileKeys {
    @Override
    public byte[] wrap(DataKey key, Use use) throws MissingKeyException {
      return FileKeys.none().wrap(key, use);
    }

    @Override
    public DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException {
      return FileKeys.none().unwrap(wrapped, use);
    }

    @Override
    public boolean encryptsLog() {
      return true;
    }
  }

  /** Every acknowledged row comes back from every loss of power and death of the process. */
  @Tag("slow")
  @Test
  void anEncryptedLogLosesNothingWhereverItStops() throws IOException {
    CrashFileSystem whole = new CrashFileSystem();
    assertThat(history(whole)).isEqualTo(HISTORY_ROWS);
    long operations = whole.operations();
    for (long at = 1; at <= operations; at++) {
      for (boolean power : new boolean[] {true, false}) {
        CrashFileSystem crashed = new CrashFileSystem();
        crashed.crashAt(at);
        int acknowledged = history(crashed);
        CrashFileSystem left =
            power ? crashed.afterPowerLoss(new Random(at)) : crashed.afterProcessDeath();
        try (Database database = open(new Keyed(left, keys))) {
          if (acknowledged > 0) {
            assertThat(scan(database))
                .as("crash at %d, power lost: %s", at, power)
                .hasSizeBetween(acknowledged, acknowledged + 1);
          }
        }
        assertNoFileHasTheMarker(new Keyed(left, keys), 0);
      }
    }
  }

  private static final int HISTORY_ROWS = 6;

  /** How many rows were acknowledged. */
  private int history(CrashFileSystem crashing) {
    int acknowledged = 0;
    try {
      Database database =
          Database.open(
              serial(new Keyed(crashing, keys), new ManualClock()).logSegmentBytes(200).build());
      database.createTable(table(TABLE, SECRET), List.of());
      for (int i = 0; i < HISTORY_ROWS; i++) {
        region(database, "r").write(forced("row" + i));
        acknowledged++;
        if (i == 2) {
          database.flush(TABLE);
        }
      }
    } catch (IOException e) {
      assertThat(acknowledged).as("%s", e).isLessThan(HISTORY_ROWS);
    }
    return acknowledged;
  }

  private static RowMutation forced(String row) {
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), Durability.FSYNC_WAL);
    put.add(bytes("f"), bytes("q"), 1, CellType.PUT, bytes(MARKER), new byte[0]);
    return put;
  }

  /** Another file system's files with keys. */
  private static final class Keyed extends DelegatingFileSystem {
    private final FileKeys keys;

    Keyed(FileSystem below, FileKeys keys) {
      super(below);
      this.keys = keys;
    }

    @Override
    public FileKeys keys() {
      return keys;
    }
  }

  private static void assertNoFileHasTheMarker(FileSystem files, int leastFiles)
      throws IOException {
    assertThat(filesWithTheMarker(files)).isEmpty();
    assertThat(allFiles(files, Path.of("/")).size()).isGreaterThanOrEqualTo(leastFiles);
  }

  private static List<Path> filesWithTheMarker(FileSystem files) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path file : allFiles(files, Path.of("/"))) {
      if (content(files, file).contains(MARKER)) {
        found.add(file);
      }
    }
    return found;
  }

  private static List<String> contents(FileSystem files) throws IOException {
    List<String> contents = new ArrayList<>();
    for (Path file : allFiles(files, DIRECTORY)) {
      contents.add(file + " " + content(files, file));
    }
    return contents;
  }

  private static String content(FileSystem files, Path file) throws IOException {
    try (RandomReadFile open = files.open(file)) {
      byte[] bytes = new byte[(int) open.size()];
      open.readFully(0, bytes, 0, bytes.length);
      return new String(bytes, ISO_8859_1);
    }
  }

  private static List<Path> allFiles(FileSystem files, Path directory) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path each : files.list(directory)) {
      if (files.isDirectory(each)) {
        all.addAll(allFiles(files, each));
      } else {
        all.add(each);
      }
    }
    return all;
  }
}
