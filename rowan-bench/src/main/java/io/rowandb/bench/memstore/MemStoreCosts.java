package io.rowandb.bench.memstore;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes the three tables of memstore costs. Used by one thread. */
public final class MemStoreCosts {
  private static final int[] THREADS = {1, 2, 4, 8};
  private static final int[] CELLS = {12_000, 50_000, 200_000, 800_000};
  private static final long FLUSH_BYTES = 128 << 20;
  private static final int PAIRS_OF_LOADS = 2;

  private final Path directory;
  private final double seconds;
  private final long rows;
  private final long seed;

  /**
   * Measures later.
   *
   * @param directory where stores may lie
   * @param seconds that writers take for each number of them
   * @param rows of each load
   * @param seed of the cells that are sought
   */
  public MemStoreCosts(Path directory, double seconds, long rows, long seed) {
    this.directory = directory;
    this.seconds = seconds;
    this.rows = rows;
    this.seed = seed;
  }

  /**
   * Measures and prints.
   *
   * @param align makes text of the cells of a table
   */
  public void print(PrintStream out, Function<List<List<String>>, String> align) throws Exception {
    out.printf(
        "%nsingle puts into one region, and what their threads are in%n%s", align.apply(writers()));
    out.printf("%nloads with a flush every 32 MB%n%s", align.apply(loads()));
    out.printf("%ncells of a memstore%n%s", align.apply(insertions()));
  }

  private List<List<String>> writers() throws Exception {
    List<List<String>> lines = new ArrayList<>(List.of(Writers.heading()));
    try (OneRegion store = new OneRegion(directory, FLUSH_BYTES, 1)) {
      Writers writers = new Writers(store.region(), seconds);
      for (int threads : THREADS) {
        lines.add(writers.line(threads));
      }
    }
    return lines;
  }

  private List<List<String>> loads() throws Exception {
    Loads loads = new Loads(directory, rows);
    loads.line(true); // warm
    List<List<String>> lines = new ArrayList<>(List.of(Loads.heading()));
    for (int i = 0; i < PAIRS_OF_LOADS; i++) {
      lines.add(loads.line(false));
      lines.add(loads.line(true));
    }
    return lines;
  }

  private List<List<String>> insertions() throws Exception {
    Insertions insertions = new Insertions(seed);
    insertions.line(CELLS[1]); // warm
    List<List<String>> lines = new ArrayList<>(List.of(Insertions.heading()));
    for (int cells : CELLS) {
      lines.add(insertions.line(cells));
    }
    return lines;
  }
}
