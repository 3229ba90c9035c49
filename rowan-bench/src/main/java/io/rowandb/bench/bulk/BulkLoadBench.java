package io.rowandb.bench.bulk;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes a file of lines and loads it into a new store, with two index rows per line besides its
 * own: by {@code ./rowan load --bulk}, or as records. Used by one thread.
 */
public final class BulkLoadBench {
  private static final String TABLE = "calls";

  /** The table's first regions; what they are does not follow from the machine. */
  private static final int REGIONS = 4;

  /** Of all cells: a load at another time loads the same bytes. */
  private static final long TIMESTAMP_MILLIS = 1_700_000_000_000L;

  /** The last lines of standard error that a failure shows. */
  private static final int LAST_LINES = 5;

  private final Path directory;
  private final long rows;
  private final long heapBytes;

  /**
   * @param directory empty, with room for the lines and four times their cells
   * @param rows lines
   * @param heapBytes of the JVM that loads
   */
  public BulkLoadBench(Path directory, long rows, long heapBytes) {
    if (rows < 1) {
      throw new IllegalArgumentException("--rows must be at least 1: " + rows);
    }
    this.directory = directory;
    this.rows = rows;
    this.heapBytes = heapBytes;
  }

  /** Makes the lines; their bytes. */
  public long makeLines() throws IOException {
    return CallLines.write(lines(), rows);
  }

  /**
   * Loads them, from the start of the JVM to its end.
   *
   * @param progress gets what the load prints
   * @throws IOException with the load's own words when it fails
   */
  public BulkFigures load(Consumer<String> progress) throws IOException, InterruptedException {
    return load(LoadWay.LINES, progress);
  }

  /** The same in one of several ways. */
  public BulkFigures load(LoadWay way, Consumer<String> progress)
      throws IOException, InterruptedException {
    Path errors = directory.resolve("load.err");
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command(way)).redirectError(errors.toFile()).start();
    Thread stopper = new Thread(process::destroyForcibly, "bench-stop-load");
    Runtime.getRuntime().addShutdownHook(stopper);
    String told = null;
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(BulkLoadMain.MARK)) {
          told = line.substring(BulkLoadMain.MARK.length());
        } else {
          progress.accept(line);
        }
      }
      int code = process.waitFor();
      if (code != 0 || told == null) {
        throw new IOException("the load ended with code " + code + ": " + last(errors));
      }
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(stopper);
    }
    return BulkFigures.of(rows, System.nanoTime() - begin, told);
  }

  private Path lines() {
    return directory.resolve("calls.tsv");
  }

  private List<String> command(LoadWay way) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + (heapBytes >> 20) + "m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    if (way != LoadWay.LINES) {
      command.add(RecordLoadMain.class.getName());
      command.addAll(List.of(way.name(), directory.resolve("store").toString()));
      command.addAll(List.of(directory.resolve("work").toString(), lines().toString()));
      return command;
    }
    command.add(BulkLoadMain.class.getName());
    command.addAll(List.of("load", "--bulk", "--path", directory.resolve("store").toString()));
    command.addAll(List.of("--work", directory.resolve("work").toString()));
    command.addAll(List.of("--table", TABLE, "--create", Integer.toString(REGIONS)));
    command.addAll(List.of("--columns", CallLines.COLUMNS));
    command.addAll(List.of("--timestamp", Long.toString(TIMESTAMP_MILLIS)));
    for (String index : CallLines.INDEXES) {
      command.addAll(List.of("--index", index));
    }
    command.add(lines().toString());
    return command;
  }

  private static String last(Path errors) throws IOException {
    List<String> lines = Files.readAllLines(errors, StandardCharsets.ISO_8859_1);
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
