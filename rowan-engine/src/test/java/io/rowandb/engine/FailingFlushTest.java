package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One table cannot be flushed, and keeps the log of the others: it is told which and why, the table
 * takes no writes once the log is twice its limit, the others go on, and after the first flush that
 * succeeds all is as before.
 */
@Tag("slow")
class FailingFlushTest {
  private static final long LOG_BYTES = 64 << 10;
  private static final TableName OTHER = TableName.of("other");

  private final HookedFileSystem disk = new HookedFileSystem(new MemoryFileSystem());
  private final List<String> severe = new ArrayList<>();

  private static void writeOthers(Database database, long atLeastBytes) throws IOException {
    String value = "x".repeat(1_000);
    for (int i = 0; i * 1_000L < atLeastBytes; i++) {
      database.table(OTHER).locate(bytes("r")).write(put("r" + i, "f:q=" + value));
    }
    database.flush(OTHER);
  }

  private void fail(String operation, Path path) throws IOException {
    if (operation.equals("create") && path.toString().contains("/data/default/t/")) {
      throw new IOException("No such device: " + path);
    }
  }

  @Test
  void isToldBoundedAndOver() throws IOException {
    Logger logger = Logger.getLogger("io.rowandb.engine");
    boolean parents = logger.getUseParentHandlers();
    Handler handler = new Kept();
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try (Database database =
        Database.open(
            serial(disk, new ManualClock())
                .maxLogBytes(LOG_BYTES)
                .logSegmentBytes(LOG_BYTES / 4)
                .build())) {
      database.createTable(table(TABLE, family("f")), List.of());
      database.createTable(table(OTHER, family("f")), List.of());
      region(database, "a").write(put("a", "f:q=1"));
      disk.hook(this::fail);

      writeOthers(database, LOG_BYTES + LOG_BYTES / 2);
      tickTwice(database);
      assertThat(severe)
          .as("over the limit: told")
          .anyMatch(
              it ->
                  it.contains("Table t keeps the log")
                      && it.contains("limit of " + LOG_BYTES)
                      && it.contains("No such device: /store/data/default/t/"));
      region(database, "a").write(put("b", "f:q=2"));

      severe.clear();
      writeOthers(database, LOG_BYTES);
      tickTwice(database);
      assertThat(severe).anyMatch(it -> it.contains("Table t keeps the log"));
      assertThatThrownBy(() -> region(database, "a").write(put("c", "f:q=3")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> {
                assertThat(e.reason()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY);
                assertThat(e).hasMessageContaining("Table t keeps the log");
                assertThat(e).hasMessageContaining("No such device");
              });
      writeOthers(database, 1_000);
      assertThat(scan(database)).hasSize(2);

      disk.hook((operation, path) -> {});
      severe.clear();
      tickTwice(database);
      assertThat(severe).filteredOn(it -> it.contains("Table t keeps the log")).hasSizeLessThan(2);
      region(database, "a").write(put("c", "f:q=3"));
      assertThat(database.stats().logBytes()).isLessThan(LOG_BYTES);
      assertThat(scan(database)).hasSize(3);
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(parents);
    }
  }

  private DatabaseOptions smallMemory() {
    return serial(disk, new ManualClock())
        .flushBytes(1 << 18)
        .blockingMultiplier(4)
        .globalMemStoreBytes(5 << 18)
        .busyWaitMillis(1)
        .build();
  }

  private static int writesTaken(Database database, TableName table, int writes) {
    String value = "x".repeat(10_000);
    int taken = 0;
    for (int i = 0; i < writes; i++) {
      try {
        database.table(table).locate(bytes("r" + i)).write(put("r" + i, "f:q=" + value));
        taken++;
      } catch (RefusedException e) {
        assertThat(e.reason()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return taken;
  }

  /** What it holds in memory leaves enough to the others, which are flushed in its stead. */
  @ParameterizedTest
  @CsvSource({"0, 5", "2, 1"})
  void theOthersHaveTheMemory(int backgroundThreads, int regions) throws IOException {
    DatabaseOptions options =
        serial(disk, new ManualClock())
            .flushBytes(1 << 20)
            .blockingMultiplier(4)
            .globalMemStoreBytes(5 << 20)
            .busyWaitMillis(100_000)
            .backgroundThreads(backgroundThreads)
            .splits(TestDatabase.UNSPLIT)
            .build();
    List<byte[]> splits = List.of(bytes("r2"), bytes("r3"), bytes("r4"), bytes("r45"));
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), splits.subList(0, regions - 1));
      database.createTable(table(OTHER, family("f")), List.of());
      disk.hook(this::fail);
      region(database, "r0").write(put("r0", "f:q=1"));
      assertThatThrownBy(() -> database.flush(TABLE)).hasMessageContaining("No such device");
      int held = writesTaken(database, TABLE, 500);
      assertThat(held).as("taken before the first refusal").isBetween(20, 450);
      assertThat(writesTaken(database, OTHER, 500)).isEqualTo(500);
      assertThat(writesTaken(database, TABLE, 500)).isLessThan(held);
      assertThat(writesTaken(database, OTHER, 500)).isEqualTo(500);
      disk.hook((operation, path) -> {});
      if (backgroundThreads > 0) {
        database.flush(TABLE); // else the first write does it
      }
      assertThat(writesTaken(database, TABLE, 500)).isEqualTo(500);
    }
  }

  /** The log is read back however often the process dies, and nothing that was taken is lost. */
  @Test
  void theDatabaseOpensWithWhatCannotBeFlushed() throws IOException {
    Database database = Database.open(smallMemory());
    database.createTable(table(TABLE, family("f")), List.of());
    database.createTable(table(OTHER, family("f")), List.of());
    disk.hook(this::fail);
    int last = 0;
    for (int death = 0; death < 10; death++) {
      last = Math.max(last, writesTaken(database, TABLE, 500));
      database.discard();
      database = Database.open(smallMemory());
    }
    assertThat(scan(database)).hasSize(last);
    disk.hook((operation, path) -> {});
    database.tick();
    assertThat(writesTaken(database, TABLE, 500)).isEqualTo(500);
    database.close();
  }

  /** It can be deleted, but not by mistake: only after disabling it failed, and fails still. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theTableCanBeGivenUp(boolean delete) throws IOException {
    Database database = Database.open(smallMemory());
    database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
    database.createTable(table(OTHER, family("f")), List.of());
    assertThat(writesTaken(database, TABLE, 10)).isEqualTo(10);
    database.flush(TABLE);
    disk.hook(this::fail);
    assertThat(writesTaken(database, TABLE, 500)).isLessThan(500);

    refused(RefusedException.Reason.TABLE_NOT_DISABLED, () -> giveUp(database, delete));
    refused(RefusedException.Reason.BAD_REQUEST, () -> database.disableTable(TABLE))
        .hasMessageContainingAll("Table t stays enabled", "No such device", "deleted or truncated");
    disk.hook((operation, path) -> {});
    database.flush(TABLE);
    refused(RefusedException.Reason.TABLE_NOT_DISABLED, () -> giveUp(database, delete));
    assertThat(writesTaken(database, TABLE, 100)).as("it stayed enabled").isEqualTo(100);

    disk.hook(this::fail);
    assertThat(writesTaken(database, TABLE, 500)).isLessThan(500);
    refused(RefusedException.Reason.BAD_REQUEST, () -> database.disableTable(TABLE));
    disk.hook((operation, path) -> fail("create", path)); // nor can anything be deleted there
    giveUp(database, delete);
    disk.hook((operation, path) -> {});
    assertThat(database.table(TABLE) == null).isEqualTo(delete);
    assertThat(writesTaken(database, OTHER, 500)).isEqualTo(500);
    database.discard();
    try (Database reopened = Database.open(smallMemory())) {
      assertThat(reopened.table(TABLE) == null).isEqualTo(delete);
      if (!delete) {
        assertThat(scan(reopened)).isEmpty();
        assertThat(writesTaken(reopened, TABLE, 100)).isEqualTo(100);
      }
      reopened.disableTable(OTHER);
      reopened.deleteTable(OTHER);
    }
  }

  /** A write that waits for the log meanwhile ends in memory that nobody counts any more. */
  @Test
  void theMemoryOfAWriteUnderWayIsGivenUpToo() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (Database database = Database.open(smallMemory())) {
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "a").write(put("a", "f:q=1"));
      disk.hook(this::fail);
      refused(RefusedException.Reason.BAD_REQUEST, () -> database.disableTable(TABLE));
      disk.hook(
          (operation, path) -> {
            if (operation.equals("write") && path.toString().contains("/log/")) {
              waits.countDown();
              await(go);
            }
          });
      Region region = region(database, "b");
      Future<?> write = other.submit(() -> write(region, put("b", "f:q=2")));
      await(waits);
      giveUp(database, /* delete= */ true);
      go.countDown();
      assertThat(write.get()).isNull();
      assertThat(database.stats().memStoreBytes()).isZero();
    } finally {
      go.countDown();
      other.shutdownNow();
    }
  }

  private static Void write(Region region, RowMutation mutation) throws IOException {
    region.write(mutation);
    return null;
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void giveUp(Database database, boolean delete) throws IOException {
    if (delete) {
      database.deleteTable(TABLE);
    } else {
      database.truncateTable(TABLE, true);
    }
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      RefusedException.Reason reason, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  /** The first flushes what failed, the second sees that. */
  private static void tickTwice(Database database) {
    database.tick();
    database.tick();
  }

  private final class Kept extends Handler {
    @Override
    public void publish(LogRecord entry) {
      if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
        severe.add(entry.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
