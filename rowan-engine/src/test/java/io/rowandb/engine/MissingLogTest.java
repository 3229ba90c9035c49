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

import io.rowandb.engine.care.CareAccess;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.EncryptedFiles;
import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.NamedKeys;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.wal.WalExtent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that lost its beginning or its end, or is an older copy of itself, is not taken whole. */
class MissingLogTest {
  private static final Path LOG = DIRECTORY.resolve("log");
  private static final Path COPY = Path.of("/copy");

  private MemoryFileSystem disk = new MemoryFileSystem();

  /** Each opening draws an id. */
  private int openings;

  /** Each forced write of a tick ends a segment. */
  private Database open() throws IOException {
    return Database.open(
        serial(disk, new ManualClock())
            .logSegmentBytes(1)
            .newStoreId(new UUID(1, openings++))
            .build());
  }

  private static void write(Database database, String... rows) throws IOException {
    for (String row : rows) {
      region(database, row).write(put(row, "f:q=" + row));
      database.tick();
    }
  }

  /** Rows a to d in a segment each, and a file with those of a and b if it is flushed. */
  private void fill(boolean flushed) throws IOException {
    Database database = open();
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, "a", "b");
    if (flushed) {
      database.flush(TABLE);
    }
    write(database, "c", "d");
    database.discard();
  }

  /** Puts a segment of another disk in the place of the one here. */
  private void take(MemoryFileSystem other, Path segment) throws IOException {
    disk.delete(segment);
    try (RandomReadFile stranger = other.open(segment)) {
      FileCopy.copy(stranger, stranger.size(), disk, segment);
    }
  }

  private void assertStrangersAreNoticed(MemoryFileSystem other) throws IOException {
    MemoryFileSystem own = disk;
    List<Path> segments = segments();
    assertThat(segments).hasSizeGreaterThan(3);
    for (Path segment : segments) {
      disk = own.fork();
      take(other, segment);
      assertThatThrownBy(this::open)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(segment.toString())
          .hasMessageContaining("another segment");
      assertThat(faults()).isNotEmpty();
    }
    disk = own.fork();
    for (Path segment : segments) {
      take(other, segment);
    }
    assertRefused(segments.get(segments.size() - 1));
  }

  @Test
  void theLogOfAStoreWithTheSameHistoryIsNotTaken() throws IOException {
    fill(false);
    MemoryFileSystem other = disk;
    disk = new MemoryFileSystem();
    fill(false);
    assertStrangersAreNoticed(other);
  }

  /** Their stores have the same id. */
  @Test
  void theLogOfACopyThatWentOnIsNotTaken() throws IOException {
    Database empty = open();
    empty.createTable(table(TABLE, family("f")), List.of());
    empty.discard();
    MemoryFileSystem other = disk.fork();
    for (MemoryFileSystem each : List.of(other, disk)) {
      disk = each;
      Database database = open();
      write(database, "a", "b", "c", "d");
      database.discard();
    }
    assertStrangersAreNoticed(other);
  }

  @Test
  void aSegmentWithoutItsStartIsGivenUp() throws IOException {
    for (int left : new int[] {0, 1, 67}) {
      disk = new MemoryFileSystem();
      fill(false);
      Path last = segments().get(segments().size() - 1);
      disk.truncate(last, left);
      assertRefused(last);
      repair();
      try (Database database = open()) {
        assertThat(scan(database)).hasSize(3);
        write(database, "e");
      }
      try (Database database = open()) {
        assertThat(scan(database)).hasSize(4);
      }
    }
  }

  /** Killed while it wrote the start of the only segment; then the manifest was lost. */
  @Test
  void aSegmentThatWasNotFinishedIsNotMissedWhenTheManifestIsMadeAnew() throws IOException {
    for (boolean encrypted : new boolean[] {false, true}) {
      disk = new MemoryFileSystem(new NamedKeys("one").encryptLog(encrypted));
      fill(true);
      open().close();
      Database database = open();
      write(database, "e");
      database.discard();
      disk.delete(DIRECTORY.resolve("MANIFEST"));
      MemoryFileSystem killed = disk;
      Path begun = segments().get(0);
      assertThat(begun.toString()).doesNotEndWith("0001.log");
      long added = disk.size(begun) - new EncryptedFiles(disk, FileKeys.Use.LOG).size(begun);
      for (long left = 0; left < added + 68; left += 34) {
        disk = killed.fork();
        disk.truncate(begun, left);
        repair();
        Database again = open();
        assertThat(scan(again)).as("%d bytes", left).hasSize(4);
        write(again, "e");
        again.discard();
        try (Database last = open()) {
          assertThat(scan(last)).as("%d bytes", left).hasSize(5);
        }
      }
    }
  }

  private List<Path> segments() throws IOException {
    return disk.list(LOG);
  }

  private void copy(Path from, Path to) throws IOException {
    disk.createDirectories(to);
    for (Path file : disk.list(to)) {
      disk.delete(file);
    }
    for (Path file : disk.list(from)) {
      try (RandomReadFile open = disk.open(file)) {
        FileCopy.copy(open, open.size(), disk, to.resolve(file.getFileName()));
      }
    }
  }

  private List<Finding> faults() throws IOException {
    List<Finding> faults = new ArrayList<>();
    CareAccess.checkUnlocked(
        disk,
        DIRECTORY,
        finding -> {
          if (finding.isFault()) {
            faults.add(finding);
          }
        });
    return faults;
  }

  private void assertRefused(Path file) throws IOException {
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(file.toString());
    assertThat(faults()).hasSize(1).first().extracting(Finding::file).isEqualTo(file);
  }

  private void repair() throws IOException {
    DatabaseRepair.run(
        disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    assertThat(faults()).isEmpty();
  }

  @Test
  void theFirstSegmentIsMissed() throws IOException {
    fill(false);
    Path first = segments().get(0);
    disk.delete(first);
    assertRefused(first);
    repair();
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(3);
    }
  }

  /** The segment behind a missing one tells the length of that one, not of the one before. */
  @Test
  void aMissingSegmentAccusesNoOther() throws IOException {
    Database database = open();
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, "a", "a longer row", "c");
    database.discard();
    Path second = segments().get(1);
    disk.delete(second);
    assertRefused(second);
  }

  @Test
  void theLastSegmentIsMissed() throws IOException {
    fill(false);
    Path last = segments().get(segments().size() - 1);
    disk.delete(last);
    assertRefused(last);
    repair();
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(3);
      write(database, "e");
    }
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(4);
    }
  }

  @Test
  void theWholeLogIsMissed() throws IOException {
    fill(true);
    Path first = segments().get(0);
    copy(LOG, COPY);
    for (Path segment : segments()) {
      disk.delete(segment);
    }
    assertRefused(first);
    copy(COPY, LOG);
    open().discard();
    for (Path segment : segments()) {
      disk.delete(segment);
    }
    repair();
    Database database = open();
    assertThat(scan(database)).hasSize(2);
    write(database, "e");
    database.discard();
    try (Database again = open()) {
      assertThat(scan(again)).hasSize(3);
    }
  }

  @Test
  void anOlderLogIsNotTakenForThePresentOne() throws IOException {
    fill(false);
    copy(LOG, COPY);
    Database database = open();
    write(database, "e", "f");
    database.discard();
    Path missing = segments().get(4);
    copy(COPY, LOG);
    assertRefused(missing);
  }

  @Test
  void aShorterSegmentIsNoticedOnceTheManifestWasWritten() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, "a");
    copy(LOG, COPY);
    write(database, "b");
    database.createTable(table(TableName.of("other"), family("f")), List.of());
    database.discard();
    Path only = segments().get(0);
    copy(COPY, LOG);
    assertRefused(only);
    repair();
    try (Database rest = open()) {
      assertThat(scan(rest)).hasSize(1);
    }
  }

  @Test
  void whatIsDamagedInsideIsNotGivenUp() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, "a", "b");
    database.createTable(table(TableName.of("other"), family("f")), List.of());
    database.discard();
    Path only = segments().get(0);
    flip(only, disk.size(only) - 40);
    DatabaseRepair.run(
        disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    assertRefused(only);
  }

  /** With one that is damaged, or missing, between others. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRepairSaysHowToGoOnWithoutWhatIsBehindDamage(boolean missing) throws IOException {
    fill(false);
    List<Path> segments = segments();
    int place = segments.size() - 2;
    Path damaged = segments.get(place);
    if (missing) {
      disk.delete(damaged);
    } else {
      flip(damaged, disk.size(damaged) - 40);
    }
    for (DatabaseRepair.Missing each : DatabaseRepair.Missing.values()) {
      DatabaseRepair.Outcome outcome =
          DatabaseRepair.run(disk, DIRECTORY, new UUID(7, 7), 1, each, finding -> {});
      assertThat(outcome.actions()).isEmpty();
      assertThat(outcome.left())
          .singleElement()
          .asString()
          .contains("log/" + damaged.getFileName(), "those behind it");
    }
    for (Path each : segments.subList(place, segments.size())) {
      disk.delete(each);
    }
    repair();
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(2); // a and b; c was in the segment, and d behind it
    }
  }

  /** Cut off where the repair says, it has what is before its damage. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsBeforeTheDamageIsKept(boolean encrypted) throws IOException {
    if (encrypted) {
      disk = new MemoryFileSystem(new NamedKeys("one").encryptLog(true));
    }
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f")), List.of());
    write(database, "a", "b", "c", "d");
    database.createTable(table(TableName.of("other"), family("f")), List.of());
    database.discard();
    Path only = segments().get(0);
    flip(only, disk.size(only) - 60); // in the last row
    Matcher advice = Pattern.compile("\\(truncate -s (\\d+) (.*)\\)").matcher(advice());
    assertThat(advice.find()).isTrue();
    assertThat(DIRECTORY.resolve(advice.group(2))).isEqualTo(only);
    disk.truncate(only, Long.parseLong(advice.group(1)));
    repair();
    try (Database rest = open()) {
      assertThat(scan(rest)).hasSize(3);
    }
  }

  /** The name says that it is a segment: other first bytes are damage like any other. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRepairSaysHowToGoOnWithoutASegmentWhoseFirstBytesAreOthers(boolean manifestLost)
      throws IOException {
    fill(false);
    List<Path> segments = segments();
    Path damaged = segments.get(1);
    flip(damaged, 3);
    if (manifestLost) {
      disk.delete(DIRECTORY.resolve("MANIFEST"));
    } else {
      assertThatThrownBy(this::open)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(damaged.toString())
          .hasMessageContaining("no magic of a log");
    }
    assertThat(advice()).contains("first move this segment", "log/" + damaged.getFileName());
    for (Path each : segments.subList(1, segments.size())) {
      disk.delete(each);
    }
    repair();
    open().close();
  }

  /** With a manifest that is lost beside. */
  @Test
  void aRepairThatMakesTheManifestAnewSaysHowToGoOn() throws IOException {
    fill(false);
    Path damaged = segments().get(1);
    flip(damaged, disk.size(damaged) - 40);
    disk.delete(DIRECTORY.resolve("MANIFEST"));
    assertThat(advice()).contains("truncate -s", "log/" + damaged.getFileName());
  }

  /** The one thing that a repair leaves to whoever asked for it. */
  private String advice() throws IOException {
    List<String> left =
        DatabaseRepair.run(
                disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.KEEP, finding -> {})
            .left();
    assertThat(left).hasSize(1);
    return left.get(0);
  }

  @Test
  void whatIsBehindASegmentIsTold() throws IOException {
    fill(false);
    Path first = segments().get(0);
    assertThat(faults()).isEmpty();
    rewrite(first, bytes -> Arrays.copyOf(bytes, bytes.length + 63));
    List<Finding> found = new ArrayList<>();
    CareAccess.checkUnlocked(disk, DIRECTORY, found::add);
    assertThat(found)
        .filteredOn(it -> it.file().equals(first))
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .startsWith("63 bytes behind the end");
  }

  private void flip(Path path, long at) throws IOException {
    rewrite(
        path,
        bytes -> {
          bytes[(int) at] ^= 1;
          return bytes;
        });
  }

  private void rewrite(Path path, UnaryOperator<byte[]> change) throws IOException {
    byte[] bytes = new byte[(int) disk.size(path)];
    try (RandomReadFile file = disk.open(path)) {
      file.readFully(0, bytes, 0, bytes.length);
    }
    byte[] changed = change.apply(bytes);
    disk.delete(path);
    try (AppendFile file = disk.create(path)) {
      file.write(changed, 0, changed.length);
    }
  }

  @Test
  void segmentsOlderThanNeededAreNeitherReadNorMissed() throws IOException {
    fill(true);
    copy(LOG, COPY);
    open().close();
    assertThat(segments()).isEmpty();
    assertThat(faults()).isEmpty();
    copy(COPY, LOG);
    Database database = open();
    assertThat(segments()).isEmpty();
    assertThat(scan(database)).hasSize(4);
    write(database, "e");
    database.discard();
    try (Database again = open()) {
      assertThat(scan(again)).hasSize(5);
    }
  }

  @Test
  void aStoreOfAnOlderReleaseWhoseLogBeginsLateOpens() throws IOException {
    fill(true);
    Catalog catalog = Manifest.read(disk, DIRECTORY).catalog();
    CatalogBuilder old = CatalogBuilder.from(catalog);
    old.apply(new ManifestEdit.LogNoted(WalExtent.UNKNOWN));
    disk.delete(DIRECTORY.resolve("MANIFEST"));
    Manifest.write(disk, DIRECTORY, old.build());
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(4);
    }
    assertThat(faults()).isEmpty();
  }
}
