package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A manifest beside a log of another time or another store, as copies at different moments are. */
class OlderManifestTest {
  private static final Path LOG = DIRECTORY.resolve("log");
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");
  private static final Path TABLES = DIRECTORY.resolve("TABLES");
  private static final TableName OTHER = TableName.of("u");

  private final MemoryFileSystem disk = new MemoryFileSystem();

  private long openings;

  private Database open(MemoryFileSystem files) throws IOException {
    return Database.open(
        serial(files, new ManualClock())
            .logSegmentBytes(1)
            .newStoreId(new UUID(7, openings++))
            .build());
  }

  private static void write(Database database, TableName table, String... rows) throws IOException {
    for (String row : rows) {
      database.table(table).locate(TestDatabase.bytes(row)).write(put(row, "f:q=" + row));
      database.tick(); // which ends the segment
    }
  }

  /** A table with these rows, all of them flushed, closed. */
  private void fill(MemoryFileSystem files, String... rows) throws IOException {
    try (Database database = open(files)) {
      database.createTable(table(TABLE, family("f")), List.of());
      write(database, TABLE, rows);
    }
  }

  static void take(MemoryFileSystem from, Path file, MemoryFileSystem to) throws IOException {
    if (to.exists(file)) {
      to.delete(file);
    }
    try (RandomReadFile open = from.open(file)) {
      FileCopy.copy(open, open.size(), to, file);
    }
  }

  private List<Finding> faults() throws IOException {
    List<Finding> faults = new ArrayList<>();
    DatabaseCheck.run(
        disk,
        DIRECTORY,
        finding -> {
          if (finding.isFault()) {
            faults.add(finding);
          }
        });
    return faults;
  }

  /** Opens nothing, says why, and leaves every file to a repair and to an opening after it. */
  private void assertRefused(Path named, String what) throws IOException {
    List<Path> before = files();
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(named.toString())
        .hasMessageContaining(what);
    assertThat(faults()).anyMatch(it -> it.file().equals(named) && it.what().contains(what));
    assertThat(
            DatabaseRepair.run(
                    disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, it -> {})
                .actions())
        .isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>(disk.list(LOG));
    files.addAll(new StoreLayout(disk, DIRECTORY).files());
    return files;
  }

  @Test
  void theSegmentsOfAnotherStoreBehindAnEmptyLogAreNotTaken() throws IOException {
    fill(disk, "a", "b");
    assertThat(disk.list(LOG)).isEmpty();
    MemoryFileSystem other = new MemoryFileSystem();
    Database stranger = open(other);
    stranger.createTable(table(TABLE, family("f")), List.of());
    write(stranger, TABLE, "n", "o", "p", "q", "r", "s");
    stranger.discard();
    List<Path> segments = other.list(LOG);
    for (Path segment : segments.subList(2, segments.size())) {
      take(other, segment, disk);
    }
    assertRefused(segments.get(segments.size() - 1), "the manifest does not know this segment");
    for (Path segment : segments.subList(2, segments.size())) {
      disk.delete(segment);
    }
    assertThat(faults()).isEmpty();
    try (Database database = open(disk)) {
      assertThat(scan(database)).hasSize(2);
    }
  }

  /** It lists none of the files that have what the first segments had. */
  @Test
  void aManifestOfBeforeTheFirstWriteIsNotTaken() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    MemoryFileSystem before = disk.fork();
    write(database, TABLE, "a", "b");
    database.flush(TABLE);
    write(database, TABLE, "c");
    database.tick();
    database.discard();
    MemoryFileSystem now = disk.fork();
    take(before, MANIFEST, disk);
    List<Path> segments = disk.list(LOG);
    assertThat(segments).isNotEmpty();
    assertRefused(segments.get(segments.size() - 1), "the manifest does not know this segment");
    take(now, MANIFEST, disk);
    try (Database again = open(disk)) {
      assertThat(scan(again)).hasSize(3);
    }
  }

  /** TABLES is all that a repair has beside it. */
  @Test
  void aManifestOfAnotherStoreIsRefusedAndTablesStays() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, TABLE, "a", "b");
    database.flush(TABLE);
    database.discard();
    MemoryFileSystem now = disk.fork();
    MemoryFileSystem other = new MemoryFileSystem();
    try (Database stranger = open(other)) {
      stranger.createTable(table(OTHER, family("f")), List.of());
    }
    take(other, MANIFEST, disk);
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(MANIFEST.toString())
        .hasMessageContaining("TABLES beside it is of store");
    assertThat(TablesCopy.read(disk, DIRECTORY).tables()).containsOnlyKeys(TABLE);
    disk.delete(MANIFEST);
    DatabaseRepair.run(
        disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, it -> {});
    try (Database again = open(disk)) {
      assertThat(scan(again)).hasSize(2);
      assertThat(again.tableNames()).containsExactly(TABLE);
    }
    take(now, MANIFEST, disk);
  }

  @Test
  void anOpeningThatIsRefusedLeavesTablesAsItIs() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    MemoryFileSystem before = disk.fork();
    database.createTable(table(OTHER, family("f")), List.of());
    write(database, OTHER, "x", "y");
    database.discard();
    take(before, MANIFEST, disk);
    assertThatThrownBy(() -> open(disk)).isInstanceOf(CorruptFileException.class);
    assertThat(TablesCopy.read(disk, DIRECTORY).tables()).containsKey(OTHER);
  }

  /** The log is empty, and what it had is in files that the older manifest does not list. */
  @Test
  void theManifestOfBeforeAStoreWasClosedIsNotTaken() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, TABLE, "a");
    database.flush(TABLE);
    write(database, TABLE, "b", "c");
    MemoryFileSystem before = disk.fork();
    database.close();
    assertThat(disk.list(LOG)).isEmpty();
    MemoryFileSystem now = disk.fork();
    take(before, MANIFEST, disk);
    assertOlderThanFiles();
    take(now, MANIFEST, disk);
    disk.truncate(MANIFEST, before.size(MANIFEST) + 5);
    assertOlderThanFiles();
    take(now, MANIFEST, disk);
    try (Database again = open(disk)) {
      assertThat(scan(again)).hasSize(3);
    }
  }

  private void assertOlderThanFiles() throws IOException {
    List<Path> files = files();
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("unless the manifest is older than the log");
    assertThat(faults())
        .anyMatch(
            it ->
                it.file().equals(MANIFEST) && it.what().contains("is older than the store files"));
    assertThat(
            DatabaseRepair.run(
                    disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, it -> {})
                .actions())
        .isEmpty();
    assertThat(files()).isEqualTo(files);
  }

  /** The log needs nothing of what is missing: what the manifest lists went with a compaction. */
  @Test
  void theManifestOfBeforeACompactionIsNotTaken() throws IOException {
    fill(disk, "a", "b");
    MemoryFileSystem before = disk.fork();
    compactWith("c");
    take(before, MANIFEST, disk);
    assertNotOfOneTime(before.list(familyOf(before)).get(0), disk.list(familyOf(disk)).get(0));
    disk.delete(MANIFEST); // as the message says
    assertThat(repaired()).anyMatch(it -> it.contains("wrote a new MANIFEST"));
    try (Database again = open(disk)) {
      assertThat(scan(again)).hasSize(3);
    }
  }

  @Test
  void theDataOfBeforeACompactionIsNotTaken() throws IOException {
    fill(disk, "a", "b");
    MemoryFileSystem before = disk.fork();
    compactWith("c");
    Path listed = disk.list(familyOf(disk)).get(0);
    Path unlisted = before.list(familyOf(before)).get(0);
    disk.delete(listed);
    take(before, unlisted, disk);
    assertNotOfOneTime(listed, unlisted);
    disk.delete(unlisted); // as the message says
    assertThat(repaired()).anyMatch(it -> it.contains("it is missing"));
    assertThat(faults()).isEmpty();
    open(disk).close();
  }

  @Test
  void theFilesOfAnotherStoreAreNotTakenOutOfTheWay() throws IOException {
    fill(disk, "a", "b");
    MemoryFileSystem other = new MemoryFileSystem();
    try (Database stranger = open(other)) {
      stranger.createTable(table(OTHER, family("f")), List.of());
      write(stranger, OTHER, "x");
    }
    take(other, MANIFEST, disk);
    take(other, TABLES, disk);
    assertNotOfOneTime(
        new StoreLayout(other, DIRECTORY).files().get(0), disk.list(familyOf(disk)).get(0));
  }

  /** Nothing of a disabled table is opened with the database. */
  @Test
  void theOlderFileOfADisabledTableStays() throws IOException {
    fill(disk, "a", "b");
    Path old = disk.list(familyOf(disk)).get(0);
    MemoryFileSystem before = disk.fork();
    compactWith("c");
    MemoryFileSystem after = disk.fork();
    try (Database database = open(disk)) {
      database.disableTable(TABLE);
    }
    Path listed = disk.list(familyOf(disk)).get(0);
    disk.delete(listed);
    take(before, old, disk);
    for (int i = 0; i < 2; i++) {
      try (Database database = openUnchecked()) {
        assertThat(database.stats().orphanFiles()).isZero();
        assertThatThrownBy(() -> database.enableTable(TABLE)).isInstanceOf(IOException.class);
      }
      assertThat(disk.exists(old)).isTrue();
    }
    take(after, listed, disk);
    try (Database database = open(disk)) {
      assertThat(database.stats().orphanFiles()).isEqualTo(1);
      database.enableTable(TABLE);
      assertThat(scan(database)).hasSize(3);
    }
    assertThat(disk.exists(old)).isFalse();
  }

  @Test
  void anUnlistedFileStaysWhileASnapshotMissesOne() throws IOException {
    fill(disk, "a", "b");
    Path old = disk.list(familyOf(disk)).get(0);
    MemoryFileSystem before = disk.fork();
    compactWith("c");
    Path ofSnapshot;
    try (Database database = open(disk)) {
      List<Path> tables = new StoreLayout(disk, DIRECTORY).files();
      database.takeSnapshot(TestDatabase.snapshot("s", TABLE), true);
      List<Path> all = new ArrayList<>(new StoreLayout(disk, DIRECTORY).files());
      all.removeAll(tables);
      ofSnapshot = all.get(0);
    }
    disk.delete(ofSnapshot);
    take(before, old, disk);
    try (Database database = openUnchecked()) {
      assertThat(database.stats().orphanFiles()).isZero();
      assertThat(scan(database)).hasSize(3);
      assertThat(disk.exists(old)).isTrue();
      database.deleteSnapshot("s");
    }
    open(disk).close();
    assertThat(disk.exists(old)).isFalse();
  }

  /** A file is missing, and stays so. */
  private Database openUnchecked() throws IOException {
    return Database.open(serial(disk, new ManualClock()).checkedOnClose(false).build());
  }

  private void compactWith(String row) throws IOException {
    try (Database database = open(disk)) {
      write(database, TABLE, row);
      database.flush(TABLE);
      database.compact(TABLE, null, true);
    }
    assertThat(disk.list(LOG)).isEmpty();
  }

  private static Path familyOf(MemoryFileSystem files) throws IOException {
    return new StoreLayout(files, DIRECTORY).files().get(0).getParent();
  }

  private List<String> repaired() throws IOException {
    return DatabaseRepair.run(
            disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, it -> {})
        .actions();
  }

  private void assertNotOfOneTime(Path listed, Path unlisted) throws IOException {
    List<Path> before = files();
    assertThatThrownBy(() -> open(disk)).isInstanceOf(IOException.class);
    assertThat(faults())
        .anyMatch(
            it ->
                it.file().equals(MANIFEST)
                    && it.what().contains("not of one time")
                    && it.what().contains(DIRECTORY.relativize(listed).toString())
                    && it.what().contains(DIRECTORY.relativize(unlisted).toString()));
    assertThat(repaired()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  /** As `cp -r` leaves it, with MANIFEST first. */
  @Test
  void aTableThatIsNewerThanTheManifestIsMissed() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "a").write(put("a", "f:q=1"));
    MemoryFileSystem before = disk.fork();
    database.createTable(table(OTHER, family("f")), List.of());
    write(database, OTHER, "x", "y");
    RowMutation unlogged = put("b", "f:q=1");
    unlogged.durability(Durability.SKIP_WAL);
    region(database, "b").write(unlogged);
    database.flush(TABLE);
    database.discard();
    MemoryFileSystem now = disk.fork();
    take(before, MANIFEST, disk);
    take(before, TABLES, disk);
    assertRefused(MANIFEST, "older than the log, which has writes to region 2");
    take(now, MANIFEST, disk);
    try (Database again = open(disk)) {
      assertThat(scan(again)).hasSize(2);
      assertThat(again.tableNames()).contains(OTHER);
    }
  }

  /** What is flushed and compacted while a log is read that memory does not hold. */
  @Test
  void aLogLargerThanMemoryChangesNothingBeforeItFits() throws IOException {
    String value = "v".repeat(10_000);
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    for (int i = 0; i < 600; i++) {
      region(database, "r" + i).write(put("r" + i, "f:q=" + value));
    }
    MemoryFileSystem before = disk.fork();
    database.createTable(table(OTHER, family("f")), List.of());
    write(database, OTHER, "x");
    database.discard();
    MemoryFileSystem now = disk.fork();
    take(before, MANIFEST, disk);
    List<Path> files = files();
    long manifestBytes = disk.size(MANIFEST);
    DatabaseOptions small =
        serial(disk, new ManualClock()).globalMemStoreBytes(2 << 20).flushBytes(1 << 20).build();
    assertThatThrownBy(() -> Database.open(small))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("older than the log, which has writes to region 2");
    assertThat(files()).isEqualTo(files);
    assertThat(disk.size(MANIFEST)).isEqualTo(manifestBytes);
    take(now, MANIFEST, disk);
    try (Database again = Database.open(small)) {
      assertThat(scan(again)).hasSize(600);
      assertThat(files()).hasSizeGreaterThan(files.size());
    }
  }

  /** Its writer died between the segment's start and the manifest's note of it. */
  @Test
  void aSegmentThatHadJustBegunIsTaken() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, TABLE, "a");
    MemoryFileSystem before = disk.fork();
    write(database, TABLE, "b");
    database.discard();
    Path begun = disk.list(LOG).get(1);
    take(before, MANIFEST, disk);
    for (Path segment : disk.list(LOG)) {
      if (segment.compareTo(begun) > 0) {
        disk.delete(segment);
      }
    }
    disk.truncate(begun, 68);
    assertThat(faults()).isEmpty();
    for (int i = 0; i < 2; i++) {
      Database again = open(disk);
      assertThat(scan(again)).hasSize(1 + i);
      write(again, TABLE, "c");
      again.discard();
    }
    assertThat(faults()).isEmpty();
  }

  @Test
  @Tag("slow")
  void aBackupThatWasCutShortIsRefusedAtEachByte() throws IOException {
    Path backup = Path.of("/backup");
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    for (int i = 0; i < 20; i++) {
      region(database, "r" + i).write(put("r" + i, "f:q=1"));
    }
    database.tick();
    StoreBackup.run(disk, DIRECTORY, backup, true);
    database.discard();
    Path segment = disk.list(backup.resolve("log")).get(0);
    Path manifest = backup.resolve("MANIFEST");
    for (Path cut : List.of(segment, manifest)) {
      long whole = disk.size(cut);
      for (long left = whole - 1; left >= 0; left--) {
        MemoryFileSystem copy = disk.fork();
        copy.truncate(cut, left);
        assertThatThrownBy(
                () -> StoreBackup.run(copy, backup, Path.of("/restored"), true), "%d", left)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(cut.toString());
      }
    }
    StoreBackup.run(disk, backup, Path.of("/restored"), true);
  }

  /** What a repair made anew is as sure of its log as what it replaced. */
  @Test
  void aRebuiltManifestKnowsTheLogThatItFound() throws IOException {
    Database database = open(disk);
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, TABLE, "a", "b", "c");
    database.discard();
    disk.delete(MANIFEST);
    DatabaseRepair.run(
        disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, it -> {});
    assertThat(faults()).isEmpty();
    Path last = disk.list(LOG).get(disk.list(LOG).size() - 1);
    disk.delete(last);
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(last.toString());
  }
}
