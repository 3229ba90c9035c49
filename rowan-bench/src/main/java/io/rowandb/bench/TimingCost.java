package io.rowandb.bench;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures what it costs a database to time its operations: it runs the same operations on one
 * store in memory, alternately timed and untimed, in one thread. Two stores would not do, since the
 * position of their blocks in the heap makes a larger difference. It uses the ratios of
 * neighbouring turns, since other load on the machine affects both.
 */
final class TimingCost {
  private static final TableName TABLE = TableName.of("timed");
  private static final byte[] FAMILY = "f".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER = "q".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};
  private static final int VALUE_BYTES = 100;
  private static final int SCANNED_ROWS = 50;

  /** Turns that are not counted: the compiler is at work. */
  private static final int WARM_UP_TURNS = 8;

  /** Operations of a part of a turn: a few milliseconds, less than a slice of the scheduler. */
  private static final int OPERATIONS = 2_000;

  /** Timed, not timed twice, timed: what grows steadily meets both alike. */
  private static final int[] ORDER = {0, 1, 1, 0};

  private final int rows;
  private final int turns;
  private final Random random;

  // Used again by each operation.
  private final CellBatch batch = new CellBatch();
  private final RowMutation mutation = new RowMutation();
  private final Latencies alone = new Latencies(true);

  /**
   * A comparison.
   *
   * @param rows of the store, all of which fit into its cache
   * @param turns with and without; an odd number has a middle
   */
  TimingCost(long seed, int rows, int turns) {
    this.rows = rows;
    this.turns = turns;
    this.random = new Random(seed);
  }

  /** One operation on a row. */
  @FunctionalInterface
  private interface Work {
    void on(Region region, byte[] row) throws IOException;
  }

  /** Cells of a table: a heading, and a line for each kind of operation. */
  List<List<String>> table() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("operation", "timed, ns", "not timed, ns", "ratio"));
    try (Database database = open()) {
      lines.add(line("timing alone", database, true, (region, row) -> timeAlone()));
      lines.add(line("get, in cache", database, true, this::get));
      lines.add(line("get of absent row", database, false, this::get));
      lines.add(line("scan of " + SCANNED_ROWS + " rows", database, true, this::scan));
      lines.add(line("put, log in memory", database, true, this::put));
    }
    return lines;
  }

  private Database open() throws IOException {
    Database database =
        Database.open(
            DatabaseOptions.builder(Path.of("/timed"))
                .fileSystem(new MemoryFileSystem())
                .clock(Clock.systemUTC())
                .backgroundThreads(0)
                .build());
    database.createTable(
        new TableDescriptor(
            TABLE,
            List.of(new FamilyDescriptor("f", Map.of("BLOOMFILTER", "ROW", "COMPRESSION", "LZ4"))),
            Map.of()),
        List.of());
    for (int i = 0; i < rows; i++) {
      put(region(database), key(2 * i));
    }
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    return database;
  }

  private static Region region(Database database) {
    return database.table(TABLE).locate(NOTHING);
  }

  /** Odd numbers are in no store. */
  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private List<String> line(String name, Database database, boolean present, Work work)
      throws IOException {
    Region region = region(database);
    double[][] nanos = new double[2][turns];
    double[] ratios = new double[turns];
    for (int turn = -WARM_UP_TURNS; turn < turns; turn++) {
      byte[][] keys = keys(present);
      double[] each = new double[2];
      double unused = nanos(region, keys, work); // the rows come into the processor's caches
      for (int which : ORDER) {
        database.timeOperations(which == 0);
        alone.turn(which == 0);
        each[which] += nanos(region, keys, work) / 2;
      }
      if (turn >= 0) {
        nanos[0][turn] = each[0];
        nanos[1][turn] = each[1];
        ratios[turn] = each[0] / each[1];
      }
    }
    return List.of(
        name,
        String.format(Locale.ROOT, "%.1f", median(nanos[0])),
        String.format(Locale.ROOT, "%.1f", median(nanos[1])),
        String.format(Locale.ROOT, "%.3f", median(ratios)));
  }

  private byte[][] keys(boolean present) {
    byte[][] keys = new byte[OPERATIONS][];
    for (int i = 0; i < OPERATIONS; i++) {
      keys[i] = key(2 * random.nextInt(rows) + (present ? 0 : 1));
    }
    return keys;
  }

  private static double nanos(Region region, byte[][] keys, Work work) throws IOException {
    long start = System.nanoTime();
    for (byte[] key : keys) {
      work.on(region, key);
    }
    return (double) (System.nanoTime() - start) / keys.length;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void timeAlone() {
    OperationTimer gets = alone.timer(Operation.GET);
    gets.end(gets.begin());
  }

  private void get(Region region, byte[] row) throws IOException {
    batch.clear();
    region.get(ScanSpec.get(row).build(), batch);
  }

  private void scan(Region region, byte[] row) throws IOException {
    try (RegionScanner scanner = region.scan(ScanSpec.builder().startRow(row, true).build())) {
      Progress progress = Progress.ROW_COMPLETE;
      for (int i = 0; i < SCANNED_ROWS && progress != Progress.EXHAUSTED; i++) {
        batch.clear();
        progress = scanner.next(batch, Integer.MAX_VALUE, Long.MAX_VALUE);
      }
    }
  }

  private void put(Region region, byte[] row) throws IOException {
    mutation.reset(RowMutation.Kind.PUT, row, Durability.SYNC_WAL);
    mutation.add(FAMILY, QUALIFIER, 1, CellType.PUT, new byte[VALUE_BYTES], NOTHING);
    region.write(mutation);
  }
}
