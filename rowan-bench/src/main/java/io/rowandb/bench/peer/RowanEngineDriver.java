package io.rowandb.bench.peer;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.stats.DatabaseStats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rowan's engine without a client; the difference to the client drivers is the cost of the doors.
 */
final class RowanEngineDriver implements Driver {
  private static final TableName TABLE = TableName.of(DriverOptions.TABLE);
  private static final byte[] FAMILY = DriverOptions.FAMILY.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER =
      DriverOptions.QUALIFIER.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_TAGS = {};

  private final Path dataDirectory;
  private final Database database;

  private RowanEngineDriver(DriverOptions options) throws IOException {
    dataDirectory =
        options.directory().resolve("data").resolve("default").resolve(TABLE.qualifier());
    database =
        Database.open(
            DatabaseOptions.builder(options.directory())
                .blockCacheBytes(options.cacheBytes())
                .flushBytes(options.flushBytes())
                .build());
    if (database.table(TABLE) == null) {
      database.createTable(table(), List.of());
    }
  }

  /** As {@link HBaseSettings#table}: sessions ask one region, so the table must not split. */
  static TableDescriptor table() {
    Map<String, String> attributes =
        Map.of("COMPRESSION", "LZ4", "BLOOMFILTER", "ROW", "VERSIONS", "1");
    FamilyDescriptor family = new FamilyDescriptor(DriverOptions.FAMILY, attributes);
    return new TableDescriptor(
        TABLE, List.of(family), Map.of("SPLIT_POLICY", DriverOptions.SPLIT_POLICY));
  }

  static Driver open(DriverOptions options) throws IOException {
    return new RowanEngineDriver(options);
  }

  @Override
  public PeerSession session() {
    return new EngineSession(database);
  }

  @Override
  public void flush() throws IOException {
    database.flush(TABLE);
  }

  @Override
  public void settle() throws IOException {
    database.flush(TABLE);
    database.compact(TABLE, null, true);
  }

  @Override
  public long dataBytes() throws IOException {
    return StoreFiles.bytesUnder(dataDirectory);
  }

  @Override
  public long memStoreBytes() {
    return database.stats().memStoreBytes();
  }

  @Override
  public StoreWork work() {
    return workOf(database);
  }

  /** What an open database tells. */
  static StoreWork workOf(Database database) {
    DatabaseStats stats = database.stats();
    return new StoreWork(
        stats.flushes(),
        stats.compactions(),
        stats.writeStallMillis(),
        stats.counts().reads(),
        stats.counts().selections().opened());
  }

  @Override
  public void close() throws IOException {
    database.close();
  }

  /** One thread's requests and the objects they use again. */
  private static final class EngineSession implements PeerSession {
    private final Database database;
    private final RowMutation mutation = new RowMutation();
    private final List<RowMutation> mutations = new ArrayList<>();
    private final CellBatch batch = new CellBatch();
    private final Cell cell = new Cell();

    EngineSession(Database database) {
      this.database = database;
    }

    @Override
    public void load(byte[][] keys, byte[][] values) throws IOException {
      while (mutations.size() < keys.length) {
        mutations.add(new RowMutation());
      }
      List<RowMutation> puts = mutations.subList(0, keys.length);
      for (int i = 0; i < keys.length; i++) {
        fill(puts.get(i), keys[i], values[i], Durability.SYNC_WAL);
      }
      IOException[] refused = region(keys[0]).writeAll(puts);
      if (refused != null) {
        throw new IOException("mutations of a batch were refused", firstOf(refused));
      }
    }

    private static IOException firstOf(IOException[] refused) {
      for (IOException e : refused) {
        if (e != null) {
          return e;
        }
      }
      return null;
    }

    @Override
    public void finishLoad() {
      // Each batch is acknowledged when it is written.
    }

    @Override
    public void put(byte[] key, byte[] value, boolean forced) throws IOException {
      fill(mutation, key, value, forced ? Durability.FSYNC_WAL : Durability.SYNC_WAL);
      region(key).write(mutation);
    }

    @Override
    public void putCells(byte[] key, byte[][] qualifiers, byte[] value) throws IOException {
      mutation.reset(RowMutation.Kind.PUT, key, Durability.SYNC_WAL);
      for (byte[] qualifier : qualifiers) {
        add(mutation, qualifier, value);
      }
      region(key).write(mutation);
    }

    @Override
    public boolean get(byte[] key, RowVisitor visitor) throws IOException {
      batch.clear();
      region(key).get(ScanSpec.get(key).build(), batch);
      show(visitor);
      return !batch.isEmpty();
    }

    @Override
    public long scan(byte[] start, long maxRows, RowVisitor visitor) throws IOException {
      ScanSpec spec = ScanSpec.builder().startRow(start, true).build();
      long shown = 0;
      try (RegionScanner rows = region(start).scan(spec)) {
        while (shown < maxRows) {
          batch.clear();
          if (rows.next(batch, Integer.MAX_VALUE, Long.MAX_VALUE) == Progress.EXHAUSTED) {
            break;
          }
          show(visitor);
          shown++;
        }
      }
      return shown;
    }

    @Override
    public void close() {
      // The database outlives its sessions.
    }

    /** The table has one region, which holds every key. */
    private Region region(byte[] key) {
      return database.table(TABLE).locate(key);
    }

    private static void fill(RowMutation put, byte[] key, byte[] value, Durability durability) {
      add(put.reset(RowMutation.Kind.PUT, key, durability), QUALIFIER, value);
    }

    private static void add(RowMutation put, byte[] qualifier, byte[] value) {
      put.add(FAMILY, qualifier, Cell.LATEST_TIMESTAMP, CellType.PUT, value, NO_TAGS);
    }

    private void show(RowVisitor visitor) {
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i, cell);
        visitor.cell(
            cell.array(),
            cell.rowOffset(),
            cell.rowLength(),
            cell.array(),
            cell.valueOffset(),
            cell.valueLength());
      }
    }
  }
}
