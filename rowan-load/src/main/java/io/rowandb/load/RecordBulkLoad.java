package io.rowandb.load;

import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.catalog.EnclosingStore;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.NewRecords;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Loads new records into the tables of a design by sorted HFiles: their rows, the entries of its
 * indexes, and details in rows of their own.
 *
 * <pre>{@code
 * RecordBulkLoad<Call> calls = RecordBulkLoad.into(connection, design, Path.of("/data/load"));
 * calls.load(RecordSource.lines(Path.of("calls-2026-11-27.tsv"), Call::ofLine));
 * }</pre>
 *
 * <ol>
 *   <li>Records are read, and their cells are sorted, for each table apart. What is sorted is on
 *       disk with the number of the last record, so a load that was killed goes on behind it.
 *   <li>The cells are merged into files. Two records of one key or one unique value meet there, and
 *       the rows of the records and their unique values are looked up in the tables: each of these
 *       ends the load, and the tables have nothing of it.
 *   <li>All cells have one time, which is taken when the last record is sorted. When half the grace
 *       of the indexes has passed since, as after a kill, they are merged once more with a new one:
 *       readers would remove entries as old that are without their records.
 *   <li>In an embedded store all tables get their files in one step, with a note that the load is
 *       done. In a cluster they get them one after the other, indexes first and records last, then
 *       comes the note; {@link #through} names what gives them.
 * </ol>
 *
 * <p>From the beginning of a load to its end no other program writes the rows that it loads, or
 * records with their unique values, and no other load of these tables runs. Others may read and
 * write anything else.
 *
 * <p>Immutable; used by one thread.
 *
 * @param <R> the record
 */
public final class RecordBulkLoad<R> {
  private static final long MIN_MEMORY_BYTES = 16L << 20;
  private static final long MAX_MEMORY_BYTES = 2L << 30;

  /** Of the heap: it sorts with as much as it merges with, and the store has its own. */
  private static final int HEAP_SHARE = 4;

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final Path work;
  private final long memoryBytes;
  private final IndexSettings settings;
  private final HFileTool tool;

  private RecordBulkLoad(
      Connection connection,
      TableDesign<R> design,
      Path work,
      long memoryBytes,
      IndexSettings settings,
      HFileTool tool) {
    this.connection = connection;
    this.design = design;
    this.work = work;
    this.memoryBytes = memoryBytes;
    this.settings = settings;
    this.tool = tool;
  }

  /**
   * Into the tables of a design, which are made if they are not there, with the design's split
   * keys.
   *
   * @param work a directory for sorting, outside of any store, best on the disk of the store: it
   *     needs room for all cells twice. Empty, missing, or of an earlier run
   */
  public static <R> RecordBulkLoad<R> into(
      Connection connection, TableDesign<R> design, Path work) {
    requireGiven(connection, "the connection of a load");
    requireGiven(design, "the design of a load");
    requireGiven(work, "the working directory of a load");
    design.checkDeclared();
    long memory = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    return new RecordBulkLoad<>(
        connection,
        design,
        work,
        Math.max(MIN_MEMORY_BYTES, Math.min(MAX_MEMORY_BYTES, memory)),
        IndexSettings.usual(),
        /* tool= */ null);
  }

  private static void requireGiven(Object value, String what) {
    if (value == null) {
      throw new IllegalArgumentException(what + " must not be null");
    }
  }

  /**
   * With other memory for sorting, from 16 MB to 2 GB; a quarter of the heap is usual.
   *
   * @throws IllegalArgumentException when it is less or more, or more than half of the heap
   */
  public RecordBulkLoad<R> memory(long newMemoryBytes) {
    long most = Math.min(MAX_MEMORY_BYTES, Runtime.getRuntime().maxMemory() / 2);
    if (newMemoryBytes < MIN_MEMORY_BYTES || newMemoryBytes > most) {
      throw new IllegalArgumentException(
          "a load sorts with "
              + MIN_MEMORY_BYTES
              + " to "
              + most
              + " bytes, at most half of the heap: "
              + newMemoryBytes);
    }
    return new RecordBulkLoad<>(connection, design, work, newMemoryBytes, settings, tool);
  }

  /** With the settings of indexes that all programs of the tables have. */
  public RecordBulkLoad<R> settings(IndexSettings newSettings) {
    requireGiven(newSettings, "the settings of indexes");
    return new RecordBulkLoad<>(connection, design, work, memoryBytes, newSettings, tool);
  }

  /** Into a cluster, by this tool. */
  public RecordBulkLoad<R> through(HFileTool newTool) {
    requireGiven(newTool, "the tool that gives files to a cluster");
    return new RecordBulkLoad<>(connection, design, work, memoryBytes, settings, newTool);
  }

  /**
   * Loads the records of a source, unless that was done before.
   *
   * @throws LoadRefusedException when they cannot be loaded as they are
   * @throws IllegalStateException when the tables are to be upgraded to the design first, or the
   *     connection is a cluster's and there is no tool
   * @throws io.rowandb.schema.table.ChangedDesignException when the tables are of another design,
   *     or have views
   * @throws IOException also when the working directory has another load that is not finished, or
   *     one of a source that has changed since
   */
  public LoadReport load(RecordSource<R> source) throws IOException {
    requireGiven(source, "the source of a load");
    return loadAll(List.of(source)).get(0);
  }

  /**
   * Loads sources one after the other, each unless that was done before: a job that runs every day
   * gives the files of all days. When one fails, those before it are loaded.
   */
  public List<LoadReport> loadAll(List<RecordSource<R>> sources) throws IOException {
    requireGiven(sources, "the sources of a load");
    Set<String> names = new HashSet<>();
    for (RecordSource<R> source : sources) {
      requireGiven(source, "a source of a load");
      if (!names.add(source.name())) {
        throw new IllegalArgumentException(
            "two sources have the name "
                + source.name()
                + ", of which a load is done once: give one of them another, by named");
      }
    }
    ExecutorService executor =
        Executors.newFixedThreadPool(
            Math.min(
                Runtime.getRuntime().availableProcessors(), BulkSort.mergingThreads(memoryBytes)),
            task -> new Thread(task, "rowan-load"));
    List<LoadReport> reports = new ArrayList<>();
    try (LoadTarget target = target()) {
      requireOutside(target);
      RecordTable.openOrCreate(connection, design).close();
      LoadNotes notes = new LoadNotes(connection, design.name());
      notes.create();
      for (RecordSource<R> source : sources) {
        try (NewRecords<R> records = NewRecords.open(connection, design, settings)) {
          LoadRun.Place<R> place = new LoadRun.Place<>(connection, design, target, notes);
          LoadRun<R> run = new LoadRun<>(place, records, source, work, memoryBytes, executor);
          reports.add(run.load());
        }
      }
    } finally {
      executor.shutdown();
    }
    return reports;
  }

  private LoadTarget target() throws IOException {
    if (tool != null) {
      return ClusterTarget.of(connection, tool);
    }
    if (!StoreTarget.isNamedBy(connection.getConfiguration())) {
      throw new IllegalStateException(
          "the connection is of a cluster, whose tables get files by a tool of HBase: name it,"
              + " through((table, files) -> BulkLoadHFiles.create(conf).bulkLoad(table, new"
              + " Path(files.toUri()))), or write by RecordTable.load");
    }
    return StoreTarget.of(connection.getConfiguration());
  }

  /** A store deletes what it does not know, and takes no files out of its own directory. */
  private void requireOutside(LoadTarget target) throws IOException {
    Optional<Path> store = EnclosingStore.of(target.disk(), work);
    if (store.isPresent()) {
      throw new IllegalArgumentException(
          "the working directory " + work + " is inside the store or backup " + store.get());
    }
  }

  /** The loads of the table that are done, by their names. */
  public List<LoadNote> loaded() throws IOException {
    return new LoadNotes(connection, design.name()).all();
  }

  /**
   * Forgets that a load is done, whose records were deleted, so that it is done again.
   *
   * @return whether it was known
   */
  public boolean forget(String name) throws IOException {
    requireGiven(name, "the name of a load");
    return new LoadNotes(connection, design.name()).forget(name);
  }
}
