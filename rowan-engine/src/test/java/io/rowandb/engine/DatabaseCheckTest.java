package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rowandb.engine.care.CheckReport;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.Finding.Severity;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.io.StoreOwner;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionInfo;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each kind of damage is a finding, and nothing else is. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DatabaseCheckTest {
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");

  /** Its files are links to those of the table, and are damaged with them. */
  private static final Path SNAPSHOTS = DIRECTORY.resolve("snapshot");

  private final CrashFileSystem disk = new CrashFileSystem();
  private final List<Finding> findings = new ArrayList<>();

  /** Two regions with two files each family, a snapshot, and entries that only the log has. */
  @BeforeEach
  void makeADatabase() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).build());
    database.createTable(table(TABLE, family("f"), family("g")), List.of(bytes("m")));
    for (int i = 0; i < 2; i++) {
      for (String row : List.of("a", "b", "n", "o")) {
        region(database, row).write(putAt(i, row, "f:q=v" + i, "g:q=w" + i));
      }
      database.flush(TABLE);
    }
    database.takeSnapshot(snapshot("s", TABLE), true);
    region(database, "c").write(putAt(5, "c", "f:q=only in the log"));
    database.tick();
    database.discard();
  }

  @Test
  void findsNothingInAWholeDatabase() throws IOException {
    CheckReport report = check(disk);
    assertThat(findings).isEmpty();
    assertThat(report.isClean()).isTrue();
    assertThat(report.tables()).isEqualTo(1);
    assertThat(report.regions()).isEqualTo(2);
    assertThat(report.snapshots()).isEqualTo(1);
    assertThat(report.storeFiles()).isEqualTo(16);
    assertThat(report.cells()).isEqualTo(32);
    assertThat(report.logEntries()).isPositive();
  }

  @Test
  void changesNothing() throws IOException {
    long before = disk.operations();
    check(disk);
    assertThat(disk.operations()).isEqualTo(before);
  }

  /** The same files by a way that lets nothing be written. */
  private class ReadOnlyDisk extends DelegatingFileSystem {
    ReadOnlyDisk() {
      super(disk);
    }

    @Override
    public boolean isReadOnly(Path directory) {
      return true;
    }

    @Override
    public AutoCloseable lock(Path lockFile) throws IOException {
      throw new FileSystemException(lockFile.toString(), null, "Read-only file system");
    }

    @Override
    public StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
      throw new FileSystemException(ownerFile.toString(), null, "Read-only file system");
    }
  }

  /** As a store on a medium for backups, or on a snapshot of a disk. */
  @Test
  void whatCanOnlyBeReadIsCheckedWithoutALock() throws IOException {
    FileSystem readOnly = new ReadOnlyDisk();
    assertThat(DatabaseCheck.run(readOnly, DIRECTORY, findings::add).isClean()).isTrue();
    assertThatThrownBy(
            () ->
                DatabaseRepair.run(
                    readOnly,
                    DIRECTORY,
                    new UUID(7, 7),
                    1,
                    DatabaseRepair.Missing.KEEP,
                    finding -> {}))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("Read-only");
  }

  /** As by a mount of another place, where a program writes. */
  @Test
  void whatChangesMeanwhileIsNotTakenForDamage() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      FileSystem readOnly =
          new ReadOnlyDisk() {
            private boolean written;

            @Override
            public RandomReadFile open(Path file) throws IOException {
              if (StoreLayout.isStoreFile(file) && !written) {
                written = true;
                region(database, "a").write(putAt(9, "a", "f:q=later"));
                database.flush(TABLE);
              }
              return super.open(file);
            }
          };
      assertThatThrownBy(() -> DatabaseCheck.run(readOnly, DIRECTORY, findings::add))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining("changes while it is read");
    }
    assertThat(findings).isEmpty();
  }

  /**
   * As by a mount of another place, where a program writes a file, or reads one that is replaced.
   */
  @Test
  void whatAnOwnerMayNeedIsNoFault() throws IOException {
    FileSystem readOnly = new ReadOnlyDisk();
    Path file = storeFiles(disk).get(0);
    disk.put(file.resolveSibling("0".repeat(30) + "ff"), disk.get(file));
    assertThat(DatabaseCheck.run(readOnly, DIRECTORY, findings::add).isClean()).isTrue();
    assertThat(findings)
        .as("nobody has it open")
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .endsWith("the next opening deletes it");
    findings.clear();
    disk.put(DIRECTORY.resolve("OWNER"), new byte[1]);
    assertThat(DatabaseCheck.run(readOnly, DIRECTORY, findings::add).isClean()).isTrue();
    assertThat(findings)
        .singleElement()
        .extracting(Finding::what)
        .asString()
        .contains("whoever has the store open");
  }

  @Tag("slow")
  @Test
  void findsEveryFlippedByte() throws IOException {
    List<String> unnoticed = new ArrayList<>();
    int all = 0;
    for (Path file : files(disk, DIRECTORY)) {
      int length = StoreLayout.isStoreFile(file) ? 0 : disk.get(file).length; // they have their own
      for (int at = 0; at < length; at++) {
        all++;
        disk.flip(file, at, 1 << (at % Byte.SIZE));
        findings.clear();
        check(disk);
        if (findings.stream().noneMatch(finding -> finding.file().equals(file))) {
          unnoticed.add(at + " of " + file);
        }
        disk.flip(file, at, 1 << (at % Byte.SIZE));
      }
    }
    assertThat(unnoticed).isEmpty();
    System.out.printf("check of flipped bytes: %,d of manifest and log, each found%n", all);
  }

  @Test
  void oneFindingDoesNotHideAnother() throws IOException {
    List<Path> files = storeFiles(disk);
    disk.flip(files.get(0), 20, 1);
    disk.delete(files.get(1));
    disk.flip(disk.list(DIRECTORY.resolve("log")).get(0), 60, 1);
    disk.put(DIRECTORY.resolve(TablesCopy.NAME), bytes("something else"));
    check(disk);
    assertThat(findings)
        .filteredOn(Finding::isFault)
        .extracting(Finding::file)
        .filteredOn(file -> !file.startsWith(SNAPSHOTS))
        .containsExactly(
            DIRECTORY.resolve(TablesCopy.NAME),
            files.get(0),
            files.get(1),
            disk.list(DIRECTORY.resolve("log")).get(0));
  }

  @Test
  void checksFilesAndLogWithoutAManifest() throws IOException {
    List<Path> files = storeFiles(disk);
    disk.flip(MANIFEST, 40, 1);
    disk.flip(files.get(0), 20, 1);
    CheckReport report = check(disk);
    assertThat(findings)
        .extracting(Finding::file)
        .filteredOn(file -> !file.startsWith(SNAPSHOTS))
        .containsExactly(MANIFEST, files.get(0));
    assertThat(report.storeFiles()).isEqualTo(16);
    disk.delete(MANIFEST);
    findings.clear();
    check(disk);
    assertThat(findings.get(0)).isEqualTo(Finding.error(MANIFEST, Finding.WHOLE, "is missing"));
  }

  @Test
  void tellsWhichFilesAreListedByNothing() throws IOException {
    Path file = storeFiles(disk).get(0);
    Path unlisted = file.resolveSibling("0".repeat(30) + "ff");
    Path other = file.resolveSibling("notes.txt");
    disk.put(unlisted, disk.get(file));
    disk.put(other, bytes("mine"));
    disk.put(DIRECTORY.resolve("more-notes.txt"), bytes("mine"));
    check(disk);
    assertThat(findings)
        .extracting(Finding::severity, Finding::file)
        .containsExactly(
            tuple(Severity.NOTE, unlisted),
            tuple(Severity.NOTE, other),
            tuple(Severity.NOTE, DIRECTORY.resolve("more-notes.txt")));
    assertThat(findings.get(0).what())
        .isEqualTo("the manifest does not list it; the next opening deletes it");
    Database.open(serial(disk, new ManualClock()).build()).discard();
    assertThat(disk.exists(unlisted)).as("what it says comes true").isFalse();
  }

  /** What no opening deletes is there until somebody has looked. */
  @Test
  void warnsOfAnUnlistedFileThatStays() throws IOException {
    Path file = storeFiles(disk).get(0);
    Path unlisted = file.resolveSibling("0".repeat(30) + "ff");
    disk.put(unlisted, disk.get(file));
    disk.createDirectories(DIRECTORY.resolve(StoreLayout.QUARANTINE_NAME));
    check(disk);
    assertThat(findings)
        .extracting(Finding::severity, Finding::file)
        .containsExactly(tuple(Severity.WARNING, unlisted));
    Database.open(serial(disk, new ManualClock()).build()).discard();
    assertThat(disk.exists(unlisted)).isTrue();
  }

  @Test
  void findsAFileThatIsNotOfItsRegionOrFamily() throws IOException {
    List<Path> files = storeFiles(disk);
    List<Path> g = files.stream().filter(it -> it.getParent().endsWith("g")).toList();
    List<Path> f = files.stream().filter(it -> it.getParent().endsWith("f")).toList();
    disk.put(f.get(0), disk.get(g.get(0)));
    assertThat(regionOf(f.get(1))).isNotEqualTo(regionOf(f.get(2)));
    disk.put(f.get(1), disk.get(f.get(2)));
    check(disk);
    assertThat(findings)
        .extracting(Finding::what)
        .allMatch(what -> what.contains("another file than the one that got this name"));
    assertThat(findings).extracting(Finding::file).containsOnly(f.get(0), f.get(1));
  }

  @Test
  void findsAGapAndAnOverlapOfRegions() throws IOException {
    Catalog whole = Manifest.read(disk, DIRECTORY).catalog();
    Catalog.RegionEntry first = whole.regionsOf(TABLE).get(0);
    Catalog.RegionEntry second = whole.regionsOf(TABLE).get(1);
    assertThat(faults(whole, new ManifestEdit.RegionRemoved(second.info().number())))
        .anyMatch(what -> what.contains("no region has its last rows"));
    assertThat(faults(whole, new ManifestEdit.RegionRemoved(first.info().number())))
        .anyMatch(what -> what.contains("a gap before"));
    assertThat(
            faults(
                whole,
                new ManifestEdit.RegionAdded(
                    new RegionInfo("t", second.info().range(), 1, whole.nextRegionNumber()))))
        .anyMatch(what -> what.contains("rows in two regions"));
    assertThat(
            faults(
                whole,
                new ManifestEdit.FilesChanged(
                    first.info().number(), "f", List.of("0".repeat(28) + "1234"), List.of(), 0)))
        .anyMatch(what -> what.contains("a name that is still to be given"))
        .anyMatch(what -> what.contains("is missing; the manifest lists it"));
  }

  private List<String> faults(Catalog catalog, ManifestEdit edit) throws IOException {
    CrashFileSystem changed = disk.copy();
    Catalog wrong = CatalogBuilder.from(catalog).applyAll(List.of(edit)).build();
    Manifest.write(changed, DIRECTORY, wrong);
    findings.clear();
    check(changed);
    return findings.stream().filter(Finding::isFault).map(Finding::what).toList();
  }

  @Test
  void notesWhatACrashLeaves() throws IOException {
    byte[] whole = disk.get(MANIFEST);
    disk.put(MANIFEST, Arrays.copyOf(whole, whole.length + 7));
    disk.put(DIRECTORY.resolve("MANIFEST.new"), new byte[3]);
    assertThat(check(disk).isClean()).isTrue();
    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Severity.NOTE, Severity.NOTE);
    assertThat(findings.get(0).offset()).isEqualTo(whole.length);
  }

  @Test
  void refusesAnOpenDatabaseAndOtherDirectories() throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    assertThatThrownBy(() -> DatabaseCheck.run(files, DIRECTORY, findings::add))
        .isInstanceOf(NoSuchFileException.class);
    files.createDirectories(DIRECTORY.resolve("pictures"));
    assertThatThrownBy(() -> DatabaseCheck.run(files, DIRECTORY, findings::add))
        .isInstanceOf(WrongKindException.class)
        .hasMessageContaining("it has no MANIFEST and no TABLES of a store");
    try (Database open = Database.open(serial(disk, new ManualClock()).build())) {
      assertThat(open.tableNames()).hasSize(1);
      assertThatThrownBy(() -> DatabaseCheck.run(disk, DIRECTORY, findings::add))
          .isInstanceOf(StoreInUseException.class);
    }
    check(disk);
    assertThat(findings).isEmpty();
  }

  /** The check at close is what finds in every test of the suite what a test leaves behind. */
  @Test
  void aDatabaseThatIsCheckedOnCloseFailsToClose() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).checkedOnClose(true).build());
    disk.flip(storeFiles(disk).get(0), 20, 1);
    assertThatThrownBy(database::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The check of the closed database found")
        .hasMessageContaining(storeFiles(disk).get(0).toString());
    database.close();
    assertThat(System.getProperty("rowan.check.on.close")).as("in tests").isEqualTo("true");
  }

  /** A crash may leave it; a database that was closed has no excuse. */
  @Test
  void aFileThatNothingListsFailsTheCloseToo() throws IOException {
    Database database = Database.open(serial(disk, new ManualClock()).checkedOnClose(true).build());
    Path file = storeFiles(disk).get(0);
    Path unlisted = file.resolveSibling("0".repeat(30) + "ff");
    disk.put(unlisted, disk.get(file));
    assertThatThrownBy(database::close)
        .hasMessageContaining("The check of the closed database found")
        .hasMessageContaining(unlisted.toString());
    database.close();
  }

  private CheckReport check(CrashFileSystem files) throws IOException {
    return DatabaseCheck.run(files, DIRECTORY, findings::add);
  }

  private static Path regionOf(Path file) {
    return file.getParent().getParent();
  }

  private static List<Path> storeFiles(CrashFileSystem disk) {
    return files(disk, DIRECTORY.resolve("data"));
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
