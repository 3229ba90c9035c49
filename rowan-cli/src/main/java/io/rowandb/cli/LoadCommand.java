package io.rowandb.cli;

import io.rowandb.cli.load.FileLoad;
import io.rowandb.cli.load.IndexRow;
import io.rowandb.cli.load.LoadColumns;
import io.rowandb.cli.load.LoadRequest;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.client.Rowan;
import io.rowandb.client.SharedStore;
import io.rowandb.engine.TableName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./rowan load}: checks its options and loads files of lines. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Loads files of lines with separated fields into a table: sorts them on disk into HFiles and",
      "makes these part of the table in one step. Files that end in .gz are unpacked. Stopped with",
      "Ctrl-C, or killed, the same command goes on. Of cells with the same row, column and time the",
      "last one is kept.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all rows are in the table",
      "1:it failed, and the table is as it was: a file is missing, too many bad lines",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the same command goes on"
    })
final class LoadCommand implements Callable<Integer> {
  private static final Pattern BYTES = Pattern.compile("([0-9]{1,6})([mMgG])");
  private static final long MIN_MEMORY_BYTES = 16L << 20;
  private static final long MAX_MEMORY_BYTES = 2L << 30;

  /** Of the heap: it sorts with as much as it merges with, and the store has its own. */
  private static final int HEAP_SHARE = 4;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bulk",
      description = "By sorted files, without the log. The only way there is, so it must be given.")
  private boolean bulk;

  @Option(
      names = "--path",
      paramLabel = "DIR",
      required = true,
      description = "Directory of the store, made if needed.")
  private Path store;

  @Option(names = "--table", paramLabel = "NAME", required = true, description = "The table.")
  private String table;

  @Option(
      names = "--columns",
      paramLabel = "SPEC",
      required = true,
      description = {
        "What the fields of a line are, as for HBase's ImportTsv:",
        "HBASE_ROW_KEY,f:name,f:age with HBASE_TS_KEY for a time in milliseconds."
      })
  private String columns;

  @Option(
      names = "--separator",
      paramLabel = "CHAR",
      description = "One byte between fields; the tab if not given. There are no quotes.")
  private String separator = "\t";

  @Option(
      names = "--create",
      paramLabel = "N",
      description = "Makes the table if there is none, with N regions of about the same size.")
  private int newRegions;

  @Option(
      names = "--index",
      paramLabel = "PREFIX=COLUMN",
      description = {
        "A second row for each line: PREFIX and the value of COLUMN is its key,",
        "the key of the line's row its qualifier. May be given several times."
      })
  private List<String> indexes = new ArrayList<>();

  @Option(
      names = "--timestamp",
      paramLabel = "MILLIS",
      description = "The time of lines without one; the present if not given.")
  private long timeMillis = -1;

  @Option(
      names = "--skip-empty",
      description = "An empty field is no cell, instead of an empty value.")
  private boolean skipEmpty;

  @Option(
      names = "--max-bad",
      paramLabel = "N",
      description =
          "Bad lines are passed over and counted; with more than N it fails. 0 if not given.")
  private long maxBadLines;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "For sorting, as in 512m or 1g; a quarter of the heap if not given.")
  private String memory;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Where it sorts, with room for the cells twice; PATH.load if not given.")
  private Path work;

  @Option(
      names = "--verify",
      description = "Reads the sorted files once more before they are loaded.")
  private boolean verify;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The lines.")
  private List<Path> files;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    LoadRequest request = request();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(), task -> new Thread(task, "rowan-sort"));
    try (StopSignal signal = StopSignal.listen();
        SharedStore open = SharedStore.acquire(Rowan.configuration(store.toString()))) {
      FileLoad load =
          new FileLoad(
              request,
              open.database(),
              Terminal.ofProcess(),
              signal,
              System::nanoTime,
              Clock.systemUTC());
      return load.run(threads) ? 0 : CommandRunner.FAILED;
    } finally {
      threads.shutdown();
    }
  }

  private LoadRequest request() {
    if (!bulk) {
      throw refused("--bulk is missing: rows are loaded by sorted files, and in no other way yet");
    }
    requireDirectory();
    if (newRegions < 0 || maxBadLines < 0) {
      throw refused("--create and --max-bad take no negative number");
    }
    try {
      LoadColumns parsed = LoadColumns.parse(columns);
      List<IndexRow> rows = indexes.stream().map(index -> IndexRow.parse(index, parsed)).toList();
      return new LoadRequest(
          TableName.of(table),
          parsed,
          rows,
          separatorByte(),
          skipEmpty,
          timeMillis,
          existing(),
          work == null ? Path.of(store + ".load") : work,
          memoryBytes(),
          newRegions,
          maxBadLines,
          verify);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private void requireDirectory() {
    if (store.toString().isEmpty() || store.toString().startsWith("mem:")) {
      throw refused("--path needs the name of a directory, not \"" + store + "\"");
    }
  }

  private List<Path> existing() {
    for (Path file : files) {
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw refused(file + " is no file that can be read");
      }
    }
    return files;
  }

  private byte separatorByte() {
    byte[] bytes = (separator.equals("\\t") ? "\t" : separator).getBytes(StandardCharsets.UTF_8);
    if (bytes.length != 1 || bytes[0] == '\n') {
      throw refused("--separator takes one byte, not \"" + separator + "\"");
    }
    return bytes[0];
  }

  private long memoryBytes() {
    long bytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    if (memory != null) {
      Matcher size = BYTES.matcher(memory);
      if (!size.matches()) {
        throw refused("--memory takes a number and m or g, as in 512m, not \"" + memory + "\"");
      }
      int shift = size.group(2).toLowerCase(Locale.ROOT).equals("m") ? 20 : 30;
      bytes = Long.parseLong(size.group(1)) << shift;
    }
    return Math.max(MIN_MEMORY_BYTES, Math.min(MAX_MEMORY_BYTES, bytes));
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
