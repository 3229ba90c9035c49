package io.rowandb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.fuzz.FuzzTarget;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FramedFile;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.ReadLimit;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.FamilyAttributes;
import io.rowandb.engine.settings.FamilyKeys;
import io.rowandb.engine.settings.TableAttributes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A manifest, and the attributes of its tables: what is read is written as a new manifest by the
 * first edit, and read again from that it is the same.
 */
public final class ManifestTarget implements FuzzTarget {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.builder(Path.of("store")).build();

  private static final int MAX_READS = 10_000;
  private static final Path DIRECTORY = Path.of("/store");
  private static final Path FILE = DIRECTORY.resolve("MANIFEST");
  private static final UUID ID = new UUID(1, 2);

  /** Has nothing to hold. */
  public ManifestTarget() {}

  @Override
  public void run(byte[] input) throws IOException {
    List<byte[]> made = FramedFile.files(input, ManifestBytes.MAGIC, ManifestBytes.VERSION);
    MemoryFileSystem disk = new MemoryFileSystem();
    disk.createDirectories(DIRECTORY);
    try (AppendFile file = disk.create(FILE)) {
      byte[] bytes = made.isEmpty() ? input : made.get(0);
      file.write(bytes, 0, bytes.length);
    }
    ReadLimit files = new ReadLimit(disk, MAX_READS);
    byte[] read;
    try (Manifest manifest = Manifest.open(files, DIRECTORY, ID)) {
      read = content(manifest);
      manifest.append(List.of());
    }
    try (Manifest again = Manifest.open(files, DIRECTORY, ID)) {
      assertThat(content(again)).isEqualTo(read);
      for (Catalog.Table table : again.catalog().tables().values()) {
        readAttributes(table.descriptor());
      }
    }
  }

  private static byte[] content(Manifest manifest) {
    return ManifestBytes.content(manifest.catalog());
  }

  /** As when a region is opened. */
  private static void readAttributes(TableDescriptor table) throws IOException {
    boolean checks = !TableAttributes.waivesChecks(table);
    TableAttributes.check(table, checks, OPTIONS);
    assertThat(TableAttributes.maxCellBytes(table, 1)).isNotNegative();
    for (FamilyDescriptor family : table.families()) {
      FamilyKeys keys = new FamilyKeys(OPTIONS, table, family);
      assertThat(FamilyAttributes.read(family, checks, OPTIONS, keys)).isNotNull();
    }
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    MemoryFileSystem disk = new MemoryFileSystem();
    DatabaseOptions options =
        DatabaseOptions.builder(DIRECTORY)
            .fileSystem(disk)
            .newStoreId(ID)
            .backgroundThreads(0)
            .build();
    try (Database database = Database.open(options)) {
      database.createNamespace(new NamespaceDescriptor("ns", Map.of("a", "b")));
      TableName name = TableName.of("ns:t");
      FamilyDescriptor plain =
          TestDatabase.family(
              "f", "VERSIONS", "3", "TTL", "9", "BLOOMFILTER", "ROWCOL", "COMPRESSION", "GZ");
      FamilyDescriptor other =
          TestDatabase.family("g", "KEEP_DELETED_CELLS", "TTL", "BLOCKSIZE", "2048");
      database.createTable(
          new TableDescriptor(
              name, List.of(plain, other), Map.of("hbase.server.keyvalue.maxsize", "100")),
          List.of(TestDatabase.bytes("s")));
      database.table(name).locate(TestDatabase.bytes("r")).write(TestDatabase.put("r", "f:q=v"));
      database.takeSnapshot(new SnapshotDescriptor("s", name, 1, 2, Map.of("k", "v")), true);
      database.createTable(TestDatabase.table(TestDatabase.TABLE, plain), List.of());
      database.disableTable(TestDatabase.TABLE);
      database.deleteTable(TestDatabase.TABLE);
    }
    return List.of(FramedFile.input(disk, List.of(FILE)));
  }
}
