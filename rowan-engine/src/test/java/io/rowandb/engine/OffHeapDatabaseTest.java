package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.OffHeapOptions;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.offheap.DirectMemory;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database with a second level of the block cache, over its whole life. */
class OffHeapDatabaseTest {
  private static final int ROWS = 8_000;
  private static final long HEAP_BYTES = 300_000;
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_000_000), ZoneOffset.UTC);

  private final MemoryFileSystem files = new MemoryFileSystem();

  private Database open(OffHeapOptions offHeap) throws IOException {
    BlockCacheOptions cache = BlockCacheOptions.ofHeap(HEAP_BYTES).withOffHeap(offHeap);
    return Database.open(TestDatabase.serial(files, CLOCK).blockCache(cache).build());
  }

  private static void load(Database database, String... attributes) throws IOException {
    database.createTable(table(TABLE, family("f", attributes)), List.of());
    for (int i = 0; i < ROWS; i++) {
      region(database, "").write(put(row(i), "f:q=" + value(i)));
    }
    database.flush(TABLE);
  }

  private static String row(int i) {
    return "row" + (10_000 + i);
  }

  private static String value(int i) {
    return Integer.toString(i * 7919, 36).repeat(20);
  }

  private static long dataMisses(Database database) {
    return database.stats().blockCache().data().misses();
  }

  private static void readAll(Database database) throws IOException {
    for (int i = 0; i < ROWS; i += 7) {
      assertThat(TestDatabase.get(database, row(i))).hasSize(1).first().asString().contains("q");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void f87_whatWasReadOnceIsNotReadFromFilesAgain(boolean victims) throws IOException {
    try (Database database = open(OffHeapOptions.of(16 << 20).withVictimsOnly(victims))) {
      load(database);
      readAll(database);
      long misses = dataMisses(database);
      assertThat(misses).isPositive();
      readAll(database);
      assertThat(dataMisses(database)).isEqualTo(misses);
      assertThat(database.stats().blockCacheBytes()).isGreaterThan(2 * HEAP_BYTES);
      database.compact(TABLE, null, true);
      readAll(database);
    }
  }

  @Test
  void blocksAheadOfReadersGoThereToo() throws IOException {
    try (Database database = open(OffHeapOptions.of(16 << 20))) {
      load(database, "CACHE_DATA_ON_WRITE", "true");
      assertThat(database.stats().blockCacheBytes()).isGreaterThan(2 * HEAP_BYTES);
      readAll(database);
      assertThat(dataMisses(database)).isZero();
    }
  }

  @Test
  void databasesOneAfterTheOtherLetGoOfTheirMemory() throws IOException {
    long each = DirectMemory.mostBytes(); // two at once would be more than there is
    try (Database database = open(OffHeapOptions.NONE)) {
      load(database);
    }
    for (int i = 0; i < 3; i++) {
      Database database = open(OffHeapOptions.of(each));
      readAll(database);
      assertThat(database.stats().blockCacheBytes()).isPositive();
      database.close();
      assertThat(database.stats().blockCacheBytes()).isZero();
    }
  }
}
