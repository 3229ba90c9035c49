package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names that are legal and whose directories would be longer than the disk takes: of the default
 * namespace, of another, of families and of snapshots, through the whole life of a table.
 */
class LongNamesTest {
  private static final LocalFileSystem FILES = new LocalFileSystem();

  /** 42 characters of three bytes: the most that a family can have. */
  private static final String FAMILY = "列".repeat(42) + "x";

  @TempDir private Path outside;

  /** Around the limit of 255 bytes, as letters and as escaped characters of three bytes. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 28, 29, 254, 255, 5_000})
  void aTableOfAnyNameLivesAndDies(int length) throws IOException {
    for (String letter : List.of("a", "表")) {
      String name = letter.repeat(length);
      Path directory = outside.resolve(letter.equals("a") ? "letters" : "characters");
      TableName table = new TableName("n" + name, "t" + name);
      TableName clone = TableName.of("c" + name);
      try (Database database = Database.open(StoreOfFiles.options(directory))) {
        database.createNamespace(new NamespaceDescriptor(table.namespace(), Map.of()));
        database.createTable(table(table, family("f"), family(FAMILY)), List.of());
        write(database, table, "a");
        database.flush(table);
        database.takeSnapshot(snapshot("s" + name, table), true);
        database.cloneSnapshot("s" + name, clone);
        write(database, table, "b");
      }
      Path backup = directory.resolveSibling("backup");
      assertThat(DatabaseCheck.run(FILES, directory, finding -> {}).isClean()).isTrue();
      StoreBackup.run(FILES, directory, backup, true);
      StoreOfFiles.deleteAll(backup);
      try (Database database = Database.open(StoreOfFiles.options(directory))) {
        assertThat(TestDatabase.scan(database, table)).hasSize(4);
        assertThat(TestDatabase.scan(database, clone)).hasSize(2);
        database.compact(table, null, true);
        database.deleteSnapshot("s" + name);
        for (TableName each : List.of(table, clone)) {
          database.disableTable(each);
          database.deleteTable(each);
        }
        database.deleteNamespace(table.namespace());
      }
      StoreOfFiles.deleteAll(directory);
    }
  }

  private static void write(Database database, TableName table, String row) throws IOException {
    database.table(table).locate(bytes(row)).write(put(row, "f:q=1", FAMILY + ":q=2"));
  }

  /** HBase's rule: the name of a region is a row of hbase:meta, and no longer than a row can be. */
  @Test
  void aRegionWhoseNameWouldBeTooLongIsRefused() throws IOException {
    byte[] longRow = "r".repeat(Short.MAX_VALUE).getBytes(UTF_8);
    try (Database database = Database.open(StoreOfFiles.options(outside.resolve("regions")))) {
      TableName table = TableName.of("t");
      assertThatThrownBy(() -> database.createTable(table(table, family("f")), List.of(longRow)))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("its start row 32767");
      String name = "t".repeat(Short.MAX_VALUE - 10);
      assertThatThrownBy(
              () -> database.createTable(table(TableName.of(name), family("f")), List.of()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("more than 32767");
      database.createTable(table(table, family("f")), List.of());
      database.table(table).locate(longRow).write(put("r".repeat(Short.MAX_VALUE), "f:q=1"));
      String region = database.table(table).locate(longRow).info().encodedName();
      assertThatThrownBy(() -> database.splitRegion(region, longRow))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("its start row 32767");
      assertThat(TestDatabase.scan(database, table)).hasSize(1);
    }
  }

  /** The manifest is lost, and with it the names; its copy has them. */
  @Test
  void aRepairFindsThemByTheCopy() throws IOException {
    TableName table = TableName.of("表".repeat(100));
    Path directory = outside.resolve("store");
    try (Database database = Database.open(StoreOfFiles.options(directory))) {
      database.createTable(table(table, family(FAMILY), family("f")), List.of());
      write(database, table, "a");
      database.flush(table);
    }
    Files.delete(directory.resolve("MANIFEST"));
    DatabaseRepair.run(
        FILES, directory, new UUID(7, 8), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    try (Database database = Database.open(StoreOfFiles.options(directory))) {
      assertThat(TestDatabase.scan(database, table)).hasSize(2);
    }
  }

  /** With both gone nobody knows the name: the files are kept, and the report says why. */
  @Test
  void aRepairWithoutTheCopyKeepsTheirFiles() throws IOException {
    TableName table = TableName.of("表".repeat(100));
    Path directory = outside.resolve("store");
    try (Database database = Database.open(StoreOfFiles.options(directory))) {
      database.createTable(table(table, family(FAMILY), family("f")), List.of());
      write(database, table, "a");
      database.flush(table);
    }
    Files.delete(directory.resolve("MANIFEST"));
    Files.delete(directory.resolve("TABLES"));
    DatabaseRepair.Outcome outcome =
        DatabaseRepair.run(
            FILES, directory, new UUID(7, 8), 1, DatabaseRepair.Missing.GIVE_UP, finding -> {});
    assertThat(outcome.actions()).anyMatch(it -> it.contains("too long"));
    try (Database database = Database.open(StoreOfFiles.options(directory))) {
      assertThat(database.tableNames()).isEmpty();
    }
    try (var kept = Files.walk(outcome.quarantine())) {
      assertThat(kept.filter(Files::isRegularFile).filter(StoreLayout::isStoreFile)).hasSize(2);
    }
  }

  @Test
  void namesThatNoRowKeyCouldHoldAreRefused() throws IOException {
    String name = "t".repeat(Short.MAX_VALUE + 1);
    try (Database database = Database.open(StoreOfFiles.options(outside.resolve("store")))) {
      database.createTable(table(TestDatabase.TABLE, family("f")), List.of());
      assertThatThrownBy(
              () -> database.createTable(table(TableName.of(name), family("f")), List.of()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("32768 bytes, more than 32767");
      assertThatThrownBy(() -> database.createNamespace(new NamespaceDescriptor(name, Map.of())))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("32768");
      assertThatThrownBy(() -> database.takeSnapshot(snapshot(name, TestDatabase.TABLE), true))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("32768");
      database.createTable(table(TableName.of(name.substring(52)), family("f")), List.of());
      write(database, TestDatabase.TABLE);
    }
  }

  private static void write(Database database, TableName table) throws IOException {
    database.table(table).locate(bytes("a")).write(put("a", "f:q=1"));
    database.flush(table);
  }
}
