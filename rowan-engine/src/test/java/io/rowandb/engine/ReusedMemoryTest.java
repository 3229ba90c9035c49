package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory of flushed memstores is used again, and what a read showed stays as it was. */
@Timeout(60)
class ReusedMemoryTest {
  /** Enough for some whole chunks of any heap. */
  private static final int ROWS = 600;

  private static final int VALUE_BYTES = 10_000;
  private static final int ROUNDS = 40;

  private final ManualClock clock = new ManualClock();

  private DatabaseOptions.Builder options() {
    return serial(new MemoryFileSystem(), clock).splits(TestDatabase.UNSPLIT);
  }

  private static Database open(DatabaseOptions.Builder options) throws IOException {
    Database database = Database.open(options.build());
    database.createTable(table(TABLE, family("f")), List.of());
    return database;
  }

  /** Each byte of each value is the same letter. */
  private static String value(int letter) {
    return Character.toString('a' + letter % 26).repeat(VALUE_BYTES);
  }

  private static void fill(Database database, int letter) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      region(database, row(i)).write(putAt(letter, row(i), "f:q=" + value(letter)));
    }
  }

  private static String row(int i) {
    return "r" + i;
  }

  private static String valueOf(CellBatch batch, int i) {
    Cell cell = batch.get(i, new Cell());
    return new String(cell.array(), cell.valueOffset(), cell.valueLength(), StandardCharsets.UTF_8);
  }

  @Test
  void theCellsOfAGetStayAsTheyWere() throws IOException {
    try (Database database = open(options())) {
      fill(database, 0);
      CellBatch got = new CellBatch();
      for (int i = 0; i < ROWS; i++) {
        region(database, row(i)).get(ScanSpec.get(bytes(row(i))).build(), got);
      }
      database.flush(TABLE);
      fill(database, 1);
      assertThat(database.stats().chunkPool().reused()).as("chunks and pages").isGreaterThan(2);
      for (int i = 0; i < ROWS; i++) {
        assertThat(valueOf(got, i)).isEqualTo(value(0));
      }
    }
  }

  @Test
  void theCellsOfAWideRowStayAsTheyWere() throws IOException {
    try (Database database = open(options())) {
      for (int i = 0; i < ROWS; i++) {
        region(database, "r").write(putAt(1, "r", "f:" + i + "=" + value(0)));
      }
      CellBatch got = new CellBatch();
      region(database, "r").get(ScanSpec.get(bytes("r")).build(), got);
      assertThat(got.size()).isEqualTo(ROWS);
      database.flush(TABLE);
      fill(database, 1);
      fill(database, 2);
      for (int i = 0; i < ROWS; i++) {
        assertThat(valueOf(got, i)).isEqualTo(value(0));
      }
    }
  }

  @Test
  void theCellsOfAScanStayAsTheyWere() throws IOException {
    try (Database database = open(options())) {
      fill(database, 0);
      CellBatch seen = new CellBatch();
      try (RegionScanner scanner = region(database, "r").scan(ScanSpec.builder().build())) {
        for (int i = 0; i < ROWS / 2; i++) {
          assertThat(scanner.next(seen, 100, Long.MAX_VALUE)).isEqualTo(Progress.ROW_COMPLETE);
        }
        database.flush(TABLE);
        fill(database, 1);
        while (scanner.next(seen, 100, Long.MAX_VALUE) != Progress.EXHAUSTED) {
          assertThat(seen.size()).isLessThanOrEqualTo(ROWS);
        }
      }
      database.flush(TABLE);
      fill(database, 2);
      fill(database, 3); // as much as both memstores before had
      assertThat(seen.size()).isEqualTo(ROWS);
      for (int i = 0; i < ROWS; i++) {
        assertThat(valueOf(seen, i)).isEqualTo(value(0));
      }
    }
  }

  @Test
  void f77_memoryThatNobodyNeedsGoesBackToTheHeap() throws IOException {
    try (Database database = open(options())) {
      fill(database, 0);
      database.flush(TABLE);
      assertThat(database.stats().chunkPool().freeBytes()).isGreaterThan(2 << 20);
      for (int minute = 0; minute < 2; minute++) {
        clock.advance(60_000);
        database.tick();
      }
      assertThat(database.stats().chunkPool().freeBytes()).isZero();
    }
  }

  @Test
  void f77_withoutAPoolNothingIsKept() throws IOException {
    try (Database database = open(options().chunkPoolShare(0))) {
      fill(database, 0);
      database.flush(TABLE);
      assertThat(database.stats().chunkPool().freeBytes()).isZero();
    }
  }

  /** A reader that used memory of a memstore which is gone would see another row or letter. */
  @Tag("slow")
  @Test
  void readersBesideFlushesSeeTheirRows() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try (Database database = open(options())) {
      fill(database, 0);
      List<Future<Long>> reading = new ArrayList<>();
      for (int seed = 1; seed <= 2; seed++) {
        Random random = new Random(seed);
        reading.add(readers.submit(() -> readUntil(done, database, random)));
      }
      for (int round = 1; round <= ROUNDS; round++) {
        database.flush(TABLE);
        fill(database, round);
      }
      done.set(true);
      for (Future<Long> reader : reading) {
        assertThat(reader.get()).isPositive();
      }
      assertThat(database.stats().chunkPool().reused()).isGreaterThan(2 * ROUNDS);
    } finally {
      done.set(true);
      readers.shutdown();
    }
  }

  private static long readUntil(AtomicBoolean done, Database database, Random random)
      throws IOException {
    CellBatch batch = new CellBatch();
    Cell cell = new Cell();
    long reads = 0;
    for (; !done.get(); reads++) {
      String row = row(random.nextInt(ROWS));
      batch.clear();
      region(database, row).get(ScanSpec.get(bytes(row)).build(), batch);
      assertThat(batch.size()).isEqualTo(1);
      batch.get(0, cell);
      assertThat(new String(cell.row(), StandardCharsets.UTF_8)).isEqualTo(row);
      String letter = value((int) cell.timestamp());
      assertThat(valueOf(batch, 0)).as("value of time %d", cell.timestamp()).isEqualTo(letter);
    }
    return reads;
  }
}
