package io.rowandb.bench.cache;

import io.rowandb.bench.workload.Rows;
import io.rowandb.engine.Database;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The blocks actually read by a store in memory: for gets of popular rows, short scans, and in the
 * middle a full scan.
 */
final class RecordedTrace {
  private static final TableName TABLE = TableName.of("trace");
  private static final byte[] FAMILY = "f".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};

  /** A part of the store's blocks, so that it reads what such a cache would make it read. */
  private static final int CACHE_PART = 4;

  private static final int SHORT_SCAN_ROWS = 50;

  private final Random random;
  private final int rows;
  private final CellBatch batch = new CellBatch();

  RecordedTrace(long seed, int rows) {
    this.random = new Random(seed);
    this.rows = rows;
  }

  BlockTrace record(int requests) throws IOException {
    BlockTrace trace = new BlockTrace("recorded");
    long bytes = (long) rows * (Rows.KEY_BYTES + Rows.VALUE_BYTES);
    boolean[] recording = {false};
    BlockCacheOptions cache =
        BlockCacheOptions.ofHeap(bytes / CACHE_PART)
            .withListener(
                (block, inMemory, kept) -> {
                  if (recording[0] && kept) {
                    trace.add(block.file(), block.offset(), block.kind(), block.heapBytes());
                  }
                });
    DatabaseOptions options =
        DatabaseOptions.builder(Path.of("/trace"))
            .fileSystem(new MemoryFileSystem())
            .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
            .backgroundThreads(0)
            .blockCache(cache)
            .build();
    try (Database database = Database.open(options)) {
      load(database);
      recording[0] = true;
      read(database.table(TABLE).locate(NOTHING), requests);
      recording[0] = false;
    }
    return trace;
  }

  private void load(Database database) throws IOException {
    FamilyDescriptor family = new FamilyDescriptor("f", Map.of("COMPRESSION", "LZ4"));
    database.createTable(new TableDescriptor(TABLE, List.of(family), Map.of()), List.of());
    Region region = database.table(TABLE).locate(NOTHING);
    RowMutation put = new RowMutation();
    for (int i = 0; i < rows; i++) {
      put.reset(RowMutation.Kind.PUT, Rows.key(i), Durability.SKIP_WAL)
          .add(FAMILY, NOTHING, Cell.LATEST_TIMESTAMP, CellType.PUT, Rows.value(i), NOTHING);
      region.write(put);
    }
    database.flush(TABLE);
    database.compact(TABLE, null, true);
  }

  private void read(Region region, int requests) throws IOException {
    Zipf popular = new Zipf(rows, random);
    for (int i = 0; i < requests; i++) {
      byte[] row = Rows.key(popular.next());
      if (i == requests / 2) {
        scan(region, NOTHING, Integer.MAX_VALUE);
      } else if (random.nextInt(10) == 0) {
        scan(region, row, SHORT_SCAN_ROWS);
      } else {
        batch.clear();
        region.get(ScanSpec.get(row).build(), batch);
      }
    }
  }

  private void scan(Region region, byte[] start, int most) throws IOException {
    try (RegionScanner scanner = region.scan(ScanSpec.builder().startRow(start, true).build())) {
      for (int i = 0; i < most; i++) {
        batch.clear();
        if (scanner.next(batch, Integer.MAX_VALUE, Long.MAX_VALUE) == Progress.EXHAUSTED) {
          return;
        }
      }
    }
  }
}
