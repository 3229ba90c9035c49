package io.rowandb.engine.background;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What waits for the threads that compact. */
class CompactionsTest {
  private final Deque<Runnable> queue = new ArrayDeque<>();

  private Compactions compactions(DatabaseOptions options, Deque<Runnable> large)
      throws IOException {
    TableMap tables = new TableMap();
    BackgroundFailures failures = new BackgroundFailures();
    Manifest manifest =
        Manifest.open(new MemoryFileSystem(), Path.of("other"), options.newStoreId());
    SplitChecks checks = new SplitChecks(options, tables, manifest);
    SplitQueue splits = new SplitQueue(checks, queue::add, failures);
    return new Compactions(options, tables, queue::add, large::add, splits, failures);
  }

  @Test
  void whatIsTakenBackAndAskedForAgainIsQueuedOnce() throws IOException {
    DatabaseOptions options = serial(new MemoryFileSystem(), new ManualClock()).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f"), family("g")), List.of());
      StoredRegion region = (StoredRegion) region(database, "r");
      Compactions compactions = compactions(options, queue);
      for (int i = 0; i < 100; i++) {
        compactions.request(region);
        assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).isTrue();
        compactions.dropWaiting();
        assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).isFalse();
      }
      assertThat(queue).as("one for each family").hasSize(2);
      compactions.request(region, "f", Wish.AS_NEEDED);
      assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).as("wanted again").isTrue();
      queue.forEach(Runnable::run);
      assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).isFalse();
      queue.clear();
      compactions.request(region);
      assertThat(queue).as("asked for after they ran").hasSize(2);
    }
  }

  @Test
  void aTableMayBeWithoutCompactionsThatNobodyWaitsFor() throws IOException {
    DatabaseOptions options = serial(new MemoryFileSystem(), new ManualClock()).build();
    try (Database database = Database.open(options)) {
      TableDescriptor table =
          new TableDescriptor(TABLE, List.of(family("f")), Map.of("COMPACTION_ENABLED", "FALSE"));
      database.createTable(table, List.of());
      for (int i = 0; i < 20; i++) {
        region(database, "r").write(putAt(i, "r", "f:q=v"));
        database.flush(TABLE);
      }
      StoredRegion region = (StoredRegion) region(database, "r");
      database.upkeep().requestCompaction(region.info().encodedName(), "f", true);
      assertThat(database.stats().storeFiles()).isEqualTo(20);
      database.compact(TABLE, "f", true);
      assertThat(database.stats().storeFiles()).isEqualTo(1);
    }
  }

  @Test
  void whatWouldGrowTooMuchStops() throws IOException {
    DatabaseOptions options = serial(new MemoryFileSystem(), new ManualClock()).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f", "COMPRESSION", "ZSTD")), List.of());
      String value = "f:q=" + "v".repeat(2_000_000);
      for (int i = 0; i < 4; i++) {
        region(database, "r").write(putAt(1, "r" + i, value));
      }
      database.flush(TABLE);
      long compressed = database.stats().storeFileBytes();
      assertThat(compressed).isLessThan(100_000);
      FamilyDescriptor plain =
          family(
              "f",
              "COMPRESSION",
              "NONE",
              "rowan.compaction.growth",
              "50.5",
              "rowan.compaction.growth.free",
              "10000");
      database.modifyTable(table(TABLE, plain));
      assertThatThrownBy(() -> database.compact(TABLE, "f", true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("more than 50.5 times as much (rowan.compaction.growth)")
          .hasMessageContaining("nothing was changed");
      assertThat(database.stats().storeFiles()).isEqualTo(1);
      assertThat(database.stats().storeFileBytes()).isEqualTo(compressed);
      FamilyDescriptor free = family("f", "COMPRESSION", "NONE", "rowan.compaction.growth", "0");
      database.modifyTable(table(TABLE, free));
      database.compact(TABLE, "f", true);
      assertThat(database.stats().storeFileBytes()).isGreaterThan(8_000_000);
    }
  }

  @Test
  void whatIsLargeGoesToItsOwnThreadsAndSmallOnesAreStillLookedFor() throws IOException {
    DatabaseOptions options =
        serial(new MemoryFileSystem(), new ManualClock())
            .backgroundExecutor(unwanted -> {})
            .build();
    Deque<Runnable> large = new ArrayDeque<>();
    try (Database database = Database.open(options)) {
      database.createTable(
          table(TABLE, family("f", "hbase.regionserver.thread.compaction.throttle", "1")),
          List.of());
      StoredRegion region = (StoredRegion) region(database, "r");
      for (int i = 0; i < 3; i++) {
        region.write(putAt(i, "r", "f:q=v"));
        region.flush();
      }
      Compactions compactions = compactions(options, large);
      for (int i = 0; i < 2; i++) {
        compactions.request(region);
        queue.remove().run();
        assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).isTrue();
      }
      assertThat(large).as("asked for twice").hasSize(1);
      assertThat(database.stats().storeFiles()).isEqualTo(3);
      large.remove().run();
      assertThat(database.stats().storeFiles()).isEqualTo(1);
      assertThat(compactions.isBusy(region, Wish.AS_NEEDED)).isFalse();
    }
  }
}
