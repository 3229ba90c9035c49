package io.rowandb.bench.memstore;

import io.rowandb.bench.workload.Rows;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A store of one region with one family, deleted when it is closed. Safe for many threads. */
final class OneRegion implements AutoCloseable {
  private static final TableName TABLE = TableName.of("memstore");
  private static final byte[] FAMILY = "f".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER = "q".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_TAGS = {};
  private static final long CACHE_BYTES = 64 << 20;

  private final Path directory;
  private final Database database;

  OneRegion(Path parent, long flushBytes, double chunkPoolShare) throws IOException {
    directory = Files.createTempDirectory(parent, "rowan-memstore");
    database =
        Database.open(
            DatabaseOptions.builder(directory)
                .blockCacheBytes(CACHE_BYTES)
                .flushBytes(flushBytes)
                .chunkPoolShare(chunkPoolShare)
                .splits(SplitSettings.DEFAULT.withInitialBytes(Long.MAX_VALUE / 2))
                .build());
    FamilyDescriptor family =
        new FamilyDescriptor("f", Map.of("COMPRESSION", "LZ4", "BLOOMFILTER", "ROW"));
    database.createTable(new TableDescriptor(TABLE, List.of(family), Map.of()), List.of());
  }

  Region region() {
    return database.table(TABLE).regions().get(0);
  }

  /** Makes {@code mutation} the put of a row. */
  static void fill(RowMutation mutation, long row) {
    mutation
        .reset(RowMutation.Kind.PUT, Rows.key(row), Durability.SYNC_WAL)
        .add(FAMILY, QUALIFIER, Cell.LATEST_TIMESTAMP, CellType.PUT, Rows.value(row), NO_TAGS);
  }

  @Override
  public void close() throws IOException {
    database.discard();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
