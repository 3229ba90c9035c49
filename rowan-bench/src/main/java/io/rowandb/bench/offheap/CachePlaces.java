package io.rowandb.bench.offheap;

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
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Has one store read by several children, one after the other: with the cache on the heap, off the
 * heap, and for victims. All have the same total memory: off-heap cache reduces the heap. Used by
 * one thread.
 */
public final class CachePlaces {
  static final TableName TABLE = TableName.of("places");
  private static final byte[] NOTHING = {};

  /** Heap beside the cache, with room for memstores, index blocks and garbage. */
  private static final long HEAP_BYTES = 768L << 20;

  /** Of it, when data is outside: for index blocks, or for what is most popular. */
  private static final long FIRST_LEVEL_BYTES = 128L << 20;

  /** Outside, beside the cache: what the JDK takes to read files. */
  private static final long DIRECT_BYTES = 128L << 20;

  private static final int FIGURES = 6;

  /** A kilobyte, of so many values of the other workloads: a store of gigabytes is loaded soon. */
  private static final int VALUES = 10;

  private final Path directory;
  private final long rows;
  private final long reads;
  private final long cacheBytes;
  private final int turns;

  /**
   * Only prepares; does not measure yet.
   *
   * @param directory empty, for the store
   * @param rows that it has
   * @param reads of each child
   * @param cacheBytes of the level that is on the heap or outside of it
   * @param turns of which the medians count
   */
  public CachePlaces(Path directory, long rows, long reads, long cacheBytes, int turns) {
    this.directory = directory;
    this.rows = rows;
    this.reads = reads;
    this.cacheBytes = cacheBytes;
    this.turns = turns;
  }

  /** Where the cache is. */
  private enum Place {
    HEAP("on the heap"),
    COMBINED("outside"),
    VICTIMS("outside, for victims");

    private final String label;

    Place(String label) {
      this.label = label;
    }
  }

  /** Loads the store, and gives a heading and a line for each place. */
  public List<List<String>> table() throws IOException, InterruptedException {
    load();
    Place[] places = Place.values();
    double[][][] figures = new double[places.length][FIGURES][turns];
    for (int turn = 0; turn < turns; turn++) {
      for (int place = 0; place < places.length; place++) {
        double[] measured = child(places[place]);
        for (int i = 0; i < FIGURES; i++) {
          figures[place][i][turn] = measured[i];
        }
      }
    }
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of("cache", "cpu us/read", "us/read", "hits %", "pauses", "in all ms", "longest ms"));
    for (int place = 0; place < places.length; place++) {
      List<String> line = new ArrayList<>(List.of(places[place].label));
      for (double[] measured : figures[place]) {
        Arrays.sort(measured);
        line.add(
            String.format(
                Locale.ROOT,
                "%.1f (%.1f-%.1f)",
                measured[turns / 2],
                measured[0],
                measured[turns - 1]));
      }
      lines.add(line);
    }
    return lines;
  }

  private void load() throws IOException {
    DatabaseOptions options = DatabaseOptions.builder(directory.resolve("store")).build();
    try (Database database = Database.open(options)) {
      FamilyDescriptor family = new FamilyDescriptor("f", Map.of("COMPRESSION", "LZ4"));
      Map<String, String> unsplit =
          Map.of("SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy");
      database.createTable(new TableDescriptor(TABLE, List.of(family), unsplit), List.of());
      Region region = database.table(TABLE).locate(NOTHING);
      byte[] name = "f".getBytes(StandardCharsets.US_ASCII);
      RowMutation put = new RowMutation();
      for (long i = 0; i < rows; i++) {
        put.reset(RowMutation.Kind.PUT, Rows.key(i), Durability.SKIP_WAL)
            .add(name, NOTHING, Cell.LATEST_TIMESTAMP, CellType.PUT, value(i), NOTHING);
        region.write(put);
      }
      database.flush(TABLE);
      database.compact(TABLE, null, true);
    }
  }

  private static byte[] value(long row) {
    byte[] value = new byte[VALUES * Rows.VALUE_BYTES];
    for (int i = 0; i < VALUES; i++) {
      System.arraycopy(
          Rows.value(row * VALUES + i), 0, value, i * Rows.VALUE_BYTES, Rows.VALUE_BYTES);
    }
    return value;
  }

  private double[] child(Place place) throws IOException, InterruptedException {
    long heap = place == Place.HEAP ? HEAP_BYTES + cacheBytes : HEAP_BYTES;
    long direct = place == Place.HEAP ? DIRECT_BYTES : DIRECT_BYTES + cacheBytes;
    Path errors = directory.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + (heap >> 20) + "m",
                "-XX:MaxDirectMemorySize=" + (direct >> 20) + "m",
                "-cp",
                System.getProperty("java.class.path"),
                ReaderMain.class.getName(),
                directory.resolve("store").toString(),
                Long.toString(rows),
                Long.toString(reads),
                Long.toString(place == Place.HEAP ? cacheBytes : FIRST_LEVEL_BYTES),
                Long.toString(place == Place.HEAP ? 0 : cacheBytes),
                Boolean.toString(place == Place.VICTIMS))
            .redirectError(errors.toFile())
            .start();
    Thread stopper = new Thread(process::destroyForcibly, "bench-stop-reader");
    Runtime.getRuntime().addShutdownHook(stopper);
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String figures =
          output.lines().filter(line -> line.startsWith(ReaderMain.MARK)).findFirst().orElse(null);
      if (process.waitFor() != 0 || figures == null) {
        throw new IOException(
            "the reader ended without figures: "
                + Files.readString(errors, StandardCharsets.ISO_8859_1));
      }
      return Arrays.stream(figures.substring(ReaderMain.MARK.length()).split(" "))
          .mapToDouble(Double::parseDouble)
          .toArray();
    } finally {
      process.destroyForcibly().waitFor();
      Runtime.getRuntime().removeShutdownHook(stopper);
    }
  }
}
