package io.rowandb.engine;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Short words for tests of a whole database: text keys, a clock that stands still. */
public final class TestDatabase {
  public static final TableName TABLE = TableName.of("t");
  static final Path DIRECTORY = Path.of("/store");

  /** Splits no region without being asked, also where a test flushes tiny ones. */
  static final SplitSettings UNSPLIT = SplitSettings.DEFAULT.withInitialBytes(1L << 40);

  /** With chunks of Bloom filters that are as small as the files, so that there are several. */
  public static final StoreFileOptions SMALL_FILES =
      StoreFileOptions.DEFAULT.withBloom(new BloomOptions(BloomType.ROW, 1, 0.01, 256, 7));

  private static final byte[] NO_TAGS = new byte[0];

  private TestDatabase() {}

  /** Options that run everything in the calling thread. */
  public static DatabaseOptions.Builder serial(FileSystem fileSystem, Clock clock) {
    return DatabaseOptions.builder(DIRECTORY)
        .fileSystem(fileSystem)
        .clock(clock)
        .newStoreId(new UUID(1, 2))
        .files(SMALL_FILES)
        .globalMemStoreBytes(256 << 20)
        .blockCacheBytes(8 << 20)
        .backgroundThreads(0);
  }

  public static TableDescriptor table(TableName name, FamilyDescriptor... families) {
    return new TableDescriptor(name, List.of(families), Map.of());
  }

  public static FamilyDescriptor family(String name, String... attributes) {
    Map<String, String> map = new java.util.TreeMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      map.put(attributes[i], attributes[i + 1]);
    }
    return new FamilyDescriptor(name, map);
  }

  /** A snapshot that is kept for ever. */
  static SnapshotDescriptor snapshot(String name, TableName table) {
    return new SnapshotDescriptor(name, table, 1_000, 0, Map.of());
  }

  public static Region region(Database database, String row) {
    return database.table(TABLE).locate(bytes(row));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] array, int offset, int length) {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  /**
   * A mutation of {@code row}; {@code cells} are {@code family:qualifier=value}, time the present.
   */
  static RowMutation put(String row, String... cells) {
    return putAt(Cell.LATEST_TIMESTAMP, row, cells);
  }

  public static RowMutation putAt(long timestamp, String row, String... cells) {
    return mutation(RowMutation.Kind.PUT, row, timestamp, CellType.PUT, cells);
  }

  static RowMutation append(String row, String... cells) {
    return mutation(RowMutation.Kind.APPEND, row, Cell.LATEST_TIMESTAMP, CellType.PUT, cells);
  }

  /** A delete; {@code columns} are {@code family:qualifier}. */
  static RowMutation delete(int type, long timestamp, String row, String... columns) {
    return mutation(RowMutation.Kind.DELETE, row, timestamp, type, columns);
  }

  static RowMutation increment(String row, String column, long by) {
    RowMutation increment =
        new RowMutation().reset(RowMutation.Kind.INCREMENT, bytes(row), Durability.SYNC_WAL);
    increment.add(
        bytes(column.split(":", -1)[0]),
        bytes(column.split(":", -1)[1]),
        Cell.LATEST_TIMESTAMP,
        CellType.PUT,
        java.nio.ByteBuffer.allocate(8).putLong(by).array(),
        NO_TAGS);
    return increment;
  }

  private static RowMutation mutation(
      RowMutation.Kind kind, String row, long timestamp, int type, String... cells) {
    RowMutation mutation = new RowMutation().reset(kind, bytes(row), Durability.SYNC_WAL);
    for (String cell : cells) {
      int colon = cell.indexOf(':');
      int equals = cell.indexOf('=', colon);
      String qualifier = cell.substring(colon + 1, equals < 0 ? cell.length() : equals);
      String value = equals < 0 ? "" : cell.substring(equals + 1);
      mutation.add(
          bytes(cell.substring(0, colon)),
          bytes(qualifier),
          timestamp,
          type,
          bytes(value),
          NO_TAGS);
    }
    return mutation;
  }

  /** The visible cells of a row as {@code family:qualifier@timestamp=value}. */
  static List<String> get(Database database, String row) throws IOException {
    return get(database, row, 1);
  }

  static List<String> get(Database database, String row, int versions) throws IOException {
    CellBatch cells = new CellBatch();
    region(database, row).get(ScanSpec.get(bytes(row)).maxVersions(versions).build(), cells);
    return describe(cells, false);
  }

  static long counter(Database database, String row, String column) throws IOException {
    CellBatch cells = new CellBatch();
    ScanSpec get =
        ScanSpec.get(bytes(row))
            .family(bytes(column.split(":", -1)[0]), new byte[][] {bytes(column.split(":", -1)[1])})
            .build();
    region(database, row).get(get, cells);
    Cell cell = cells.get(0, new Cell());
    return java.nio.ByteBuffer.wrap(cell.value()).getLong();
  }

  /** All visible cells as {@code row/family:qualifier@timestamp=value}. */
  static List<String> scan(Database database) throws IOException {
    return scan(database, TABLE);
  }

  static List<String> scan(Database database, TableName table) throws IOException {
    List<String> all = new ArrayList<>();
    for (Region region : database.table(table).regions()) {
      try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
        all.addAll(drain(scanner));
      }
    }
    return all;
  }

  static List<String> drain(RegionScanner scanner) throws IOException {
    CellBatch cells = new CellBatch();
    while (scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE) != Progress.EXHAUSTED) {
      assert !cells.isEmpty();
    }
    return describe(cells, true);
  }

  static List<String> describe(CellBatch cells, boolean withRow) {
    List<String> all = new ArrayList<>();
    Cell cell = new Cell();
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i, cell);
      String line =
          text(cell.array(), cell.familyOffset(), cell.familyLength())
              + ":"
              + text(cell.array(), cell.qualifierOffset(), cell.qualifierLength())
              + "@"
              + cell.timestamp()
              + "="
              + text(cell.array(), cell.valueOffset(), cell.valueLength());
      all.add(withRow ? text(cell.array(), cell.rowOffset(), cell.rowLength()) + "/" + line : line);
    }
    return all;
  }
}
