package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.ManifestDump;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestImage;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A manifest is shown edit by edit, as far as it can be read, with all that edits have. */
class ManifestDumpTest {
  private static final Path MANIFEST = DIRECTORY.resolve("MANIFEST");

  private final CrashFileSystem disk = new CrashFileSystem();

  private DumpedParts written() throws IOException {
    try (Database database = Database.open(serial(disk, new ManualClock()).build())) {
      database.createNamespace(new NamespaceDescriptor("ns", Map.of("k", "v")));
      database.createTable(table(TABLE, family("f", "VERSIONS", "3")), List.of(bytes("m")));
      RowMutation unlogged = put("a", "f:q=1");
      unlogged.durability(Durability.SKIP_WAL);
      region(database, "a").write(unlogged);
      region(database, "a").write(put("b", "f:q=2"));
      database.takeSnapshot(snapshot("s", TABLE), true);
      database.setSwitch("balancer", false);
      database.deleteSnapshot("s");
      database.disableTable(TABLE);
      database.deleteTable(TABLE);
      database.deleteNamespace("ns");
    }
    return dump(DumpedParts.all());
  }

  private DumpedParts dump(DumpedParts sink) throws IOException {
    ManifestDump.show(disk, MANIFEST, sink);
    return sink;
  }

  @Test
  void showsEveryKindOfEditWithItsFields() throws IOException {
    DumpedParts dumped = written();
    assertThat(dumped.kinds()).startsWith("manifest", "record").endsWith("end");
    for (Class<?> kind : ManifestEdit.class.getPermittedSubclasses()) {
      if (kind != ManifestEdit.RegionRemoved.class) { // a table goes with its regions
        assertThat(dumped.kinds()).contains(kind.getSimpleName());
      }
    }
    assertThat(dumped.last("TablePut").fields().get("table").toString())
        .contains("name=t", "VERSIONS=3");
    assertThat(dumped.last("RegionAdded").fields().get("region").toString())
        .contains("number=", "range=");
    assertThat(dumped.last("SnapshotTaken").fields().get("snapshot").toString())
        .contains("name=s", "flushedSequence=2");
    assertThat(dumped.last("end").fields())
        .containsEntry("tables", 0)
        .containsEntry("unforcedBytesBehind", 0L);
    assertThat(dumped.cells()).isEmpty();
    assertThat(dump(new DumpedParts(false, false, 100)).kinds()).containsExactly("manifest", "end");
  }

  @Test
  void damageIsNamedBehindTheRecordsBeforeIt() throws IOException {
    int whole = written().parts().size();
    disk.flip(MANIFEST, disk.get(MANIFEST).length / 2, 4);
    DumpedParts half = DumpedParts.all();
    assertThatThrownBy(() -> dump(half))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(MANIFEST.toString());
    assertThat(half.parts()).hasSizeBetween(3, whole - 1);
  }

  /** In a file of one record nothing stands behind the damage that says how much is whole. */
  @Test
  void damageInTheOnlyRecordIsDamageToo() throws IOException {
    DumpedParts dumped = written();
    assertThat(dumped.kinds()).isNotEmpty();
    Path tables = DIRECTORY.resolve("TABLES");
    disk.flip(tables, disk.get(tables).length / 2, 4);
    assertThatThrownBy(() -> ManifestDump.show(disk, tables, DumpedParts.all()))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(tables.toString());
  }

  /** Whoever reads a manifest finds it damaged, whichever record it lacks. */
  @Test
  void aManifestWithoutTheStoresIdIsDamaged() throws IOException {
    disk.createDirectories(DIRECTORY);
    disk.put(MANIFEST, ManifestBytes.manifest(List.of(new ManifestEdit.NumbersReserved(9, 9))));
    for (ThrowingCallable read :
        List.<ThrowingCallable>of(
            () -> Manifest.read(disk, DIRECTORY),
            () -> ManifestImage.read(disk, DIRECTORY),
            () -> ManifestDump.show(disk, MANIFEST, DumpedParts.all()))) {
      assertThatThrownBy(read)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(MANIFEST.toString())
          .hasMessageContaining("no record has the store's id");
    }
  }
}
