package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.CareAccess;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole store file in the place of another one is not taken for it. */
@Tag("slow")
class ExchangedFilesTest {
  private static final TableName OTHER = TableName.of("other");

  private final MemoryFileSystem disk = new MemoryFileSystem();
  private final List<Path> files = new ArrayList<>();

  private Database open() throws IOException {
    return Database.open(serial(disk, new ManualClock()).build());
  }

  /**
   * Two tables with the same rows, families and regions, flushed twice, once compacted and then
   * split; with a bulk load, a snapshot and a clone of it.
   */
  private void fill() throws IOException {
    try (Database database = open()) {
      for (TableName name : List.of(TABLE, OTHER)) {
        database.createTable(table(name, family("f"), family("g")), List.of(bytes("m")));
        for (String tag : List.of("1", "2")) {
          for (String row : List.of("a", "b", "n", "o")) {
            database.table(name).locate(bytes(row)).write(put(row, "f:q=v" + tag, "g:q=w" + tag));
          }
          database.flush(name);
        }
      }
      database.compact(OTHER, null, true);
      String first = database.table(TABLE).regions().get(0).info().encodedName();
      database.splitRegion(first, bytes("b"));
      database.takeSnapshot(snapshot("s", TABLE), true);
      database.cloneSnapshot("s", TableName.of("clone"));
    }
    Catalog catalog = Manifest.read(disk, DIRECTORY).catalog();
    files.addAll(new StoreLayout(disk, DIRECTORY).storeFiles(catalog));
  }

  private byte[] content(Path file) throws IOException {
    try (RandomReadFile open = disk.open(file)) {
      byte[] content = new byte[(int) open.size()];
      open.readFully(0, content, 0, content.length);
      return content;
    }
  }

  private void copy(Path from, Path to) throws IOException {
    disk.delete(to);
    try (RandomReadFile open = disk.open(from)) {
      FileCopy.copy(open, open.size(), disk, to);
    }
  }

  private List<Finding> errors() throws IOException {
    List<Finding> errors = new ArrayList<>();
    CareAccess.checkUnlocked(
        disk,
        DIRECTORY,
        finding -> {
          if (finding.severity() == Finding.Severity.ERROR) {
            errors.add(finding);
          }
        });
    return errors;
  }

  @Test
  void eachFileInThePlaceOfEachOtherIsNoticed() throws IOException {
    fill();
    Path kept = Path.of("/kept");
    int exchanges = 0;
    for (Path to : files) {
      disk.rename(to, kept);
      for (Path from : files) {
        byte[] content = content(from.equals(to) ? kept : from);
        boolean same = Arrays.equals(content, content(kept));
        if (!same) {
          copy(from, to);
          assertThat(errors()).as("%s over %s", from, to).isNotEmpty();
          assertThat(errors().get(0).file()).isEqualTo(to);
          if (to.startsWith(DIRECTORY.resolve("data"))) {
            assertThatThrownBy(() -> open().close())
                .as("%s over %s", from, to)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(to.toString());
          }
          exchanges++;
        }
      }
      disk.rename(kept, to);
    }
    assertThat(errors()).isEmpty();
    assertThat(exchanges).isGreaterThan(200);
  }

  /** The rows that the table has are given up for the snapshot's only when those can be read. */
  @Test
  void aRestoreFromAStrangersFileLeavesTheTableAsItWas() throws IOException {
    fill();
    Path ofSnapshot = first("snapshot/s");
    Path saved = Path.of("/saved");
    copy(ofSnapshot, saved);
    copy(first("data/default/other"), ofSnapshot);
    try (Database database = open()) {
      List<String> rows = scan(database);
      database.disableTable(TABLE);
      assertThatThrownBy(() -> database.restoreSnapshot("s"))
          .isInstanceOf(CorruptFileException.class);
      database.enableTable(TABLE);
      assertThat(rows).isNotEmpty();
      assertThat(scan(database)).isEqualTo(rows);
      copy(saved, ofSnapshot); // since closing checks
    }
  }

  private Path first(String directory) {
    return files.stream()
        .filter(file -> file.startsWith(DIRECTORY.resolve(directory)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRepairTakesTheStrangerAway() throws IOException {
    fill();
    List<Path> ofTable =
        files.stream()
            .filter(file -> file.startsWith(DIRECTORY.resolve("data/default/other")))
            .toList();
    copy(files.get(0), ofTable.get(0));
    DatabaseRepair.run(
        disk, DIRECTORY, new UUID(7, 7), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    assertThat(errors()).isEmpty();
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(8);
    }
  }

  /** Gives the files of tables the names that a release before this gave them. */
  private void nameAsBefore() throws IOException {
    Catalog catalog = Manifest.read(disk, DIRECTORY).catalog();
    CatalogBuilder builder = CatalogBuilder.from(catalog);
    files.clear();
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      for (String family : region.families().keySet()) {
        List<String> names = region.families().get(family).files();
        List<String> old = names.stream().map(it -> "0".repeat(16) + it.substring(0, 16)).toList();
        Path directory = new StoreLayout(disk, DIRECTORY).familyDirectory(region.info(), family);
        for (int i = 0; i < old.size(); i++) {
          files.add(directory.resolve(old.get(i)));
          disk.rename(directory.resolve(names.get(i)), files.get(files.size() - 1));
        }
        builder.apply(new ManifestEdit.FilesChanged(region.info().number(), family, old, names, 0));
      }
    }
    disk.delete(DIRECTORY.resolve("MANIFEST"));
    Manifest.write(disk, DIRECTORY, builder.build());
  }

  @Test
  void filesOfAnOlderReleaseKeepTheirNames() throws IOException {
    fill();
    nameAsBefore();
    try (Database database = open()) {
      assertThat(scan(database)).hasSize(8);
      database.splitRegion(database.table(TABLE).regions().get(2).info().encodedName(), bytes("o"));
      database.compact(TABLE, null, true);
      assertThat(scan(database)).hasSize(8);
    }
    assertThat(errors()).isEmpty();
  }

  /** Without a digest the check still sees what is of another family or region. */
  @Test
  void filesOfAnOlderReleaseAreHeldAgainstFamilyAndRegion() throws IOException {
    fill();
    nameAsBefore();
    List<Path> ofTable =
        files.stream()
            .filter(it -> it.startsWith(DIRECTORY.resolve("data/default/other")))
            .toList();
    Path f = ofTable.stream().filter(it -> it.getParent().endsWith("f")).findFirst().orElseThrow();
    Path g = ofTable.stream().filter(it -> it.getParent().endsWith("g")).findFirst().orElseThrow();
    Path elsewhere =
        ofTable.stream()
            .filter(it -> it.getParent().endsWith("g") && !it.equals(g))
            .findFirst()
            .orElseThrow();
    copy(g, f);
    copy(elsewhere, g);
    assertThat(errors())
        .extracting(Finding::what)
        .anyMatch(what -> what.contains("is not of family f"))
        .anyMatch(what -> what.contains("has no row of the range of its region"));
  }
}
