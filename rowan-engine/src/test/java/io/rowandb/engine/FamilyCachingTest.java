package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The settings of a family about the block cache do what HBase's do, by counters. */
class FamilyCachingTest {
  /** Enough blocks for a leaf below the root of the index. */
  private static final int ROWS = 12_000;

  private static final String VALUE = "v".repeat(200);
  private static final long CACHE_BYTES = 32 << 20;
  private static final long DATA_BYTES = (long) ROWS * VALUE.length();

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final Map<BlockKind, Integer> reads = new EnumMap<>(BlockKind.class);
  private final Map<BlockKind, Integer> notKept = new EnumMap<>(BlockKind.class);
  private int readsInMemory;
  private BlockCaching families = BlockCaching.DEFAULT;
  private Database database;

  private void open() throws IOException {
    BlockCacheOptions cache =
        BlockCacheOptions.ofHeap(CACHE_BYTES)
            .withFamilies(families)
            .withListener(
                (block, inMemory, kept) -> {
                  (kept ? reads : notKept).merge(block.kind(), 1, Integer::sum);
                  readsInMemory += inMemory ? 1 : 0;
                });
    Clock clock = Clock.fixed(Instant.ofEpochMilli(1_000_000), ZoneOffset.UTC);
    database =
        Database.open(
            TestDatabase.serial(files, clock)
                .files(StoreFileOptions.DEFAULT)
                .blockCache(cache)
                .build());
  }

  /** A table of one flushed file, with these attributes. */
  private void load(String... attributes) throws IOException {
    open();
    String[] all = new String[attributes.length + 2];
    all[0] = "BLOCKSIZE";
    all[1] = "1024";
    System.arraycopy(attributes, 0, all, 2, attributes.length);
    database.createTable(table(TABLE, family("f", all)), List.of());
    for (int i = 0; i < ROWS; i++) {
      region(database, "").write(put(row(i), "f:q=" + VALUE));
    }
    database.flush(TABLE);
  }

  private static String row(int i) {
    return "a row with a key that makes the index large enough " + (10_000 + i);
  }

  /** How many blocks a get has to read from the file. */
  private long missesOfAGet() throws IOException {
    long before = database.stats().blockCacheMisses();
    assertThat(TestDatabase.get(database, row(ROWS / 3))).hasSize(1);
    return database.stats().blockCacheMisses() - before;
  }

  private long cachedBytes() {
    return database.stats().blockCacheBytes();
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void byDefaultWhatIsReadStaysAndWhatIsWrittenDoesNotCome() throws IOException {
    load();
    assertThat(cachedBytes()).isZero();
    assertThat(missesOfAGet()).as("a Bloom, an index and a data block").isEqualTo(3);
    assertThat(missesOfAGet()).isZero();
    assertThat(reads).containsOnlyKeys(BlockKind.values());
    assertThat(readsInMemory).isZero();
  }

  @Test
  void withoutBlockCacheDataBlocksAreNotKeptAndOthersAre() throws IOException {
    load("BLOCKCACHE", "false");
    assertThat(missesOfAGet()).isEqualTo(3);
    assertThat(missesOfAGet()).as("the data block again").isEqualTo(1);
    assertThat(reads).containsOnlyKeys(BlockKind.INDEX, BlockKind.BLOOM);
    assertThat(notKept).containsExactly(Map.entry(BlockKind.DATA, 2));
  }

  @Test
  void theDatabaseMayTurnItOffForAll() throws IOException {
    families = new BlockCaching(false, false, false, false, false, false, BlockCaching.NO_BYTES);
    load("BLOCKCACHE", "true");
    missesOfAGet();
    assertThat(missesOfAGet()).isEqualTo(1);
  }

  @Test
  void cacheDataOnWriteBringsAllBlocksOfAFlushAndNoneOfACompaction() throws IOException {
    load("CACHE_DATA_ON_WRITE", "true");
    assertThat(cachedBytes()).isGreaterThan(DATA_BYTES);
    assertThat(missesOfAGet()).isZero();
    database.compact(TABLE, null, true);
    assertThat(cachedBytes()).as("the old file's went with it").isZero();
    assertThat(missesOfAGet()).isEqualTo(3);
  }

  @Test
  void compactionsBringAllBlocksUpToAThresholdOfWhatTheyMerge() throws IOException {
    families = new BlockCaching(true, false, false, false, false, false, 2 * DATA_BYTES);
    load();
    assertThat(cachedBytes()).as("flushes bring nothing").isZero();
    database.compact(TABLE, null, true);
    assertThat(cachedBytes()).isGreaterThan(DATA_BYTES);
    assertThat(missesOfAGet()).isZero();
  }

  @Test
  void compactionsOfMoreBringNothing() throws IOException {
    families = new BlockCaching(true, false, false, false, false, false, DATA_BYTES);
    load();
    database.compact(TABLE, null, true);
    assertThat(cachedBytes()).isZero();
  }

  @Test
  void cacheIndexAndBloomsOnWriteHoldForCompactionsToo() throws IOException {
    load("CACHE_INDEX_ON_WRITE", "true");
    assertThat(missesOfAGet()).as("Bloom and data").isEqualTo(2);
    database.compact(TABLE, null, true);
    assertThat(missesOfAGet()).isEqualTo(2);
  }

  @Test
  void cacheBloomsOnWriteBringsThemAlone() throws IOException {
    load("CACHE_BLOOMS_ON_WRITE", "true");
    assertThat(cachedBytes()).isBetween(1L, 20_000L);
    assertThat(missesOfAGet()).as("index and data").isEqualTo(2);
  }

  @Test
  void prefetchLoadsAllWhenAFileIsOpened() throws IOException {
    load("PREFETCH_BLOCKS_ON_OPEN", "true");
    assertThat(missesOfAGet()).as("the new file was opened too").isZero();
    database.close();
    open();
    assertThat(cachedBytes()).isGreaterThan(DATA_BYTES);
    assertThat(missesOfAGet()).isZero();
  }

  @Test
  void prefetchWithoutBlockCacheLoadsNothingButKeepsWhatIsRead() throws IOException {
    load("PREFETCH_BLOCKS_ON_OPEN", "true", "BLOCKCACHE", "false");
    assertThat(cachedBytes()).isZero();
    assertThat(missesOfAGet()).isEqualTo(3);
    assertThat(missesOfAGet()).isZero();
  }

  @Test
  void blocksOfAFamilyInMemoryAreMarked() throws IOException {
    load("IN_MEMORY", "true");
    missesOfAGet();
    assertThat(readsInMemory).isEqualTo(3);
  }

  @Test
  void blocksGoWhenTheirFileIsClosedWhateverIsSaid() throws IOException {
    load("CACHE_DATA_ON_WRITE", "true", "EVICT_BLOCKS_ON_CLOSE", "false");
    assertThat(cachedBytes()).isPositive();
    database.disableTable(TABLE);
    assertThat(cachedBytes()).isZero();
    database.enableTable(TABLE);
    assertThat(missesOfAGet()).isEqualTo(3);
  }
}
