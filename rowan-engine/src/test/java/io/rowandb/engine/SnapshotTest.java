package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots are taken, listed, cloned, restored and deleted, and are not disturbed by tables. */
class SnapshotTest {
  private static final TableName CLONE = TableName.of("clone");

  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
  private final ManualClock clock = new ManualClock();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    database = Database.open(serial(files, clock).build());
    database.createTable(table(TABLE, family("f"), family("g")), List.of(bytes("m")));
    write("a", "1");
    write("z", "1");
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  private void reopen() throws IOException {
    database.close();
    database = Database.open(serial(files, clock).build());
  }

  private void write(String row, String value) throws IOException {
    region(database, row).write(putAt(1, row, "f:q=" + value, "g:q=" + value));
  }

  private static List<String> rows(String... rowAndValue) {
    return Stream.of(rowAndValue)
        .flatMap(
            it -> {
              String row = it.substring(0, 1);
              String value = it.substring(1);
              return Stream.of(row + "/f:q@1=" + value, row + "/g:q@1=" + value);
            })
        .toList();
  }

  private static void refused(Reason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }

  @Test
  void aCloneHasTheTableAsItWas() throws IOException {
    database.takeSnapshot(snapshot("s", TABLE), true);
    write("a", "2");
    write("b", "2");
    database.cloneSnapshot("s", CLONE);
    assertThat(scan(database, CLONE)).isEqualTo(rows("a1", "z1"));
    assertThat(scan(database)).isEqualTo(rows("a2", "b2", "z1"));
    TableView clone = database.table(CLONE);
    assertThat(clone.enabled()).isTrue();
    assertThat(clone.descriptor().families())
        .isEqualTo(database.table(TABLE).descriptor().families());
    assertThat(clone.regions().stream().map(r -> r.info().range().toString()))
        .containsExactly("[, m)", "[m, )");
    clone.locate(bytes("c")).write(putAt(1, "c", "f:q=3", "g:q=3"));
    reopen();
    assertThat(scan(database, CLONE)).isEqualTo(rows("a1", "c3", "z1"));
    assertThat(scan(database)).isEqualTo(rows("a2", "b2", "z1"));
  }

  @Test
  void outlivesItsTableAndTheTablesMadeOfIt() throws IOException {
    database.takeSnapshot(snapshot("s", TABLE), true);
    write("a", "2");
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    reopen();
    assertThat(database.snapshots()).containsExactly(snapshot("s", TABLE));
    database.cloneSnapshot("s", TABLE);
    assertThat(scan(database)).isEqualTo(rows("a1", "z1"));
    database.compact(TABLE, null, true);
    database.cloneSnapshot("s", CLONE);
    database.deleteSnapshot("s");
    assertThat(database.snapshots()).isEmpty();
    assertThat(files.list(Path.of("/store/snapshot"))).isEmpty();
    reopen();
    assertThat(scan(database)).isEqualTo(rows("a1", "z1"));
    assertThat(scan(database, CLONE)).isEqualTo(rows("a1", "z1"));
  }

  /** Its sequence ids are the only high ones left when the log starts again. */
  @Test
  void aCloneIsSeenWholeThoughItsTableIsLongGone() throws IOException {
    for (int i = 0; i < 20; i++) {
      write("a", "x" + i);
    }
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    reopen();
    database.cloneSnapshot("s", CLONE);
    assertThat(scan(database, CLONE)).isEqualTo(rows("ax19", "z1"));
  }

  @Test
  void withoutAFlushItHasWhatIsInFiles() throws IOException {
    database.takeSnapshot(snapshot("empty", TABLE), false);
    database.flush(TABLE);
    write("a", "2");
    database.takeSnapshot(snapshot("s", TABLE), false);
    database.cloneSnapshot("s", CLONE);
    assertThat(scan(database, CLONE)).isEqualTo(rows("a1", "z1"));
    database.cloneSnapshot("empty", TableName.of("e"));
    assertThat(scan(database, TableName.of("e"))).isEmpty();
  }

  /** The daughters' files have rows of each other, and so do the snapshot's and the clone's. */
  @Test
  void aSnapshotOfDaughtersHasEachRowOnce() throws IOException {
    for (String row : List.of("b", "c", "d", "e")) {
      write(row, "1");
    }
    database.splitRegion(region(database, "a").info().encodedName(), bytes("c"));
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.compact(TABLE, null, true);
    database.cloneSnapshot("s", CLONE);
    List<String> all = rows("a1", "b1", "c1", "d1", "e1", "z1");
    assertThat(scan(database, CLONE)).isEqualTo(all);
    assertThat(database.table(CLONE).regions().stream().map(r -> r.info().range().toString()))
        .containsExactly("[, c)", "[c, m)", "[m, )");
    database.compact(CLONE, null, true);
    reopen();
    assertThat(scan(database, CLONE)).isEqualTo(all);
    database.disableTable(TABLE);
    database.restoreSnapshot("s");
    database.enableTable(TABLE);
    assertThat(scan(database)).isEqualTo(all);
  }

  @Test
  void restoresADisabledTable() throws IOException {
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.modifyTable(
        new TableDescriptor(TABLE, List.of(family("f"), family("h")), Map.of("MAX", "1")));
    region(database, "b").write(putAt(1, "b", "h:q=2"));
    refused(Reason.TABLE_NOT_DISABLED, "must be disabled", () -> database.restoreSnapshot("s"));
    try (RegionScanner open = region(database, "a").scan(ScanSpec.builder().build())) {
      database.disableTable(TABLE);
      database.restoreSnapshot("s");
      assertThat(open).isNotNull();
    }
    assertThat(database.table(TABLE).enabled()).isFalse();
    database.enableTable(TABLE);
    assertThat(scan(database)).isEqualTo(rows("a1", "z1"));
    assertThat(database.table(TABLE).descriptor())
        .isEqualTo(table(TABLE, family("f"), family("g")));
    write("a", "3");
    reopen();
    assertThat(scan(database)).isEqualTo(rows("a3", "z1"));
    assertThat(database.stats().orphanFiles()).isZero();
  }

  @Test
  void isTakenOfADisabledTableToo() throws IOException {
    database.disableTable(TABLE);
    database.takeSnapshot(snapshot("s", TABLE), true);
    database.cloneSnapshot("s", CLONE);
    assertThat(scan(database, CLONE)).isEqualTo(rows("a1", "z1"));
  }

  @Test
  void refusesWhatIsNotThereOrThereAlready() throws IOException {
    database.takeSnapshot(snapshot("s", TABLE), true);
    refused(
        Reason.SNAPSHOT_EXISTS,
        "s already exists",
        () -> database.takeSnapshot(snapshot("s", TABLE), true));
    refused(
        Reason.TABLE_NOT_FOUND,
        "u not found",
        () -> database.takeSnapshot(snapshot("t", TableName.of("u")), true));
    refused(Reason.SNAPSHOT_NOT_FOUND, "x does not", () -> database.deleteSnapshot("x"));
    refused(Reason.SNAPSHOT_NOT_FOUND, "x does not", () -> database.restoreSnapshot("x"));
    refused(Reason.SNAPSHOT_NOT_FOUND, "x does not", () -> database.cloneSnapshot("x", CLONE));
    refused(Reason.TABLE_EXISTS, "t already", () -> database.cloneSnapshot("s", TABLE));
    refused(
        Reason.NAMESPACE_NOT_FOUND,
        "no:t not found",
        () -> database.cloneSnapshot("s", TableName.of("no:t")));
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    refused(Reason.TABLE_NOT_FOUND, "t not found", () -> database.restoreSnapshot("s"));
    assertThatThrownBy(() -> snapshot("a/b", TABLE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a/b");
  }

  @Test
  void isNotUsedWhenItsTimeIsOver() throws IOException {
    database.takeSnapshot(
        new SnapshotDescriptor("s", TABLE, clock.millis(), 5_000, Map.of("k", "v")), true);
    clock.advance(5_000);
    reopen();
    assertThat(database.snapshots().get(0).attributes()).containsEntry("k", "v");
    database.cloneSnapshot("s", CLONE);
    clock.advance(1);
    refused(
        Reason.SNAPSHOT_EXPIRED,
        "5000 ms",
        () -> database.cloneSnapshot("s", TableName.of("late")));
    database.disableTable(TABLE);
    refused(Reason.SNAPSHOT_EXPIRED, "5000 ms", () -> database.restoreSnapshot("s"));
  }

  /** Writes come between the flush and the links, and a compaction takes the files away. */
  @Test
  void aRegionsCutIsOneMomentThoughFilesComeAndGo() throws IOException {
    files.hook(
        (operation, path) -> {
          if (operation.equals("link")) {
            files.hook((o, p) -> {});
            write("a", "2");
            database.flush(TABLE);
            database.compact(TABLE, null, true);
          }
        });
    database.takeSnapshot(snapshot("s", TABLE), true);
    assertThat(scan(database)).isEqualTo(rows("a2", "z1"));
    database.cloneSnapshot("s", CLONE);
    assertThat(scan(database, CLONE)).contains("a/f:q@1=1", "a/g:q@1=1");
  }

  @Test
  void leavesNothingWhenADiskRefusesALink() throws IOException {
    int[] links = {0};
    files.hook(
        (operation, path) -> {
          if (operation.equals("link") && ++links[0] == 3) {
            throw new IOException("no more names");
          }
        });
    assertThatThrownBy(() -> database.takeSnapshot(snapshot("s", TABLE), true))
        .hasMessage("no more names");
    assertThat(database.snapshots()).isEmpty();
    database.takeSnapshot(snapshot("s", TABLE), true);
    links[0] = 0;
    assertThatThrownBy(() -> database.cloneSnapshot("s", CLONE)).hasMessage("no more names");
    assertThat(database.table(CLONE)).isNull();
    database.disableTable(TABLE);
    links[0] = 0;
    assertThatThrownBy(() -> database.restoreSnapshot("s")).hasMessage("no more names");
    database.enableTable(TABLE);
    assertThat(scan(database)).isEqualTo(rows("a1", "z1"));
    reopen();
    assertThat(database.stats().orphanFiles()).isZero();
    assertThat(database.snapshots()).hasSize(1);
  }

  @Test
  void takesNoSpaceOnALocalDisk(@TempDir Path directory) throws IOException {
    DatabaseOptions options =
        DatabaseOptions.builder(directory.resolve("store"))
            .fileSystem(new LocalFileSystem())
            .clock(clock)
            .backgroundThreads(0)
            .build();
    try (Database local = Database.open(options)) {
      local.createTable(table(TABLE, family("f")), List.of());
      local.table(TABLE).locate(bytes("a")).write(putAt(1, "a", "f:q=v"));
      local.takeSnapshot(snapshot("s", TABLE), true);
      local.cloneSnapshot("s", CLONE);
      try (Stream<Path> all = Files.walk(options.directory())) {
        List<Path> storeFiles =
            all.filter(it -> it.getFileName().toString().matches("[0-9a-f]{32}"))
                .filter(Files::isRegularFile)
                .toList();
        assertThat(storeFiles).hasSize(3);
        Object inode = Files.getAttribute(storeFiles.get(0), "unix:ino");
        for (Path file : storeFiles) {
          assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(inode);
        }
      }
    }
  }
}
