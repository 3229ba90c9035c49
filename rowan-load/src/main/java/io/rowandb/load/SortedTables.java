package io.rowandb.load;

import io.rowandb.engine.bulk.BulkSortOptions;
import io.rowandb.engine.bulk.MergedCells;
import io.rowandb.engine.bulk.SortStoppedException;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The sorts of all tables of a load, each in a directory of its own. Each is as far as it was
 * spilled, so after a crash they are at different records: the reader begins with the first that
 * one of them lacks, and each takes those that it has not got.
 *
 * <p>Used by one thread; sorting and merging run in threads of the executor.
 */
final class SortedTables implements Closeable {
  /** HBase's setting of the same meaning for puts. */
  private static final String MAX_CELL_BYTES_KEY = "hbase.client.keyvalue.maxsize";

  private static final int USUAL_MAX_CELL_BYTES = 10 << 20;

  /** Spills of any of them between two of all. */
  private static final int SPILLS_OF_ALL = 8;

  private final Connection connection;
  private final Map<TableName, SortedTable> tables = new LinkedHashMap<>();
  private final EncodedCell bytes = new EncodedCell();
  private long spills;

  /** The longest cell that the client would write; 0 for any. */
  private final int maxCellBytes;

  private SortedTables(Connection connection) {
    this.connection = connection;
    maxCellBytes = connection.getConfiguration().getInt(MAX_CELL_BYTES_KEY, USUAL_MAX_CELL_BYTES);
  }

  /** How the sorts work. */
  record Settings(
      Path work, long memoryBytes, LoadTarget target, ExecutorService executor, long nowMillis) {}

  /**
   * Opens them.
   *
   * @param names of the tables, in the order in which they get their files
   */
  static SortedTables open(Connection connection, List<TableName> names, Settings settings)
      throws IOException {
    SortedTables opened = new SortedTables(connection);
    boolean whole = false;
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        TableDescriptor table = admin.getDescriptor(name);
        Map<String, StoreFileOptions> families =
            new TreeMap<>(settings.target().fileOptions(table));
        BulkSortOptions options =
            new BulkSortOptions(
                families,
                settings.memoryBytes() / names.size(),
                BulkSortOptions.USUAL_MAX_FILE_BYTES,
                settings.nowMillis());
        Path directory = settings.work().resolve(Integer.toString(opened.tables.size()));
        opened.tables.put(
            name,
            SortedTable.open(name, directory, settings.target(), options, settings.executor()));
      }
      whole = true;
      return opened;
    } finally {
      if (!whole) {
        opened.close();
      }
    }
  }

  /** Where the one is that has the fewest records; null when nothing of a load is there. */
  LoadMark first() {
    LoadMark first = null;
    for (SortedTable table : tables.values()) {
      LoadMark mark = table.mark();
      if (mark != null && (first == null || isBefore(mark, first))) {
        first = mark;
      }
    }
    return first;
  }

  private static boolean isBefore(LoadMark one, LoadMark other) {
    return !one.isWhole() && (other.isWhole() || one.position() < other.position());
  }

  /** Whether all have all records. */
  boolean areWhole() {
    return tables.values().stream()
        .allMatch(table -> table.mark() != null && table.mark().isWhole());
  }

  /** Begins a load, in those that have nothing of it. */
  void begin(LoadMark start) {
    for (SortedTable table : tables.values()) {
      if (table.mark() == null) {
        table.begin(start);
      }
    }
  }

  /** Whether the table of a place has no such record yet. */
  boolean lacks(TableName name, long number) {
    LoadMark mark = tables.get(name).mark();
    return !mark.isWhole() && mark.position() < number;
  }

  /**
   * Adds a row.
   *
   * @param time what a cell is sorted by, of the time that it has
   * @return whether a cell of the family that is wanted has no time of its own
   */
  boolean add(TableName name, Put put, Time time, byte[] wanted) {
    SortedTable table = tables.get(name);
    boolean found = false;
    for (List<org.apache.hadoop.hbase.Cell> cells : put.getFamilyCellMap().values()) {
      for (org.apache.hadoop.hbase.Cell cell : cells) {
        long numbered = time.of(cell.getTimestamp());
        table.add(checked(bytes.of(cell, numbered)));
        found |=
            NumberedTime.isOne(numbered)
                && Bytes.equals(
                    wanted,
                    0,
                    wanted.length,
                    cell.getFamilyArray(),
                    cell.getFamilyOffset(),
                    cell.getFamilyLength());
      }
    }
    return found;
  }

  private Cell checked(Cell cell) {
    if (maxCellBytes > 0 && cell.length() > maxCellBytes) {
      throw new IllegalArgumentException(
          "a cell of "
              + cell.length()
              + " bytes is longer than the "
              + maxCellBytes
              + " of "
              + MAX_CELL_BYTES_KEY);
    }
    return cell;
  }

  /** Gives a time to sort by. */
  @FunctionalInterface
  interface Time {
    long of(long timestamp);
  }

  /** Adds a cell. */
  void add(TableName name, Cell cell) {
    tables.get(name).add(cell);
  }

  /**
   * Spills what is full, up to a record; now and then all others too, which may get little: a load
   * that is stopped goes on at the first record that one of them lacks.
   */
  void spillFull(long number, long records) throws IOException {
    boolean spilled = false;
    for (SortedTable table : tables.values()) {
      if (table.isFull()) {
        table.spill(table.mark().at(number, records));
        spilled = true;
      }
    }
    spills += spilled ? 1 : 0;
    if (spilled && spills % SPILLS_OF_ALL == 0) {
      for (SortedTable table : tables.values()) {
        if (lacks(table.name(), number)) {
          table.spill(table.mark().at(number, records));
        }
      }
    }
  }

  /** All records were added: spills the rest, and notes the time that cells get. */
  void spillRest(long number, long records, long timeMillis) throws IOException {
    for (SortedTable table : tables.values()) {
      if (!table.mark().isWhole()) {
        table.spill(table.mark().at(number, records).timed(timeMillis));
      }
    }
  }

  /** The time that cells get, if it is the same of all; else 0. */
  long timeMillis() {
    Set<Long> times = new HashSet<>();
    tables.values().forEach(table -> times.add(table.mark().timeMillis()));
    return times.size() == 1 ? times.iterator().next() : 0;
  }

  boolean lackFiles() throws IOException {
    for (SortedTable table : tables.values()) {
      if (table.lacksFiles()) {
        return true;
      }
    }
    return false;
  }

  void retime(long timeMillis) throws IOException {
    for (SortedTable table : tables.values()) {
      table.retime(timeMillis);
    }
  }

  /** Merges all of them, side by side. */
  void merge(Function<TableName, MergedCells> cells) throws IOException {
    AtomicBoolean goOn = new AtomicBoolean(true);
    ExecutorService callers =
        Executors.newFixedThreadPool(tables.size(), task -> new Thread(task, "rowan-load-merge"));
    try {
      Map<SortedTable, Future<?>> merging = new LinkedHashMap<>();
      for (SortedTable table : tables.values()) {
        List<byte[]> starts = starts(table.name());
        merging.put(
            table,
            callers.submit(
                () -> {
                  boolean done = false;
                  try {
                    table.merge(starts, cells.apply(table.name()), goOn::get);
                    done = true;
                  } finally {
                    goOn.compareAndSet(true, done);
                  }
                  return null;
                }));
      }
      Failures failures = new Failures(goOn);
      merging.values().forEach(failures::await);
      failures.rethrow();
    } finally {
      callers.shutdown();
    }
  }

  private List<byte[]> starts(TableName name) throws IOException {
    List<byte[]> starts = new ArrayList<>();
    try (RegionLocator regions = connection.getRegionLocator(name)) {
      Arrays.stream(regions.getStartKeys()).filter(key -> key.length > 0).forEach(starts::add);
    }
    return starts;
  }

  List<LoadTarget.TableFiles> files() {
    List<LoadTarget.TableFiles> files = new ArrayList<>();
    for (SortedTable table : tables.values()) {
      LoadTarget.TableFiles of = table.files();
      if (!of.files().isEmpty() && !table.mark().handedOver()) {
        files.add(of);
      }
    }
    return files;
  }

  int countFiles() {
    return tables.values().stream().mapToInt(table -> table.files().files().size()).sum();
  }

  long bytes() {
    return tables.values().stream().mapToLong(SortedTable::bytes).sum();
  }

  /** Deletes all of them. */
  void remove() throws IOException {
    for (SortedTable table : tables.values()) {
      table.remove();
    }
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (SortedTable table : tables.values()) {
      try {
        table.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** What went wrong in several threads: the first failure, and not the stops that it caused. */
  private static final class Failures {
    private final AtomicBoolean goOn;
    private Throwable first;
    private boolean interrupted;

    Failures(AtomicBoolean goOn) {
      this.goOn = goOn;
    }

    void await(Future<?> task) {
      boolean ended = false;
      while (!ended) {
        try {
          task.get();
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true; // they end soon
          goOn.set(false);
        } catch (ExecutionException e) {
          ended = true;
          add(e.getCause());
        }
      }
    }

    private void add(Throwable cause) {
      if (first == null || first instanceof SortStoppedException) {
        first = cause;
      } else if (!(cause instanceof SortStoppedException)) {
        first.addSuppressed(cause);
      }
    }

    void rethrow() throws IOException {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (first instanceof IOException e) {
        throw e;
      }
      if (first instanceof RuntimeException e) {
        throw e;
      }
      if (first instanceof Error e) {
        throw e;
      }
      if (first != null) {
        throw new IOException(first);
      }
    }
  }
}
