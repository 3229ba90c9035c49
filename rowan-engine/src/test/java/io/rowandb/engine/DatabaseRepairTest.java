package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A repair loses nothing, and what it could repair has no finding afterwards. */
class DatabaseRepairTest {
  private static final TableName OTHER = TableName.of("ns:other");
  private static final UUID NEW_ID = new UUID(7, 7);
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");
  private static final Path COPY = DIRECTORY.resolve("TABLES");

  private CrashFileSystem disk = new CrashFileSystem();

  /** What is in the tables, and of which regions they are. */
  private Map<TableName, List<String>> rows;

  private List<RegionInfo> regions;

  /**
   * Two tables, one of them split, with attributes, deletions, compactions, a snapshot, a disabled
   * table, and entries that only the log has.
   */
  @BeforeEach
  void makeADatabase() throws IOException {
    Database database = open();
    database.createNamespace(new NamespaceDescriptor("ns", Map.of("k", "v")));
    database.createTable(
        table(TABLE, family("f", "VERSIONS", "3"), family("g")), List.of(bytes("m")));
    database.createTable(table(OTHER, family("f", "COMPRESSION", "GZ")), List.of());
    TableName disabled = TableName.of("disabled");
    database.createTable(table(disabled, family("f")), List.of());
    for (int i = 0; i < 5; i++) {
      for (String row : List.of("a", "b", "c", "n", "o")) {
        region(database, row).write(putAt(i, row, "f:q=v" + i, "g:q=w" + i));
        database.table(OTHER).locate(bytes(row)).write(put(row, "f:q=o" + i));
      }
      database.flush(TABLE);
      database.flush(OTHER);
    }
    database.table(disabled).locate(bytes("r")).write(put("r", "f:q=v"));
    database.disableTable(disabled);
    region(database, "b").write(TestDatabase.delete(CellType.DELETE_FAMILY, 9, "b", "f:"));
    database.compact(TABLE, null, true);
    database.splitRegion(database.table(TABLE).regions().get(0).info().encodedName(), bytes("b"));
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.setSwitch("balance", false);
    region(database, "o").write(putAt(7, "o", "f:q=only in the log"));
    database.table(OTHER).locate(bytes("z")).write(put("z", "f:q=only in the log"));
    database.tick();
    rows = content(database);
    regions = regions(database);
    database.discard();
    assertThat(regions).hasSize(5);
    assertThat(rows.get(TABLE)).isNotEmpty();
  }

  @Test
  void doesNothingToAWholeDatabase() throws IOException {
    long before = disk.operations();
    DatabaseRepair.Outcome outcome = repair();
    assertThat(outcome.actions()).isEmpty();
    assertThat(outcome.before().isClean()).isTrue();
    assertThat(disk.operations()).isEqualTo(before);
  }

  @Test
  void rebuildsALostManifest() throws IOException {
    disk.delete(MANIFEST);
    assertThatThrownBy(this::open).hasMessageContaining("it has no MANIFEST");
    repair();
    assertClean();
    assertSame();
    try (Database database = open()) {
      assertThat(database.isSwitchOn("balance")).isFalse();
      assertThat(database.table(TABLE).descriptor().families().get(0).attributes())
          .containsEntry("VERSIONS", "3");
      assertThat(database.namespaces()).extracting(NamespaceDescriptor::name).contains("ns");
      database.cloneSnapshot("s", TableName.of("clone"));
      assertThat(scan(database, TableName.of("clone"))).isNotEmpty();
      database.flush(TABLE);
      database.compact(TABLE, null, true);
    }
    assertClean();
    assertThat(regions).hasSize(5);
  }

  /** The deletion of rows that are in files was in the log alone. */
  @Test
  void saysThatTheLogOfALostManifestIsLostToo() throws IOException {
    String noLog = "there was no log";
    CrashFileSystem withLog = disk.copy();
    withLog.delete(MANIFEST);
    assertThat(
            DatabaseRepair.run(
                    withLog, DIRECTORY, NEW_ID, 1, DatabaseRepair.Missing.GIVE_UP, it -> {})
                .actions())
        .noneMatch(it -> it.contains(noLog));
    disk.delete(MANIFEST);
    for (Path segment : disk.list(DIRECTORY.resolve("log"))) {
      disk.delete(segment);
    }
    DatabaseRepair.Outcome outcome = repair();
    assertThat(outcome.actions())
        .anyMatch(it -> it.contains(noLog) && it.contains("rows whose deletion"));
    assertThat(new String(disk.get(outcome.quarantine().resolve("REPORT.txt")), UTF_8))
        .contains(noLog);
    assertClean();
  }

  @Test
  void keepsAManifestThatItReplaces() throws IOException {
    byte[] damaged = disk.get(MANIFEST);
    damaged[3] ^= 1;
    disk.put(MANIFEST, damaged);
    DatabaseRepair.Outcome outcome = repair();
    assertThat(disk.get(outcome.quarantine().resolve("MANIFEST"))).isEqualTo(damaged);
    assertThat(new String(disk.get(outcome.quarantine().resolve("REPORT.txt")), UTF_8))
        .contains("moved MANIFEST to quarantine/1/MANIFEST: it cannot be read")
        .contains("wrote a new MANIFEST with 3 tables");
    assertClean();
    assertSame();
  }

  /** Wherever the power fails during a repair, the next one ends as if it had not. */
  @Tag("slow")
  @Test
  void aRepairThatIsCutShortCanBeMadeAgain() throws IOException {
    for (boolean withCopy : new boolean[] {true, false}) {
      CrashFileSystem lost = disk.copy();
      lost.flip(MANIFEST, 30, 1);
      if (!withCopy) {
        lost.flip(COPY, 30, 1);
      }
      long seed = 4711;
      int cuts = 0;
      for (long call = 1; ; call += withCopy ? 1 : 3) {
        CrashFileSystem cut = lost.copy();
        cut.crashAt(call);
        disk = cut;
        try {
          repair();
          break;
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("the machine is dead");
        }
        cuts++;
        disk = cut.afterPowerLoss(new Random(seed + call));
        repair();
        assertClean();
        if (withCopy) {
          assertSame();
        }
      }
      assertThat(cuts).isGreaterThan(3);
      disk = lost;
    }
  }

  @Test
  void rebuildsTablesFromDirectoriesWhenNothingElseIsLeft() throws IOException {
    Database flushed = open();
    flushed.flush(TABLE);
    flushed.flush(OTHER);
    flushed.discard();
    disk.delete(MANIFEST);
    disk.delete(COPY);
    repair();
    assertClean();
    try (Database database = open()) {
      assertThat(database.id()).isEqualTo(NEW_ID.toString());
      assertThat(database.tableNames()).hasSize(3);
      assertThat(database.table(TABLE).regions()).hasSize(1);
      for (TableName name : List.of(TABLE, OTHER)) {
        assertThat(scan(database, name)).containsExactlyInAnyOrderElementsOf(rows.get(name));
      }
      assertThat(scan(database, TableName.of("disabled"))).hasSize(1);
      region(database, "a").write(putAt(100, "a", "f:q=new"));
      assertThat(TestDatabase.get(database, "a")).contains("f:q@100=new");
    }
    assertClean();
  }

  @Test
  void keepsTheLogWhenItsRegionsAreNotKnown() throws IOException {
    Path segment = disk.list(DIRECTORY.resolve("log")).get(0);
    byte[] log = disk.get(segment);
    disk.delete(MANIFEST);
    disk.put(COPY, bytes("something else"));
    DatabaseRepair.Outcome outcome = repair();
    open().close();
    assertThat(disk.get(outcome.quarantine().resolve("log").resolve(segment.getFileName())))
        .isEqualTo(log);
    assertThat(disk.get(outcome.quarantine().resolve("TABLES"))).isEqualTo(bytes("something else"));
  }

  /** The copy knows neither the regions of the log's last entries nor those of the files. */
  @Test
  void keepsTheLogWhenTheCopyIsOlderThanIt() throws IOException {
    byte[] older = disk.get(COPY);
    try (Database database = open()) {
      database.splitRegion(
          database.table(TABLE).regions().get(0).info().encodedName(), bytes("a1"));
      region(database, "a").write(putAt(8, "a", "f:q=flushed"));
      database.flush(TABLE);
    }
    Database database = open();
    region(database, "a").write(putAt(9, "a", "f:q=only in the log"));
    database.discard();
    Path segment = disk.list(DIRECTORY.resolve("log")).get(0);
    assertKeepsTheLog(older, segment, "the log has writes to region");
  }

  @Test
  void keepsTheLogWhenTheCopyDoesNotKnowTheRegionsOfFiles() throws IOException {
    byte[] older = disk.get(COPY);
    try (Database database = open()) {
      database.splitRegion(
          database.table(TABLE).regions().get(0).info().encodedName(), bytes("a1"));
      region(database, "a").write(putAt(8, "a", "f:q=flushed"));
    }
    Database database = open();
    region(database, "o").write(putAt(9, "o", "f:q=only in the log"));
    database.discard();
    Path segment = disk.list(DIRECTORY.resolve("log")).get(0);
    assertKeepsTheLog(older, segment, "does not know this region");
  }

  private void assertKeepsTheLog(byte[] copy, Path segment, String why) throws IOException {
    byte[] log = disk.get(segment);
    disk.delete(MANIFEST);
    disk.put(COPY, copy);
    DatabaseRepair.Outcome outcome = repair();
    assertThat(outcome.actions())
        .anyMatch(it -> it.contains("TABLES may be older than the store") && it.contains(why));
    assertClean();
    open().close();
    assertThat(disk.exists(segment)).isFalse();
    assertThat(disk.get(outcome.quarantine().resolve("log").resolve(segment.getFileName())))
        .isEqualTo(log);
  }

  /** Its files were all in the directory of the first region; the second one has sequence ids. */
  @Test
  void listsNoFileOfABulkLoadThatDidNotEnd() throws IOException {
    Path first = familyOfTheFirstRegion();
    Path loaded = first.resolve("0".repeat(28) + "fff0");
    Path flushed = first.resolve("0".repeat(28) + "fff1");
    Path elsewhere = Path.of("/elsewhere");
    disk.createDirectories(elsewhere);
    disk.put(
        loaded,
        disk.get(
            HandMadeFile.write(
                disk, elsewhere.resolve("f"), "f", List.of(putAt(99, "a", "f:q=half")))));
    disk.put(flushed, disk.get(fileOfTheLastRegion()));
    disk.delete(MANIFEST);
    DatabaseRepair.Outcome outcome = repair();
    for (Path file : List.of(loaded, flushed)) {
      assertThat(outcome.actions())
          .anyMatch(
              it -> it.contains(file.getFileName() + ": it has no") && it.contains("bulk load"));
    }
    assertClean();
    assertSame();
  }

  private Path familyOfTheFirstRegion() {
    return new StoreLayout(disk, DIRECTORY).familyDirectory(regionOf(true), "f");
  }

  private Path fileOfTheLastRegion() {
    return disk.list(new StoreLayout(disk, DIRECTORY).familyDirectory(regionOf(false), "f")).get(0);
  }

  private RegionInfo regionOf(boolean first) {
    return regions.stream()
        .filter(it -> it.table().equals(TABLE.fullName()))
        .filter(it -> (first ? it.range().startKey() : it.range().endKey()).length == 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void takesAwayFilesThatNothingLists() throws IOException {
    Path listed = storeFiles().get(0);
    Path unlisted = listed.resolveSibling("0".repeat(28) + "ffff");
    disk.put(unlisted, disk.get(listed));
    DatabaseRepair.Outcome outcome = repair();
    assertThat(disk.exists(unlisted)).isFalse();
    assertThat(disk.get(outcome.quarantine().resolve(DIRECTORY.relativize(unlisted).toString())))
        .isEqualTo(disk.get(listed));
    assertClean();
    assertSame();
  }

  @Test
  void leavesAFileThatThisProcessCannotOpenNow() throws IOException {
    Path file = storeFiles().get(0);
    byte[] manifest = disk.get(MANIFEST);
    FileSystem tooMany =
        new DelegatingFileSystem(disk) {
          @Override
          public RandomReadFile open(Path path) throws IOException {
            if (path.equals(file)) {
              throw new IOException(path + ": Too many open files");
            }
            return super.open(path);
          }

          @Override
          protected void before(String operation, Path path) {
            // every change is done
          }
        };
    assertThatThrownBy(
            () ->
                DatabaseRepair.run(
                    tooMany, DIRECTORY, NEW_ID, 1, DatabaseRepair.Missing.GIVE_UP, finding -> {}))
        .hasMessageContaining(file + ": Too many open files");
    assertThat(disk.get(MANIFEST)).isEqualTo(manifest);
    assertThat(disk.exists(file)).isTrue();
    assertClean();
    assertSame();
  }

  @Test
  void takesAwayAFileThatCannotBeOpened() throws IOException {
    Path file = storeFiles().get(0);
    byte[] cut = Arrays.copyOf(disk.get(file), 100);
    disk.put(file, cut);
    assertThatThrownBy(this::open).hasMessageContaining(file.toString());
    DatabaseRepair.Outcome outcome = repair();
    assertThat(disk.get(outcome.quarantine().resolve(DIRECTORY.relativize(file).toString())))
        .isEqualTo(cut);
    assertThat(disk.exists(outcome.quarantine().resolve("MANIFEST"))).isTrue();
    assertClean();
    open().close();
  }

  @Test
  void unlistsAFileThatIsMissing() throws IOException {
    disk.delete(storeFiles().get(0));
    assertThat(repair().actions()).anyMatch(action -> action.contains("it is missing"));
    assertClean();
    open().close();
  }

  /** A reader tells the rows of a damaged block; to drop them would be a wrong answer. */
  @Test
  void leavesDamageInAFileThatCanBeOpenedAndInTheLog() throws IOException {
    disk.flip(storeFiles().get(0), 20, 1);
    disk.flip(disk.list(DIRECTORY.resolve("log")).get(0), 60, 1);
    DatabaseRepair.Outcome outcome = repair();
    assertThat(outcome.actions()).isEmpty();
    assertThat(outcome.before().errors()).as("file, its link in the snapshot, log").isEqualTo(3);
  }

  @Test
  void writesTheCopyAnew() throws IOException {
    byte[] whole = disk.get(COPY);
    disk.flip(COPY, 50, 1);
    repair();
    assertThat(disk.get(COPY)).isEqualTo(whole);
    assertClean();
    assertSame();
  }

  @Test
  void refusesAnOpenDatabaseAndOneOfANewerRelease() throws IOException {
    try (Database open = open()) {
      assertThat(open.id()).isNotEmpty();
      assertThatThrownBy(this::repair).isInstanceOf(StoreInUseException.class);
    }
    byte[] newer = FrameFormat.start(ManifestBytes.MAGIC, ManifestBytes.VERSION + 1, new byte[16]);
    disk.put(MANIFEST, newer);
    assertThatThrownBy(this::repair).isInstanceOf(UnknownVersionException.class);
    assertThat(disk.get(MANIFEST)).isEqualTo(newer);
  }

  /** The copy is never behind what was acknowledged, and never in the way of it. */
  @Test
  void theCopyFollowsEveryChangeOfTables() throws IOException {
    try (Database database = open()) {
      database.deleteTable(TableName.of("disabled"));
      assertCopyIsCurrent();
      database.createTable(table(TableName.of("late"), family("f")), List.of());
      assertCopyIsCurrent();
      database.mergeRegions(
          database.table(TABLE).regions().stream()
              .skip(1)
              .map(region -> region.info().encodedName())
              .toList());
      assertCopyIsCurrent();
      byte[] before = disk.get(COPY);
      region(database, "a").write(putAt(50, "a", "f:q=v"));
      database.flush(TABLE);
      assertThat(disk.get(COPY)).as("a flush changes no table").isEqualTo(before);
      rows = content(database);
    }
    disk.delete(MANIFEST);
    repair();
    assertSame();
  }

  private void assertCopyIsCurrent() throws IOException {
    Catalog truth = Manifest.read(disk, DIRECTORY).catalog();
    Catalog copy = TablesCopy.read(disk, DIRECTORY);
    assertThat(copy.tables()).isEqualTo(truth.tables());
    assertThat(copy.snapshots()).isEqualTo(truth.snapshots());
    assertThat(copy.regions().values())
        .extracting(Catalog.RegionEntry::info)
        .containsExactlyElementsOf(
            truth.regions().values().stream().map(Catalog.RegionEntry::info).toList());
  }

  private void assertSame() throws IOException {
    Database database = open();
    assertThat(content(database)).isEqualTo(rows);
    database.discard();
  }

  private void assertClean() throws IOException {
    List<Finding> findings = new ArrayList<>();
    DatabaseCheck.run(disk, DIRECTORY, findings::add);
    assertThat(findings).filteredOn(Finding::isFault).isEmpty();
  }

  private static Map<TableName, List<String>> content(Database database) throws IOException {
    Map<TableName, List<String>> content = new TreeMap<>();
    for (TableName name : database.tableNames()) {
      if (database.table(name).enabled()) {
        content.put(name, scan(database, name));
      }
    }
    return content;
  }

  private static List<RegionInfo> regions(Database database) {
    List<RegionInfo> regions = new ArrayList<>();
    for (TableName name : database.tableNames()) {
      database.table(name).regions().forEach(region -> regions.add(region.info()));
    }
    return regions;
  }

  private DatabaseRepair.Outcome repair() throws IOException {
    return DatabaseRepair.run(
        disk, DIRECTORY, NEW_ID, 5_000_000, DatabaseRepair.Missing.GIVE_UP, finding -> {});
  }

  private Database open() throws IOException {
    return Database.open(serial(disk, new ManualClock()).build());
  }

  private List<Path> storeFiles() {
    return files(disk, DIRECTORY.resolve("data/default/t"));
  }

  private static List<Path> files(CrashFileSystem disk, Path directory) {
    List<Path> files = new ArrayList<>();
    for (Path path : disk.list(directory)) {
      if (disk.isDirectory(path)) {
        files.addAll(files(disk, path));
      } else {
        files.add(path);
      }
    }
    return files;
  }
}
