package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and namespaces come, change and go. */
class SchemaTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final ManualClock clock = new ManualClock();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    database = Database.open(serial(files, clock).build());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void cutsATableAtItsSplitKeys() throws IOException {
    database.createTable(table(TABLE, family("f")), List.of(bytes("m"), bytes("c")));
    TableView view = database.table(TABLE);
    assertThat(view.regions().stream().map(r -> r.info().range().toString()))
        .containsExactly("[, c)", "[c, m)", "[m, )");
    assertThat(view.locate(bytes("c"))).isSameAs(view.regions().get(1));
    assertThat(view.locate(bytes("zz"))).isSameAs(view.regions().get(2));
    refused(
        Reason.BAD_REQUEST,
        "duplicate: x",
        () ->
            database.createTable(
                table(TableName.of("u"), family("f")), List.of(bytes("x"), bytes("x"))));
    refused(
        Reason.BAD_REQUEST,
        "Empty split key",
        () -> database.createTable(table(TableName.of("u"), family("f")), List.of(new byte[0])));
    refused(
        Reason.TABLE_EXISTS,
        "t already exists",
        () -> database.createTable(table(TABLE, family("f")), List.of()));
    refused(
        Reason.BAD_REQUEST,
        "hbase:meta is derived",
        () -> database.createTable(table(TableName.META, family("f")), List.of()));
    reopen();
    assertThat(database.table(TABLE).regions()).hasSize(3);
  }

  @Test
  void disablesAndEnables() throws IOException {
    database.createTable(table(TABLE, family("f")), List.of());
    var region = region(database, "r");
    region.write(putAt(1, "r", "f:q=v"));
    database.disableTable(TABLE);
    assertThat(database.table(TABLE).enabled()).isFalse();
    assertThat(database.table(TABLE).regions()).hasSize(1);
    refused(Reason.REGION_CLOSED, "closed", () -> region.write(put("r", "f:q=w")));
    refused(Reason.TABLE_NOT_ENABLED, "disabled", () -> database.disableTable(TABLE));
    reopen();
    assertThat(database.table(TABLE).enabled()).isFalse();
    database.enableTable(TABLE);
    assertThat(scan(database)).containsExactly("r/f:q@1=v");
    refused(Reason.TABLE_NOT_DISABLED, "not disabled", () -> database.enableTable(TABLE));
  }

  @Test
  void deletesATableWithItsFiles() throws IOException {
    database.createTable(table(TABLE, family("f")), List.of());
    region(database, "r").write(put("r", "f:q=v"));
    refused(Reason.TABLE_NOT_DISABLED, "must be disabled", () -> database.deleteTable(TABLE));
    database.disableTable(TABLE);
    database.deleteTable(TABLE);
    assertThat(database.tableNames()).isEmpty();
    assertThat(files.list(Path.of("/store/data/default"))).isEmpty();
    refused(Reason.TABLE_NOT_FOUND, "t not found", () -> database.deleteTable(TABLE));
  }

  @Test
  void truncatesWithAndWithoutSplits() throws IOException {
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    region(database, "r").write(put("r", "f:q=v"));
    String before = region(database, "r").info().encodedName();
    database.disableTable(TABLE);
    database.truncateTable(TABLE, true);
    assertThat(database.table(TABLE).enabled()).isTrue();
    assertThat(database.table(TABLE).regions()).hasSize(2);
    assertThat(scan(database)).isEmpty();
    assertThat(region(database, "r").info().encodedName())
        .as("a directory of its own, though the clock stood still")
        .isNotEqualTo(before);
    database.disableTable(TABLE);
    database.truncateTable(TABLE, false);
    assertThat(database.table(TABLE).regions()).hasSize(1);
    reopen();
    assertThat(scan(database)).isEmpty();
  }

  @Test
  void letsFamiliesComeAndGoWithTheirData() throws IOException {
    database.createTable(table(TABLE, family("a"), family("b")), List.of());
    region(database, "r").write(putAt(1, "r", "a:q=1", "b:q=1"));
    database.flush(TABLE);
    region(database, "r").write(putAt(2, "r", "a:q=2", "b:q=2"));
    database.modifyTable(table(TABLE, family("a", "VERSIONS", "5"), family("c")));
    assertThat(get(database, "r", 9)).containsExactly("a:q@2=2", "a:q@1=1");
    refused(Reason.FAMILY_NOT_FOUND, "b", () -> region(database, "r").write(put("r", "b:q=1")));
    region(database, "r").write(putAt(3, "r", "c:q=3"));
    database.modifyTable(table(TABLE, family("a", "VERSIONS", "5"), family("b"), family("c")));
    assertThat(get(database, "r", 9))
        .as("a family that comes back is empty")
        .containsExactly("a:q@2=2", "a:q@1=1", "c:q@3=3");
    reopen();
    assertThat(get(database, "r", 9)).containsExactly("a:q@2=2", "a:q@1=1", "c:q@3=3");
  }

  @Test
  void changesADisabledTableToo() throws IOException {
    database.createTable(table(TABLE, family("a"), family("b")), List.of());
    region(database, "r").write(putAt(1, "r", "a:q=1", "b:q=1"));
    database.disableTable(TABLE);
    database.modifyTable(table(TABLE, family("b")));
    database.enableTable(TABLE);
    assertThat(scan(database)).containsExactly("r/b:q@1=1");
  }

  @Test
  void keepsATransientTableInMemoryOnly() throws IOException {
    TableName meta = TableName.of("hbase:meta");
    database.createTransientTable(table(meta, family("info")));
    database.table(meta).regions().get(0).write(put("r", "info:q=v"));
    assertThat(database.tableNames()).isEmpty();
    database.flush(meta);
    database.compact(meta, null, true);
    reopen();
    assertThat(database.table(meta)).isNull();
    assertThat(database.stats().recoveredEntries()).isZero();
  }

  @Test
  void keepsNamespacesByHBasesRules() throws IOException {
    assertThat(database.namespaces().stream().map(NamespaceDescriptor::name))
        .containsExactly("default", "hbase");
    TableName inside = TableName.of("ns:t");
    refused(
        Reason.NAMESPACE_NOT_FOUND,
        "ns",
        () -> database.createTable(table(inside, family("f")), List.of()));
    database.createNamespace(new NamespaceDescriptor("ns", Map.of("k", "v")));
    refused(
        Reason.NAMESPACE_EXISTS,
        "ns",
        () -> database.createNamespace(new NamespaceDescriptor("ns", Map.of())));
    database.createTable(table(inside, family("f")), List.of());
    refused(Reason.NAMESPACE_CONSTRAINT, "1 tables", () -> database.deleteNamespace("ns"));
    refused(Reason.NAMESPACE_CONSTRAINT, "Reserved", () -> database.deleteNamespace("default"));
    refused(Reason.NAMESPACE_CONSTRAINT, "Reserved", () -> database.deleteNamespace("hbase"));
    refused(Reason.NAMESPACE_NOT_FOUND, "gone", () -> database.deleteNamespace("gone"));
    refused(
        Reason.BAD_REQUEST,
        "a-b",
        () -> database.createNamespace(new NamespaceDescriptor("a-b", Map.of())));
    database.disableTable(inside);
    database.deleteTable(inside);
    database.modifyNamespace(new NamespaceDescriptor("ns", Map.of("k", "w")));
    reopen();
    assertThat(database.namespaces()).contains(new NamespaceDescriptor("ns", Map.of("k", "w")));
    database.deleteNamespace("ns");
    assertThat(database.namespaces()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "VERSIONS, 0, between 1",
    "VERSIONS, many, a whole number",
    "MIN_VERSIONS, 2, at most VERSIONS",
    "TTL, 0, between 1",
    "BLOCKSIZE, 100, between 1024",
    "COMPRESSION, BZIP2, one of",
    "BLOOMFILTER, MAYBE, ROWCOL",
    "io.storefile.bloom.error.rate, 0.9, to 0.5",
    "io.storefile.bloom.error.rate, 1e-8, from 1.0E-7",
    "CONFIGURATION:io.storefile.bloom.max.fold, many, a whole number",
    "BLOCKCACHE, yes, true or false",
    "KEEP_DELETED_CELLS, SOME, one of",
    "DATA_BLOCK_ENCODING, ROT13, one of",
    "REPLICATION_SCOPE, 7, between 0",
    "ENCRYPTION, AES, no master key is known",
    "ENCRYPTION, ROT13, AES",
    "ENCRYPTION, '', AES",
    "IS_MOB, perhaps, true or false",
    "MOB_THRESHOLD, -1, at least 0",
    "MOB_THRESHOLD, much, a whole number"
  })
  void refusesAttributesThatBreakARule(String name, String value, String rule) {
    refused(
        Reason.BAD_REQUEST,
        rule,
        () -> database.createTable(table(TABLE, family("f", name, value)), List.of()));
    assertThatThrownBy(
            () -> database.createTable(table(TABLE, family("f", name, value)), List.of()))
        .hasMessageContaining(name)
        .hasMessageContaining("\"" + value + "\"");
    assertThat(database.tableNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "RowPrefixBloomFilter.other, 3, must be set for",
    "CONFIGURATION:RowPrefixBloomFilter.prefix_length, 0, between 1",
    "RowPrefixBloomFilter.prefix_length, 32768, between 1"
  })
  void aFilterOfPrefixesNeedsTheirLength(String name, String value, String rule) {
    FamilyDescriptor family = family("f", "BLOOMFILTER", "ROWPREFIX_FIXED_LENGTH", name, value);
    refused(Reason.BAD_REQUEST, rule, () -> database.createTable(table(TABLE, family), List.of()));
    assertThat(database.tableNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TTL, FOREVER",
    "TTL, 2147483647",
    "KEEP_DELETED_CELLS, ttl",
    "COMPRESSION, zstd",
    "DATA_BLOCK_ENCODING, FAST_DIFF",
    "BLOOMFILTER, ROWCOL",
    "IS_MOB, TRUE",
    "MOB_THRESHOLD, 0",
    "SOMETHING_OF_THE_USER, x"
  })
  void acceptsHBasesForms(String name, String value) throws IOException {
    database.createTable(table(TABLE, family("f", name, value)), List.of());
    region(database, "r").write(putAt(1, "r", "f:q=v"));
    database.flush(TABLE);
    assertThat(scan(database)).containsExactly("r/f:q@1=v");
    assertThat(database.table(TABLE).descriptor().families().get(0).attributes())
        .containsEntry(name, value);
  }

  @ParameterizedTest
  @CsvSource({
    "REGION_REPLICATION, 0, at least 1",
    "MAX_FILESIZE, 1024, at least 2097152",
    "MEMSTORE_FLUSHSIZE, 1024, at least 1048576",
    "hbase.server.keyvalue.maxsize, 1 MB, a whole number"
  })
  void refusesAttributesOfATableThatBreakARule(String name, String value, String rule) {
    refused(
        Reason.BAD_REQUEST,
        name + " of table t is \"" + value + "\", must be " + rule,
        () -> database.createTable(withAttribute(name, value), List.of()));
  }

  @Test
  void aTableMayWaiveTheChecksOfItsAttributes() throws IOException {
    TableDescriptor table = withAttribute("MEMSTORE_FLUSHSIZE", "1024");
    Map<String, String> attributes = new TreeMap<>(table.attributes());
    attributes.put("hbase.table.sanity.checks", "false");
    database.createTable(
        new TableDescriptor(table.name(), table.families(), attributes), List.of());
    assertThat(database.table(TABLE).regions()).hasSize(1);
  }

  private static TableDescriptor withAttribute(String name, String value) {
    return new TableDescriptor(TABLE, List.of(family("f")), Map.of(name, value));
  }

  private void reopen() throws IOException {
    database.close();
    open();
  }

  private static void refused(Reason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }

  @Test
  void takesNoWritesWhenItIsUnknownWhetherATableIsDisabled() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    Database failing = Database.open(serial(faulty, clock).build());
    failing.createTable(table(TABLE, family("f")), List.of());
    region(failing, "r").write(putAt(1, "r", "f:q=v"));
    failing.flush(TABLE);
    faulty.failAt("force", 1);
    assertThatThrownBy(() -> failing.disableTable(TABLE))
        .hasMessageContaining("injected failure of force");
    // As a disabled table it would not get this back from the log.
    refused(
        Reason.REGION_CLOSED,
        "closing",
        () -> region(failing, "r").write(putAt(2, "r", "f:q=lost")));
    assertThatThrownBy(() -> failing.disableTable(TABLE))
        .hasMessageContaining("until the database is opened again");
    refused(
        Reason.REGION_CLOSED,
        "closing",
        () -> region(failing, "r").write(putAt(2, "r", "f:q=lost")));
    assertThat(scan(failing)).as("reads go on").containsExactly("r/f:q@1=v");
    failing.close();
    try (Database reopened = Database.open(serial(faulty, clock).build())) {
      if (!reopened.table(TABLE).enabled()) {
        reopened.enableTable(TABLE);
      }
      assertThat(scan(reopened)).containsExactly("r/f:q@1=v");
    }
  }

  @Test
  void takesNoWritesWhenItIsUnknownWhetherAFamilyIsGone() throws IOException {
    FaultyFileSystem faulty = new FaultyFileSystem(new MemoryFileSystem());
    Database failing = Database.open(serial(faulty, clock).build());
    failing.createTable(table(TABLE, family("f"), family("g")), List.of());
    region(failing, "r").write(putAt(1, "r", "f:q=v", "g:q=v"));
    failing.flush(TABLE);
    faulty.failAt("force", 1);
    assertThatThrownBy(() -> failing.modifyTable(table(TABLE, family("f"))))
        .hasMessageContaining("injected failure of force");
    // After the next opening nobody may look for what the log has of the family.
    refused(
        Reason.REGION_CLOSED,
        "until the database is opened again",
        () -> region(failing, "r").write(putAt(2, "r", "g:q=lost")));
    assertThat(scan(failing)).as("reads go on").containsExactly("r/f:q@1=v", "r/g:q@1=v");
    failing.close();
    try (Database reopened = Database.open(serial(faulty, clock).build())) {
      assertThat(scan(reopened)).startsWith("r/f:q@1=v");
    }
  }

  @Test
  void namesTheTableThatCannotBeOpened() throws IOException {
    MemoryFileSystem other = new MemoryFileSystem();
    DatabaseOptions options = serial(other, clock).build();
    try (Manifest manifest = Manifest.open(other, TestDatabase.DIRECTORY, options.newStoreId())) {
      RegionInfo region =
          new RegionInfo(
              TABLE.fullName(), new RegionRange(new byte[0], new byte[0]), 1_000, /* number= */ 1);
      manifest.append(
          List.of(
              new ManifestEdit.TablePut(table(TABLE, family("f", "VERSIONS", "many")), true),
              new ManifestEdit.RegionAdded(region)));
    }
    refused(Reason.BAD_REQUEST, "Table t cannot be opened", () -> Database.open(options));
  }

  @Test
  void aTableThatIsChangedTakesCellsOfItsNewSizeAtOnce() throws IOException {
    String name = "hbase.server.keyvalue.maxsize";
    List<FamilyDescriptor> families = List.of(family("f"));
    database.createTable(new TableDescriptor(TABLE, families, Map.of(name, "100")), List.of());
    String value = "x".repeat(200);
    refused(
        Reason.BAD_REQUEST,
        "100",
        () -> region(database, "r").write(putAt(1, "r", "f:q=" + value)));
    database.modifyTable(new TableDescriptor(TABLE, families, Map.of(name, "1000")));
    region(database, "r").write(putAt(1, "r", "f:q=" + value));
    assertThat(get(database, "r")).containsExactly("f:q@1=" + value);
  }

  @Test
  void takesNamesInEveryScript(@TempDir Path directory) throws IOException {
    TableName name = new TableName("测试", "用户表");
    String family = "百分%族";
    DatabaseOptions options = DatabaseOptions.builder(directory).clock(clock).build();
    try (Database local = Database.open(options)) {
      local.createNamespace(new NamespaceDescriptor("测试", Map.of()));
      local.createTable(table(name, family(family)), List.of());
      local.table(name).locate(bytes("r")).write(putAt(1, "r", family + ":列=值"));
    }
    try (Database local = Database.open(options)) {
      CellBatch cells = new CellBatch();
      local.table(name).locate(bytes("r")).get(ScanSpec.get(bytes("r")).build(), cells);
      assertThat(cells.size()).isEqualTo(1);
      assertThat(cells.get(0, new Cell()).family()).isEqualTo(bytes(family));
    }
    try (var paths = Files.walk(directory)) {
      assertThat(paths.map(path -> path.getFileName().toString()))
          .allMatch(path -> path.chars().allMatch(c -> c > ' ' && c < 0x7f))
          .contains("%E7%99%BE%E5%88%86%25%E6%97%8F");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".f", "a:b", "a/b", "a\\b", "tab\t", "nul\0", "\u007f"})
  void refusesFamilyNamesThatAreNotPrintable(String name) {
    assertThatThrownBy(() -> FamilyDescriptor.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Family name");
  }

  @Test
  void boundsTheBytesOfAFamilyName() {
    assertThat(FamilyDescriptor.of("f".repeat(127)).name()).hasSize(127);
    assertThatThrownBy(() -> FamilyDescriptor.of("f".repeat(128))).hasMessageContaining("128");
    assertThatThrownBy(() -> FamilyDescriptor.of("族".repeat(43)))
        .as("the cell has one byte for the length")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("129");
  }
}
