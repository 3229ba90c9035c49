package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests of counters ahead of the clock share: a table with a family of one version and one of
 * three, and a clock that stands until a write is to wait, and then goes on at each look.
 */
abstract class TimesAheadTrial {
  final LookedAtClock clock = new LookedAtClock();
  Database database;

  /** Where the store is. */
  FileSystem disk() {
    return new MemoryFileSystem();
  }

  @BeforeEach
  void open() throws IOException {
    clock.set(10_000_000);
    database = Database.open(serial(disk(), clock).build());
    database.createTable(
        table(TABLE, family("one", "VERSIONS", "1"), family("three", "VERSIONS", "3")), List.of());
    seeTheClockMove("r");
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  /** Has a write wait, which finds out that the clock goes on. */
  final void seeTheClockMove(String row) throws IOException {
    write(put(row, "one:old=x"));
    write(deleteOf(row));
    clock.goesOnAfterOneLook();
    write(put(row, "one:new=x"));
    clock.goesOn(false);
    assertThat(get(database, row)).as("it waited").hasSize(1);
    write(deleteOf(row));
    clock.advance(1);
  }

  final void count(String column, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      update(increment("r", column, 1));
    }
  }

  final long aheadMillis(String column) throws IOException {
    String[] names = column.split(":", -1);
    CellBatch cells = new CellBatch();
    ScanSpec get =
        ScanSpec.get(bytes("r")).family(bytes(names[0]), new byte[][] {bytes(names[1])}).build();
    region(database, "r").get(get, cells);
    clock.goesOn(false);
    return cells.get(0, new Cell()).timestamp() - clock.millis();
  }

  static RowMutation deleteOf(String row) {
    return delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "one:", "three:");
  }

  final void write(RowMutation mutation) throws IOException {
    region(database, "r").write(mutation);
  }

  final void update(RowMutation mutation) throws IOException {
    region(database, "r").update(List.of(mutation), null, new CellBatch());
  }
}
