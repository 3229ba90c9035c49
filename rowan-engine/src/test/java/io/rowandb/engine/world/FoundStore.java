package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a store holds: of each table and snapshot, by row, the one value that all its columns have.
 */
record FoundStore(
    Map<String, Map<String, String>> tables, Map<String, Map<String, String>> snapshots) {
  /** Where a snapshot is looked at. */
  private static final TableName LOOK = TableName.of("look");

  /**
   * Reads everything, and fails where a row is half, or twice, or where regions do not join.
   * Snapshots are read by cloning them, which is undone again.
   */
  static FoundStore read(Database database) throws IOException {
    Map<String, Map<String, String>> tables = new TreeMap<>();
    for (TableName name : database.tableNames()) {
      tables.put(name.qualifier(), rows(database, name));
    }
    Map<String, Map<String, String>> snapshots = new TreeMap<>();
    for (SnapshotDescriptor snapshot : database.snapshots()) {
      database.cloneSnapshot(snapshot.name(), LOOK);
      snapshots.put(snapshot.name(), rows(database, LOOK));
      database.disableTable(LOOK);
      database.deleteTable(LOOK);
    }
    return new FoundStore(tables, snapshots);
  }

  /** The tables that can be read, without changing anything. */
  static Map<String, Map<String, String>> readable(Database database) throws IOException {
    Map<String, Map<String, String>> tables = new TreeMap<>();
    for (TableName name : database.tableNames()) {
      if (database.table(name).enabled()) {
        tables.put(name.qualifier(), rows(database, name));
      }
    }
    return tables;
  }

  private static Map<String, String> rows(Database database, TableName name) throws IOException {
    TableView view = database.table(name);
    if (!view.enabled()) {
      database.enableTable(name);
      view = database.table(name);
    }
    Map<String, String> rows = new TreeMap<>();
    byte[] end = new byte[0];
    for (Region region : view.regions()) {
      assertThat(region.info().range().startKey()).as("start after a region's end").isEqualTo(end);
      end = region.info().range().endKey();
      readRegion(region, World.families(view), rows);
    }
    assertThat(end).as("end of the last region").isEmpty();
    assertPairsAreWhole(rows);
    return rows;
  }

  private static void readRegion(Region region, List<byte[]> families, Map<String, String> rows)
      throws IOException {
    CellBatch cells = new CellBatch();
    try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
      Progress progress = Progress.ROW_COMPLETE;
      while (progress != Progress.EXHAUSTED) {
        progress = scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE);
      }
    }
    assertThat(cells.size() % families.size()).as("cells of whole rows").isZero();
    for (int i = 0; i < cells.size(); i += families.size()) {
      Cell first = cells.get(i, new Cell());
      String row = new String(first.row(), UTF_8);
      for (int f = 0; f < families.size(); f++) {
        Cell cell = cells.get(i + f, new Cell());
        assertThat(new String(cell.row(), UTF_8)).as("half a row").isEqualTo(row);
        assertThat(cell.family()).as("half of row %s", row).isEqualTo(families.get(f));
        assertThat(value(row, cell)).as("half of row %s", row).isEqualTo(value(row, first));
      }
      assertThat(rows.put(row, value(row, first))).as("row %s again", row).isNull();
    }
  }

  private static String value(String row, Cell cell) {
    return row.startsWith(WorldWrites.COUNTER)
        ? Long.toString(Bytes.getLong(cell.array(), cell.valueOffset()))
        : WorldWrites.withoutFilling(new String(cell.value(), UTF_8));
  }

  /** Rows that are only ever written together hold the same. */
  private static void assertPairsAreWhole(Map<String, String> rows) {
    assertThat(rows.get(WorldWrites.PAIR.get(1)))
        .as("second row of an atomic change of two")
        .isEqualTo(rows.get(WorldWrites.PAIR.get(0)));
  }
}
