package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.counter;
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
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes that follow each other faster than the clock ticks, and would hide each other. */
class SharedMillisecondTest {
  private static final int ROWS = 50;
  private static final int MANY = 300;

  @Test
  void aPutIsNotHiddenByADeleteThatCameBefore() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      for (int i = 0; i < ROWS; i++) {
        write(database, put("r" + i, "one:q=old"));
        write(database, deleteOf("r" + i));
        write(database, put("r" + i, "one:q=new"));
        assertThat(get(database, "r" + i)).singleElement().asString().endsWith("=new");
      }
    }
  }

  @Test
  void aBatchIsNotHiddenByABatchOfDeletes() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      region(database, "a").writeAll(List.of(deleteOf("a"), deleteOf("b")));
      region(database, "a").writeAll(List.of(put("a", "one:q=new"), put("b", "one:q=new")));
      assertThat(get(database, "a")).hasSize(1);
      assertThat(get(database, "b")).hasSize(1);
    }
  }

  @Test
  void anIncrementIsNotHiddenByADeleteThatCameBefore() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      for (int i = 0; i < ROWS; i++) {
        update(database, increment("r", "one:q", 7));
        assertThat(counter(database, "r", "one:q")).isEqualTo(7);
        write(database, deleteOf("r"));
      }
    }
  }

  @Test
  void aFamilyOfSeveralVersionsKeepsThem() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      for (int i = 0; i < ROWS; i++) {
        write(database, put("r" + i, "three:q=1"));
        write(database, put("r" + i, "three:q=2"));
        update(database, put("r" + i, "three:q=3"));
        assertThat(get(database, "r" + i, 3)).hasSize(3);
      }
    }
  }

  @Test
  void aFamilyOfSeveralVersionsKeepsThemAlsoBetweenManyColumns() throws IOException {
    AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
    ManualClock clock =
        new ManualClock() {
          @Override
          public long millis() {
            advance(looks.incrementAndGet() < 0 ? 0 : 1);
            return super.millis();
          }
        };
    try (Database database = open(clock)) {
      for (int i = 0; i < 10; i++) {
        looks.set(Integer.MIN_VALUE);
        String row = "r" + i;
        for (int k = 0; k < 2_000; k++) {
          write(database, put(row, "three:q" + k + "=1"));
        }
        looks.set(-2);
        write(database, put(row, "three:q0=2"));
        assertThat(get(database, row, 3)).hasSize(2_001);
      }
    }
  }

  @Test
  void otherColumnsOfTheRowShareTheMillisecond() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      assertThat(timesOf(database, i -> "three:q" + i)).isLessThan(MANY);
    }
  }

  @Test
  void aFamilyOfOneVersionIsOverwrittenInTheSameMillisecond() throws IOException {
    try (Database database = open(Clock.systemUTC())) {
      write(database, put("r", "three:q=x"));
      assertThat(timesOf(database, i -> "one:q")).isLessThan(MANY);
    }
  }

  /** How many different times so many puts to row r got. */
  private static int timesOf(Database database, IntFunction<String> column) throws IOException {
    Set<String> times = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      write(database, put("r", column.apply(i) + "=x"));
      for (String cell : get(database, "r")) {
        times.add(cell.substring(cell.indexOf('@'), cell.indexOf('=')));
      }
    }
    return times.size();
  }

  /** As on a cluster in one millisecond; and nothing waits for ever. */
  @Test
  void aClockThatStandsIsTakenAsItIs() throws IOException {
    ManualClock clock = new ManualClock();
    try (Database database = open(clock)) {
      write(database, deleteOf("r"));
      write(database, put("r", "one:q=hidden"));
      assertThat(get(database, "r")).isEmpty();
      clock.advance(1);
      write(database, put("r", "one:q=seen"));
      assertThat(get(database, "r")).containsExactly("one:q@1000001=seen");
    }
  }

  /** The daughters know nothing of what was written to their parent in this millisecond. */
  @Test
  void aPutIsNotHiddenByADeleteBeforeASplit() throws IOException {
    AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
    Clock clock =
        new InstantSource() {
          @Override
          public Instant instant() {
            return Instant.ofEpochMilli(looks.incrementAndGet() < 0 ? 100 : 101);
          }
        }.withZone(ZoneOffset.UTC);
    try (Database database = open(clock)) {
      write(database, put("r", "one:q=old"));
      write(database, deleteOf("r"));
      database.splitRegion(region(database, "r").info().encodedName(), new byte[] {'m'});
      looks.set(-2);
      write(database, put("r", "one:q=new"));
      assertThat(get(database, "r")).containsExactly("one:q@101=new");
    }
  }

  /** Whoever is deleted again in every millisecond is written all the same, as in HBase at once. */
  @Test
  @Timeout(60)
  void aPutIsNotKeptBackByDeletesForEver() throws IOException {
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    ManualClock clock =
        new ManualClock() {
          @Override
          public long millis() {
            advance(1);
            Runnable delete = meanwhile.getAndSet(() -> {});
            delete.run();
            meanwhile.set(delete);
            return super.millis();
          }
        };
    try (Database database = open(clock)) {
      meanwhile.set(() -> deleteAtOnce(database));
      write(database, put("r", "one:q=v"));
      region(database, "r").writeAll(List.of(put("r", "one:q=v"), put("s", "one:q=v")));
      meanwhile.set(() -> {});
      assertThat(get(database, "s")).hasSize(1);
    }
  }

  private static void deleteAtOnce(Database database) {
    try {
      write(database, deleteOf("r"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Database open(Clock clock) throws IOException {
    Database database = Database.open(serial(new MemoryFileSystem(), clock).build());
    database.createTable(
        table(TABLE, family("one", "VERSIONS", "1"), family("three", "VERSIONS", "3")), List.of());
    return database;
  }

  private static RowMutation deleteOf(String row) {
    return delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "one:");
  }

  private static void write(Database database, RowMutation mutation) throws IOException {
    region(database, "r").write(mutation);
  }

  private static void update(Database database, RowMutation mutation) throws IOException {
    region(database, "r").update(List.of(mutation), null, new CellBatch());
  }
}
