package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each of the four reasons for which memstores are flushed without being asked, alone. */
class FlushReasonsTest {
  private static final String VALUE = "x".repeat(10_000);

  private final ManualClock clock = new ManualClock();

  /** Two regions; rows from "m" on are in the second. */
  private Database open(DatabaseOptions.Builder options) throws IOException {
    Database database = Database.open(options.build());
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    return database;
  }

  private DatabaseOptions.Builder options() {
    return serial(new MemoryFileSystem(), clock).splits(TestDatabase.UNSPLIT);
  }

  private static void write(Database database, String prefix, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String row = prefix + i;
      region(database, row).write(putAt(1, row, "f:q=" + VALUE));
    }
  }

  private static long memStoreBytes(Database database, String row) {
    return ((StoredRegion) region(database, row)).memStoreBytes();
  }

  @Test
  void f72_aRegionOfItsFlushSize() throws IOException {
    try (Database database = open(options().flushBytes(1 << 20))) {
      write(database, "b", 20);
      write(database, "s", 20);
      assertThat(database.stats().flushes()).isZero();
      write(database, "b", 100);
      assertThat(database.stats().flushes()).isPositive();
      assertThat(memStoreBytes(database, "b")).isLessThan(1 << 20);
      assertThat(memStoreBytes(database, "s")).as("the other one is small").isPositive();
      assertThat(database.stats().forcedFlushes()).isZero();
    }
  }

  @Test
  void allRegionsTogetherNearTheGlobalLimit() throws IOException {
    try (Database database = open(options().globalMemStoreBytes(2 << 20))) {
      write(database, "b", 60);
      write(database, "s", 20);
      assertThat(database.stats().flushes()).isZero();
      write(database, "t", 80);
      assertThat(database.stats().flushes()).isPositive();
      assertThat(database.stats().memStoreBytes()).isLessThan(2 << 20);
    }
  }

  /** Nine tenths of 16 MB: none of the regions is near its own size, and the largest goes. */
  @Test
  void f74_nearTheGlobalLimitTheLargestRegionGoesEarly() throws IOException {
    DatabaseOptions.Builder options = options().globalMemStoreBytes(16 << 20);
    try (Database database = open(options.globalMemStoreLowerLimit(0.9))) {
      write(database, "s", 300);
      write(database, "b", 600);
      assertThat(database.stats().flushes()).isZero();
      assertThat(memStoreBytes(database, "b")).isGreaterThan(memStoreBytes(database, "s"));
      long smaller = memStoreBytes(database, "s");
      for (int i = 0; database.stats().flushes() == 0; i++) {
        assertThat(database.stats().memStoreBytes()).isLessThan(16 << 20);
        write(database, "c" + i + "/", 1); // in the region of "b"
      }
      assertThat(database.stats().flushes()).isEqualTo(1);
      assertThat(database.stats().forcedFlushes()).isEqualTo(1);
      assertThat(memStoreBytes(database, "b")).as("the largest").isZero();
      assertThat(memStoreBytes(database, "s")).as("the other one").isEqualTo(smaller);
      database.flush(TABLE);
      assertThat(database.stats().flushes()).isEqualTo(2);
      assertThat(database.stats().forcedFlushes()).as("this one was asked for").isEqualTo(1);
    }
  }

  /** Whoever is refused a thread must not keep later writers from asking. */
  @Test
  void nearTheGlobalLimitAFlushIsAskedForAgainAfterOneThatCouldNotBeQueued() throws IOException {
    AtomicInteger refused = new AtomicInteger();
    Executor executor =
        task -> {
          if (refused.getAndIncrement() == 0) {
            throw new RejectedExecutionException("no thread");
          }
          task.run();
        };
    DatabaseOptions.Builder options = options().globalMemStoreBytes(2 << 20);
    try (Database database = open(options.backgroundExecutor(executor))) {
      assertThatThrownBy(() -> write(database, "b", 300)).hasMessageContaining("no thread");
      assertThat(database.stats().flushes()).isZero();
      write(database, "b", 10);
      assertThat(database.stats().flushes()).isPositive();
    }
  }

  @Test
  void aLogThatIsTooLong() throws IOException {
    try (Database database = open(options().maxLogBytes(1 << 20).logSegmentBytes(200_000))) {
      write(database, "b", 20);
      database.tick();
      assertThat(database.stats().flushes()).isZero();
      write(database, "s", 100);
      database.tick();
      assertThat(database.stats().flushes()).isEqualTo(1);
      assertThat(database.stats().forcedFlushes()).isZero();
      assertThat(memStoreBytes(database, "b")).as("its writes are the oldest").isZero();
      assertThat(memStoreBytes(database, "s")).isPositive();
    }
  }

  @Test
  void aLogThatIsTooLongAsksAllRegionsThatKeepItsOldestPart() throws IOException {
    try (Database database = open(options().maxLogBytes(1 << 20).logSegmentBytes(500_000))) {
      write(database, "b", 10);
      write(database, "s", 10);
      write(database, "t", 100); // in the region of "s"
      database.tick();
      assertThat(database.stats().flushes()).as("of both, at once").isEqualTo(2);
    }
  }

  @Test
  void aWriteThatIsTooOld() throws IOException {
    long hour = TimeUnit.HOURS.toMillis(1);
    try (Database database = open(options())) {
      write(database, "b", 1);
      clock.advance(hour / 2);
      write(database, "s", 1);
      database.tick();
      assertThat(database.stats().flushes()).isZero();
      clock.advance(hour / 2 + 1);
      database.tick();
      assertThat(database.stats().flushes()).isEqualTo(1);
      assertThat(memStoreBytes(database, "b")).isZero();
      assertThat(memStoreBytes(database, "s")).as("half an hour old").isPositive();
    }
  }

  @Test
  void nothingForARegionThatIsIdle() throws IOException {
    try (Database database = open(options())) {
      clock.advance(TimeUnit.DAYS.toMillis(1));
      database.tick();
      assertThat(database.stats().flushes()).isZero();
      assertThat(database.stats().memStoreBytes()).as("no chunk either").isZero();
    }
  }
}
