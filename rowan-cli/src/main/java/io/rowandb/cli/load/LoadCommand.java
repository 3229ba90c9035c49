package io.rowandb.cli.load;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.WorkDirectory;
import io.rowandb.cli.source.FileFault;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
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
      "Loads files of lines with separated fields into a table: sorts them on disk into HFiles and makes these part of the table in one step. Files that end in .gz are unpacked. Stopped with Ctrl-C, or killed, the same command goes on. Of cells with the same row, column and time the last one is kept.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all rows are in the table, also when a signal came too late to stop it",
      "1:it failed, and the table is as it was: a file is missing, too many bad lines",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the same command goes on"
    })
public final class LoadCommand implements Callable<Integer> {
  private static final Pattern BYTES = Pattern.compile("([0-9]{1,6})([mMgG])");
  private static final long MIN_MEMORY_BYTES = 16L << 20;
  private static final long MAX_MEMORY_BYTES = 2L << 30;

  /** Of the heap: it sorts with as much as it merges with, and the store has its own. */
  private static final int HEAP_SHARE = 4;

  /** The part of the heap that may be asked for: with more, sorting would die of it. */
  private static final int MAX_HEAP_SHARE = 2;

  /** Why a pipe will not do. */
  private static final String AGAIN =
      "a load that was stopped reads its files again; write the lines to a file first";

  @Spec private CommandSpec spec;

  @Option(
      names = "--bulk",
      description = "By sorted files, without the log: the only way there is, also without --bulk.")
  @SuppressWarnings("UnusedVariable") // what it asks for is always done
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
      description =
          "What the fields of a line are, as for HBase's ImportTsv: HBASE_ROW_KEY,f:name,f:age with HBASE_TS_KEY for a time in milliseconds.")
  private String columns;

  @Option(
      names = "--separator",
      paramLabel = "CHAR",
      description = "One byte between fields; the tab if not given. There are no quotes.")
  private String separator = "\t";

  @Option(
      names = "--create",
      paramLabel = "N",
      description =
          "Makes the table if there is none, with N regions of about the same size; with fewer, and says so, when the rows are too few to divide it by.")
  private int newRegions;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      description =
          "Of the families that --create makes: NONE, GZ, SNAPPY, LZ4, ZSTD or LZO; none if not given, as in HBase.")
  private String compression;

  @Option(
      names = "--bloom",
      paramLabel = "TYPE",
      description = "Their Bloom filters: NONE, ROW or ROWCOL; ROW if not given.")
  private String bloom;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "The encoding of their blocks: NONE, PREFIX, DIFF, FAST_DIFF or ROW_INDEX_V1; none if not given.")
  private String encoding;

  @Option(
      names = "--block-size",
      paramLabel = "BYTES",
      description = "The size of their blocks; 65536 if not given.")
  private Integer blockBytes;

  @Option(
      names = "--index",
      paramLabel = "PREFIX=COLUMN",
      description =
          "A second row for each line: PREFIX and the value of COLUMN is its key, the key of the line's row its qualifier. May be given several times.")
  private List<String> indexes = new ArrayList<>();

  @Option(
      names = "--timestamp",
      paramLabel = "MILLIS",
      description = "The time of lines without one; the present if not given.")
  private Long timeMillis;

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
      description =
          "For sorting, as in 512m or 1g: 16m to 2g, and at most half of the heap; a quarter of the heap if not given.")
  private String memory;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Where it sorts, with room for the cells twice, outside of the store; PATH.load if not given.")
  private Path work;

  @Option(
      names = "--max-files",
      paramLabel = "N",
      description =
          "With more sorted files for one family of one region it fails; hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily if not given, which is 32.")
  private Integer maxFiles;

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
    Configuration conf = configuration();
    LoadRequest request = request(conf);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(
                Runtime.getRuntime().availableProcessors(),
                BulkSort.mergingThreads(request.memoryBytes())),
            task -> new Thread(task, "rowan-sort"));
    try (StopSignal signal = StopSignal.listen()) {
      boolean done = load(request, conf, signal, threads);
      if (done) {
        signal.succeed(); // only now: closing the store may fail
      }
      return done ? 0 : CommandRunner.FAILED;
    } finally {
      threads.shutdown();
    }
  }

  private static boolean load(
      LoadRequest request, Configuration conf, StopSignal signal, ExecutorService threads)
      throws IOException {
    try (SharedStore open = SharedStore.acquire(conf)) {
      return new FileLoad(
              request,
              open.database(),
              Terminal.ofProcess(),
              signal,
              System::nanoTime,
              Clock.systemUTC())
          .run(threads);
    }
  }

  private Configuration configuration() {
    requireDirectory();
    return Rowan.configuration(store.toString());
  }

  private LoadRequest request(Configuration conf) throws IOException {
    if (newRegions < 0 || maxBadLines < 0) {
      throw refused("--create and --max-bad take no negative number");
    }
    if (maxFiles != null && maxFiles < 1) {
      throw refused("--max-files takes a number from 1 on, not " + maxFiles);
    }
    try {
      LoadColumns parsed = LoadColumns.parse(columns);
      List<IndexRow> rows = indexes.stream().map(index -> IndexRow.parse(index, parsed)).toList();
      return new LoadRequest(
          tableName(),
          parsed,
          rows,
          separatorByte(),
          skipEmpty,
          time(),
          existing(),
          workDirectory(),
          sortBytes(memory, Runtime.getRuntime().maxMemory()),
          newRegions,
          attributes(),
          maxBadLines,
          maxFiles == null ? FileLimit.of(conf) : maxFiles,
          verify);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  /** By HBase's names; whether the values can be is for the engine to say. */
  private Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    put("COMPRESSION", compression, attributes);
    put("BLOOMFILTER", bloom, attributes);
    put("DATA_BLOCK_ENCODING", encoding, attributes);
    put("BLOCKSIZE", blockBytes, attributes);
    if (!attributes.isEmpty() && newRegions == 0) {
      throw refused(
          "--compression, --bloom, --encoding and --block-size are for the table that --create"
              + " makes");
    }
    return attributes;
  }

  private static void put(String name, Object value, Map<String, String> attributes) {
    if (value != null) {
      attributes.put(name, value.toString().toUpperCase(Locale.ROOT));
    }
  }

  private void requireDirectory() {
    if (store.toString().isEmpty() || store.toString().startsWith("mem:")) {
      throw refused("--path needs the name of a directory, not \"" + store + "\"");
    }
  }

  private TableName tableName() {
    TableName name = TableName.of(table);
    if (name.namespace().equals(TableName.SYSTEM_NAMESPACE)) {
      throw refused("--table " + name + " is a table of the system; rows are not loaded into it");
    }
    return name;
  }

  /** The time of lines without one; -1 for the present. */
  private long time() {
    if (timeMillis == null) {
      return -1;
    }
    if (timeMillis < 0 || timeMillis == Cell.LATEST_TIMESTAMP) {
      throw refused(
          "--timestamp " + timeMillis + " must be from 0 to " + (Cell.LATEST_TIMESTAMP - 1));
    }
    return timeMillis;
  }

  private Path workDirectory() throws IOException {
    try {
      return WorkDirectory.of(store, work);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private List<Path> existing() {
    for (Path file : files) {
      Optional<String> fault = FileFault.ofReading(file);
      if (file.toString().equals("-") && Files.notExists(file)) {
        throw refused("standard input is not loaded: " + AGAIN);
      }
      if (fault.isPresent()) {
        throw refused(fault.get());
      }
      if (!Files.isRegularFile(file)) {
        throw refused("cannot load " + file + ", which is no regular file: " + AGAIN);
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

  /**
   * How much memory it sorts with.
   *
   * @param given as in 512m; null for a part of the heap
   * @throws IllegalArgumentException when it is no size, or too little or too much
   */
  static long sortBytes(String given, long heapBytes) {
    if (given == null) {
      return Math.max(MIN_MEMORY_BYTES, Math.min(MAX_MEMORY_BYTES, heapBytes / HEAP_SHARE));
    }
    Matcher size = BYTES.matcher(given);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "--memory takes a number and m or g, as in 512m, not \"" + given + "\"");
    }
    int shift = size.group(2).toLowerCase(Locale.ROOT).equals("m") ? 20 : 30;
    long bytes = Long.parseLong(size.group(1)) << shift;
    if (bytes < MIN_MEMORY_BYTES || bytes > MAX_MEMORY_BYTES) {
      throw new IllegalArgumentException("--memory " + given + " must be from 16m to 2g");
    }
    if (bytes > heapBytes / MAX_HEAP_SHARE) {
      throw new IllegalArgumentException(
          "--memory "
              + given
              + " must be at most half of the heap of "
              + (heapBytes >> 20)
              + "m, which ROWAN_JAVA_OPTS=-Xmx... sets");
    }
    return bytes;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
