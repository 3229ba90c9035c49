package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counters that are changed faster than the clock goes on: how far ahead they run, and that nothing
 * written later is hidden. The clock goes on at each look while a write is to wait, and stands
 * while many changes are to share a millisecond.
 */
class CountersAheadTest {
  private static final int MANY = 1_200;

  private final LookedAtClock clock = new LookedAtClock();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    clock.set(10_000_000);
    database = Database.open(serial(new MemoryFileSystem(), clock).build());
    database.createTable(
        table(TABLE, family("one", "VERSIONS", "1"), family("three", "VERSIONS", "3")), List.of());
    seeTheClockMove("r");
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void aCounterIsTenMillisecondsAheadAtMost() throws IOException {
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 9, 10, 11, 500, 1_000, 1_001, 3_600_000})
  void aCounterGoesNoFurtherWhenTheClockWasSetBack(long byMillis) throws IOException {
    count("one:q", 1);
    clock.advance(-byMillis);
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(Math.max(10, byMillis));
    clock.advance(byMillis);
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 9, 10, 11, 500, 1_000, 1_001, 3_600_000})
  void aCounterOfSeveralVersionsGoesNoFurtherEither(long byMillis) throws IOException {
    count("three:q", 1);
    clock.advance(-byMillis);
    clock.goesOn(true);
    count("three:q", MANY);
    assertThat(aheadMillis("three:q")).isLessThanOrEqualTo(Math.max(10, byMillis + 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 10, 11, 900})
  void whatFollowsIsSeenThoughTheClockWasSetBack(long byMillis) throws IOException {
    count("one:q", 1);
    clock.advance(-byMillis);
    count("one:q", MANY);
    clock.goesOn(true);
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
    clock.goesOn(false);
    write(deleteOf("r"));
    assertThat(get(database, "r")).isEmpty();
  }

  /** As in HBase: what a program gave is followed, never waited for. */
  @Test
  void aTimeThatAProgramGaveFarAheadIsFollowed() throws IOException {
    write(counterAt(clock.millis() + 2_000));
    long before = clock.millis();
    count("one:q", 5);
    assertThat(aheadMillis("one:q")).isEqualTo(2_005);
    write(put("r", "one:q=hidden"));
    assertThat(get(database, "r")).singleElement().asString().doesNotEndWith("=hidden");
    assertThat(clock.millis()).as("nothing waited").isEqualTo(before);
  }

  @Test
  void aTimeThatAProgramGaveNearbyIsWaitedForOnceACounterHasIt() throws IOException {
    write(counterAt(clock.millis() + 500));
    count("one:q", 5);
    assertThat(aheadMillis("one:q")).isEqualTo(500);
    clock.goesOn(true);
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
  }

  private static RowMutation counterAt(long millis) {
    return putAt(millis, "r", "one:q=\0\0\0\0\0\0\0\1");
  }

  /** Has a write wait, which finds out that the clock goes on. */
  private void seeTheClockMove(String row) throws IOException {
    write(put(row, "one:old=x"));
    write(deleteOf(row));
    clock.goesOnAfterOneLook();
    write(put(row, "one:new=x"));
    clock.goesOn(false);
    assertThat(get(database, row)).as("it waited").hasSize(1);
    write(deleteOf(row));
    clock.advance(1);
  }

  private void count(String column, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      update(increment("r", column, 1));
    }
  }

  private long aheadMillis(String column) throws IOException {
    String[] names = column.split(":", -1);
    CellBatch cells = new CellBatch();
    ScanSpec get =
        ScanSpec.get(bytes("r")).family(bytes(names[0]), new byte[][] {bytes(names[1])}).build();
    region(database, "r").get(get, cells);
    clock.goesOn(false);
    return cells.get(0, new Cell()).timestamp() - clock.millis();
  }

  private static RowMutation deleteOf(String row) {
    return delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "one:", "three:");
  }

  private void write(RowMutation mutation) throws IOException {
    region(database, "r").write(mutation);
  }

  private void update(RowMutation mutation) throws IOException {
    region(database, "r").update(List.of(mutation), null, new CellBatch());
  }
}
