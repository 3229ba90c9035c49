package io.rowandb.cli.demo;

import io.rowandb.cli.source.SourceException;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The demonstration from beginning to end: open, load what is missing, count, ask, sum up.
 *
 * <ol>
 *   <li>The real data is in namespace {@code demo}, the generated sample in {@code sample}: the two
 *       never mix in one store.
 *   <li>A complete data set is never loaded again.
 *   <li>Nothing is made when a file or a table is not as it should be ({@link LoadCheck}).
 *   <li>Tables made by earlier versions of the demonstration have other names and stay unchanged.
 *   <li>When asked to stop, it closes the store and says how to continue.
 * </ol>
 *
 * One thread; one run.
 */
public final class Demo {
  private static final String REAL = "demo";
  private static final String SAMPLE = "sample";
  // Fixed at construction.
  private final Terminal terminal;
  private final BooleanSupplier stopRequested;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final LongSupplier processStartMillis;

  /**
   * Nothing happens yet.
   *
   * @param stopRequested turns true when the run should end early
   * @param nanoTime measures spans
   * @param clock tells when something happened
   * @param processStartMillis when the virtual machine started, by {@code clock}; asked once
   */
  public Demo(
      Terminal terminal,
      BooleanSupplier stopRequested,
      LongSupplier nanoTime,
      Clock clock,
      LongSupplier processStartMillis) {
    this.terminal = terminal;
    this.stopRequested = stopRequested;
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.processStartMillis = processStartMillis;
  }

  /** Whether {@code data} has at least one of the files of the data sets. */
  public static boolean findsAnyFile(Path data) {
    return dataFiles().anyMatch(file -> Files.exists(data.resolve(file)));
  }

  /** One of the files that a data directory may have, for a message. */
  public static String exampleFile() {
    return dataFiles().findFirst().orElseThrow();
  }

  private static List<DataSet> sets(String namespace) {
    return List.of(
        new WebTableExample(namespace),
        new WebPages(namespace),
        new HostNames(namespace),
        new HiggsActivity(namespace),
        new WindowsEvents(namespace),
        new BeijingAir(namespace));
  }

  private static Stream<String> dataFiles() {
    return sets(SAMPLE).stream()
        .flatMap(set -> set.files().stream())
        .filter(file -> !file.builtIn())
        .map(SourceFile::path);
  }

  /** How a run ended. */
  public enum Outcome {
    /** All was loaded and asked. */
    DONE,
    /** A stop was requested. */
    STOPPED,
    /** A table does not hold as many rows as were loaded. */
    ROWS_DIFFER
  }

  /**
   * Runs.
   *
   * @param data directory of the data files, or nothing for the sample or what is there
   * @param store directory of the store
   */
  public Outcome run(Optional<Path> data, Path store) throws IOException {
    long startNanos = nanoTime.getAsLong();
    terminal.line("Store  " + store);
    Outcome outcome;
    long rows;
    try (Connection connection = EmbeddedStore.open(store);
        Admin admin = connection.getAdmin()) {
      boolean onlyAsk = data.isEmpty() && LoadLog.isIn(admin, REAL);
      String namespace = data.isPresent() || onlyAsk ? REAL : SAMPLE;
      if (!onlyAsk) {
        new LoadCheck(connection, admin, namespace).run(sets(namespace), data);
      }
      createLog(admin, namespace);
      try (LoadLog log = new LoadLog(connection, namespace)) {
        long beforeNanos = nanoTime.getAsLong();
        long runs = log.countRun();
        sayStart(store, runs, nanoTime.getAsLong() - beforeNanos);
        sayData(data, onlyAsk);
        sayFormer(admin);
        Session session =
            new Session(connection, admin, namespace, log, onlyAsk ? Optional.empty() : data);
        outcome = session.run(onlyAsk);
        rows = session.rows;
      }
    }
    sayEnd(outcome, store, data, rows, nanoTime.getAsLong() - startNanos);
    return outcome;
  }

  private static void createLog(Admin admin, String namespace) throws IOException {
    if (LoadLog.isIn(admin, namespace)) {
      return;
    }
    boolean there = false;
    for (NamespaceDescriptor known : admin.listNamespaceDescriptors()) {
      there |= known.getName().equals(namespace);
    }
    if (!there) {
      admin.createNamespace(NamespaceDescriptor.create(namespace).build());
    }
    admin.createTable(LoadLog.descriptor(namespace));
  }

  /**
   * The engine's share, from above: opening and making tables as the engine measured them, put and
   * get as the client did, with its own part in them.
   */
  private void sayStart(Path store, long runs, long rowNanos) throws IOException {
    long startMillis = clock.millis() - processStartMillis.getAsLong();
    EmbeddedStore.EngineTimes engine = EmbeddedStore.engineTimes(store);
    long rowMillis = TimeUnit.NANOSECONDS.toMillis(rowNanos);
    terminal.line(
        "Start  "
            + Figures.count(startMillis)
            + " ms from the start of the JVM to the first row read back"
            + (runs == 1 ? " (a new store)" : " (run " + runs + " here)"));
    terminal.line(
        "       of that the engine at most "
            + Figures.count(engine.openMillis() + engine.schemaMillis() + rowMillis)
            + " ms (open "
            + engine.openMillis()
            + ", create table "
            + engine.schemaMillis()
            + ", put and get "
            + rowMillis
            + ")");
  }

  private void sayData(Optional<Path> data, boolean onlyAsk) {
    if (onlyAsk) {
      terminal.line("Data   what this store holds already");
    } else {
      terminal.line(
          "Data   "
              + data.map(Path::toString)
                  .orElse("a small sample of made-up rows; --data DIR loads the real data sets"));
    }
  }

  /** Tables of other designs are in the way of nothing, but take room. */
  private void sayFormer(Admin admin) throws IOException {
    if (admin.tableExists(LoadLog.formerName(REAL))
        || admin.tableExists(LoadLog.formerName(SAMPLE))) {
      terminal.line(
          "       tables that an earlier version of this command loaded are here too; they are not"
              + " used");
    }
  }

  private void sayEnd(Outcome outcome, Path store, Optional<Path> data, long rows, long nanos)
      throws IOException {
    terminal.line();
    if (outcome == Outcome.STOPPED) {
      terminal.line("Stopped. The store is sound; the same command goes on from here.");
      return;
    }
    terminal.line("Summary");
    terminal.line("  rows     " + Figures.count(rows));
    terminal.line("  on disk  " + Figures.bytes(EmbeddedStore.bytesOnDisk(store)) + " in " + store);
    terminal.line("  time     " + Figures.duration(nanos));
    terminal.line();
    terminal.line("To look further");
    terminal.line("  run the same command again: it finds the rows and only asks");
    terminal.line(
        "  open the store in a program: Rowan.configuration(\"" + store + "\"), README.md");
    if (data.isEmpty() && outcome == Outcome.DONE) {
      terminal.line("  load the real data sets: ./rowan demo --data DIR");
    }
    terminal.line("  start anew: delete " + store);
  }

  /** The work on an open store. */
  private final class Session {
    // Fixed at construction.
    private final Connection connection;
    private final Admin admin;
    private final List<DataSet> sets;
    private final boolean madeUp;
    private final LoadLog log;
    private final Optional<Path> data;

    // Written by the one thread.
    private final Map<DataSet, LoadState> loaded = new LinkedHashMap<>();
    private long rows;

    Session(
        Connection connection, Admin admin, String namespace, LoadLog log, Optional<Path> data) {
      this.connection = connection;
      this.sets = sets(namespace);
      this.madeUp = namespace.equals(SAMPLE);
      this.admin = admin;
      this.log = log;
      this.data = data;
    }

    Outcome run(boolean onlyAsk) throws IOException {
      terminal.line();
      terminal.line("Loading");
      for (DataSet set : sets) {
        if (stopRequested.getAsBoolean() || !(onlyAsk ? find(set) : load(set))) {
          return Outcome.STOPPED;
        }
      }
      if (loaded.isEmpty()) {
        throw new SourceException(
            "no data set is complete in this store; --data DIR loads them, or goes on, and without"
                + " it another --path gets the sample");
      }
      boolean equal = countRows();
      terminal.line();
      terminal.line("Source is shown as it runs here; docs/demo.md has its imports.");
      for (DataSet set : loaded.keySet()) {
        if (stopRequested.getAsBoolean()) {
          return Outcome.STOPPED;
        }
        ask(set);
      }
      return equal ? Outcome.DONE : Outcome.ROWS_DIFFER;
    }

    /** Takes what is complete already; always goes on. */
    private boolean find(DataSet set) throws IOException {
      Optional<LoadState> state = log.read(set.name());
      if (state.isPresent() && state.get().complete()) {
        loaded.put(set, state.get());
        sayLoadedBefore(set, state.get());
      } else {
        long records = state.map(LoadState::records).orElse(0L);
        terminal.line(
            set.name() + ": " + Figures.counted(records, "record") + " so far; --data DIR goes on");
      }
      return true;
    }

    /** Loads what is missing; false when stopped. */
    private boolean load(DataSet set) throws IOException {
      Optional<LoadState> before = log.read(set.name());
      if (before.isPresent() && before.get().complete()) {
        loaded.put(set, before.get());
        sayLoadedBefore(set, before.get());
        return true;
      }
      Optional<Path> missing = LoadCheck.missingFile(set, data);
      if (missing.isPresent()) {
        terminal.line(set.name() + ": left out, there is no " + missing.get());
        return true;
      }
      if (before.isPresent() && before.get().records() > 0) {
        terminal.line(
            set.name() + ": goes on after " + Figures.counted(before.get().records(), "record"));
      }
      terminal.line(set.name() + ": " + describe(set));
      Loader loader = new Loader(connection, log, terminal, stopRequested, nanoTime, clock);
      loader.begin(set, data);
      for (TableLayout table : set.tables()) {
        create(table);
      }
      LoadState after = loader.load(set, data);
      if (after.complete()) {
        loaded.put(set, after);
      }
      return after.complete();
    }

    private String describe(DataSet set) {
      boolean builtIn = set.files().stream().allMatch(SourceFile::builtIn);
      return madeUp && !builtIn ? "made-up rows in the form of " + set.title() : set.title();
    }

    private void create(TableLayout table) throws IOException {
      if (admin.tableExists(table.name())) {
        return;
      }
      if (table.splitKeys().isEmpty()) {
        admin.createTable(table.descriptor());
      } else {
        admin.createTable(table.descriptor(), table.splitKeys().toArray(new byte[0][]));
      }
    }

    private void sayLoadedBefore(DataSet set, LoadState state) {
      terminal.line(
          set.name()
              + ": there already, "
              + Figures.counted(state.records(), "record")
              + ", loaded on "
              + Instant.ofEpochMilli(state.finishedMillis()).toString().substring(0, 16)
              + "Z in "
              + Figures.duration(state.nanos()));
    }

    /**
     * Counts every table with a scan; false if one does not hold what was loaded, or if stopped.
     */
    private boolean countRows() throws IOException {
      boolean equal = true;
      List<List<String>> lines = new ArrayList<>();
      for (Map.Entry<DataSet, LoadState> entry : loaded.entrySet()) {
        for (TableLayout table : entry.getKey().tables()) {
          if (stopRequested.getAsBoolean()) {
            return false;
          }
          long startNanos = nanoTime.getAsLong();
          long counted = RowCounter.of(connection, table.name());
          long nanos = nanoTime.getAsLong() - startNanos;
          long expected = entry.getValue().rows().get(table.name());
          rows += counted;
          equal &= counted == expected;
          lines.add(
              List.of(
                  table.name().getNameAsString(),
                  Figures.count(entry.getValue().records()),
                  Figures.count(counted),
                  counted == expected ? "as loaded" : Figures.count(expected) + " EXPECTED",
                  Figures.duration(nanos)));
        }
      }
      terminal.line();
      terminal.line("Rows, counted by a scan of each table (several records may share a row)");
      print(List.of("table", "records", "rows", "check", "time"), lines);
      return equal;
    }

    private void ask(DataSet set) throws IOException {
      terminal.line();
      terminal.line("Tables of " + set.name() + ": " + describe(set));
      show(set.declaration());
      for (DemoQuestion question : set.questions()) {
        terminal.line();
        terminal.line("DemoQuestion: " + question.text());
        show(question.source());
        long startNanos = nanoTime.getAsLong();
        Answer answer = question.asker().ask(connection);
        long nanos = nanoTime.getAsLong() - startNanos;
        if (!answer.rows().isEmpty()) {
          print(answer.headings(), answer.rows());
        }
        terminal.line("  " + sayRows(answer) + ", " + Figures.duration(nanos));
      }
    }

    /** Source is shown as it is, never wrapped, so that it can be copied. */
    private void show(List<String> source) {
      for (String line : source) {
        terminal.line(line.isEmpty() ? line : "  " + line);
      }
    }

    private String sayRows(Answer answer) {
      String lines = Figures.counted(answer.rowCount(), "line");
      return answer.hiddenRows() > 0
          ? lines + ", the first " + answer.rows().size() + " shown"
          : answer.rowCount() == 0 ? "nothing" : lines;
    }

    private void print(List<String> headings, List<List<String>> lines) {
      for (String line : TextTable.lines(headings, lines, terminal.columns() - 4)) {
        terminal.line("    " + line);
      }
    }
  }
}
