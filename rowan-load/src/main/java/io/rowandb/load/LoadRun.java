package io.rowandb.load;

import io.rowandb.engine.bulk.MergedCells;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.schema.pattern.NewRecords;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** One load, or what is left of it. Used once, by one thread. */
final class LoadRun<R> {
  private static final byte[] NOTHING = new byte[0];

  /** Records between two looks whether to stop. */
  private static final int RECORDS_PER_LOOK = 1 << 10;

  /** How often all is merged once more, when merging took longer than half the grace. */
  private static final int MOST_MERGES = 3;

  /** Where records go. */
  record Place<R>(
      Connection connection, TableDesign<R> design, LoadTarget target, LoadNotes notes) {}

  // Fixed at construction.
  private final Place<R> place;
  private final TableDesign<R> design;
  private final LoadTarget target;
  private final NewRecords<R> records;
  private final RecordSource<R> source;
  private final Path work;
  private final long memoryBytes;
  private final ExecutorService executor;
  private final byte[] rowsFamily;
  private final long begin = System.nanoTime();

  // Written as it goes on.
  private long sortedNanos = begin;
  private long mergedNanos = begin;

  LoadRun(
      Place<R> place,
      NewRecords<R> records,
      RecordSource<R> source,
      Path work,
      long memoryBytes,
      ExecutorService executor) {
    this.place = place;
    design = place.design();
    target = place.target();
    this.records = records;
    this.source = source;
    this.work = work;
    this.memoryBytes = memoryBytes;
    this.executor = executor;
    rowsFamily = design.familyNames().get(0);
  }

  /** Does it. */
  LoadReport load() throws IOException {
    Optional<LoadNote> before = place.notes().find(source.name());
    if (before.isPresent()) {
      Optional<String> now = source.stateIfThere();
      if (now.isPresent()) {
        requireUnchanged(before.get().state(), now.get(), "was loaded");
      }
      source.discard();
    } else {
      mayLoad(); // before anything is sorted
    }
    try (SortedTables tables = open()) {
      LoadMark left = tables.first();
      boolean isOfDone = left != null && isDone(left);
      if (before.isPresent()) {
        if (left == null || isOfDone) {
          tables.remove();
        }
        return LoadReport.of(before.get());
      }
      if (!isOfDone && !mustBeginAgain(tables, left)) {
        return load(tables, left);
      }
      tables.remove();
    }
    return load(); // in a directory without a load
  }

  /** It may have been forgotten and begun again, with another state, or into another table. */
  private boolean isDone(LoadMark left) throws IOException {
    return left.job().endsWith(where())
        && place
            .notes()
            .find(left.load())
            .filter(note -> note.state().equals(left.state()))
            .isPresent();
  }

  private SortedTables open() throws IOException {
    List<TableName> names = new ArrayList<>(records.tables());
    if (target.isOneStep()) {
      names.add(place.notes().table());
    }
    return SortedTables.open(
        place.connection(),
        names,
        new SortedTables.Settings(work, memoryBytes, target, executor, records.nowMillis()));
  }

  /** Whether a part of the records is sorted, and the others cannot be read alone. */
  private boolean mustBeginAgain(SortedTables tables, LoadMark left) {
    return left != null && left.job().equals(job()) && !source.isRepeatable() && !tables.areWhole();
  }

  private String job() {
    return "load " + source.name() + where();
  }

  private String where() {
    return " into " + design.name() + ", design " + design.fingerprint() + ", of " + target.store();
  }

  private void mayLoad() throws IOException {
    records.mayWrite();
    try (Admin admin = place.connection().getAdmin()) {
      for (TableName each : records.tables()) {
        if (admin.getDescriptor(each).isReadOnly()) {
          throw new IllegalStateException(
              "table " + each + " is read-only, and is not loaded into");
        }
      }
    }
  }

  private void requireUnchanged(String state, String what) throws IOException {
    requireUnchanged(state, source.state(), what);
  }

  private void requireUnchanged(String state, String now, String what) throws IOException {
    if (!state.equals(now)) {
      throw new IOException(
          source.name()
              + " has changed since it "
              + what
              + ": it had "
              + state
              + ", and has "
              + now
              + (what.equals("was loaded")
                  ? ". Load what is new by another name; or delete its records, forget the load,"
                      + " and load it again"
                  : ". Delete "
                      + work
                      + " to load it from its beginning, or give another working directory"));
    }
  }

  private LoadReport load(SortedTables tables, LoadMark left) throws IOException {
    if (left != null) {
      if (!left.job().equals(job())) {
        throw new IOException(
            work
                + " has another load that is not finished: "
                + left.job()
                + ". Finish it, delete the directory, or give another one to "
                + job());
      }
      requireUnchanged(left.state(), "began to be loaded");
    }
    try {
      tables.begin(LoadMark.start(source.name(), job(), source.state()));
      if (!tables.areWhole()) {
        read(tables);
      }
      sortedNanos = System.nanoTime();
      mergeAndHandOver(tables);
    } catch (LoadRefusedException e) {
      tables.remove(); // nothing of it is of use: other records are other files
      throw e;
    }
    LoadMark done = tables.first();
    LoadReport report = report(tables, done, System.nanoTime());
    if (!target.isOneStep()) {
      try (Table table = place.connection().getTable(place.notes().table())) {
        table.put(LoadNotes.noting(source.name(), done.state(), done.records()));
      }
    }
    tables.remove();
    return report;
  }

  private LoadReport report(SortedTables tables, LoadMark done, long endNanos) {
    return new LoadReport(
        source.name(),
        done.records(),
        /* wasLoaded= */ false,
        done.timeMillis(),
        tables.countFiles(),
        tables.bytes(),
        Duration.ofNanos(sortedNanos - begin),
        Duration.ofNanos(mergedNanos - sortedNanos),
        Duration.ofNanos(endNanos - mergedNanos));
  }

  /** Reads the records that a table lacks. */
  private void read(SortedTables tables) throws IOException {
    LoadMark first = tables.first();
    long count = first.records();
    long number = first.position();
    try (RecordSource.Reading<R> reading = opened()) {
      reading.skip(number);
      for (R record = next(reading); record != null; record = next(reading)) {
        number = reading.number();
        count++;
        add(tables, record, number);
        tables.spillFull(number, count);
        if (count % RECORDS_PER_LOOK == 0 && Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("load " + source.name() + " was interrupted");
        }
      }
      number = Math.max(number, reading.number());
    }
    requireUnchanged(first.state(), "began to be loaded");
    TableName notes = place.notes().table();
    if (target.isOneStep() && tables.lacks(notes, Long.MAX_VALUE)) {
      long numbered = NumberedTime.of(records.places().size() + 1, 0);
      tables.add(
          notes,
          LoadNotes.noting(source.name(), first.state(), count),
          time -> numbered,
          LoadNotes.FAMILY);
    }
    tables.spillRest(number, count, records.nowMillis());
  }

  private RecordSource.Reading<R> opened() throws IOException {
    try {
      return source.open();
    } catch (IOException e) {
      throw new IOException(source.name() + " cannot be read: " + e.getMessage(), e);
    }
  }

  private R next(RecordSource.Reading<R> reading) throws IOException {
    try {
      return reading.next();
    } catch (CharacterCodingException e) { // of what a buffer has
      throw new LoadRefusedException(
          "bytes that are not UTF-8 are in a line behind " + source.describe(reading.number()), e);
    } catch (IOException e) {
      throw new IOException(
          source.describe(reading.number()) + ", or what is behind it: " + e.getMessage(), e);
    } catch (RuntimeException e) { // whatever makes records throws
      throw new LoadRefusedException(
          source.describe(reading.number()) + " is no record: " + e.getMessage(), e);
    }
  }

  private void add(SortedTables tables, R record, long number) throws IOException {
    try {
      records.write(record, number, (at, put) -> add(tables, at, put, number));
    } catch (RuntimeException e) { // a value without a form, or what a predicate throws
      throw new LoadRefusedException(
          source.describe(number) + " cannot be written: " + e.getMessage(), e);
    }
  }

  private void add(SortedTables tables, NewRecords.Place<R> at, Put put, long number) {
    if (!tables.lacks(at.table(), number)) {
      return;
    }
    byte[] wanted = at.isOfRecords() ? rowsFamily : NOTHING;
    boolean found =
        tables.add(at.table(), put, time -> NumberedTime.of(time, at.number(), number), wanted);
    if (at.isOfRecords() && !found) {
      long sortedOnly = NumberedTime.of(records.places().size(), number);
      Cell cell =
          CellCodec.cell(put.getRow(), rowsFamily, NOTHING, sortedOnly, CellType.PUT, NOTHING, 0);
      tables.add(at.table(), cell);
    }
  }

  private void mergeAndHandOver(SortedTables tables) throws IOException {
    boolean done = false;
    for (int merges = 1; !done; merges++) {
      long time = tables.timeMillis();
      if (time == 0 || !records.isYoung(time) || tables.lackFiles()) {
        time = records.nowMillis();
        tables.retime(time);
      }
      StampedCells.Known<R> known = known(tables.first());
      tables.merge(table -> cells(table, known));
      mergedNanos = System.nanoTime();
      try {
        target.handOver(tables.files(), () -> look(known.timeMillis()));
        done = true;
      } catch (TooLateException e) {
        if (merges == MOST_MERGES) {
          throw e;
        }
      }
    }
  }

  private MergedCells cells(TableName table, StampedCells.Known<R> known) {
    boolean isOfRecords = table.equals(design.name());
    return new StampedCells<>(isOfRecords ? known : known.withoutRows());
  }

  private StampedCells.Known<R> known(LoadMark mark) throws IOException {
    Set<Integer> occupied = new HashSet<>();
    for (NewRecords.Place<R> each : records.places()) {
      boolean looked = each.isOfRecords() || each.isUnique();
      if (looked && !records.isEmpty(each.table())) {
        occupied.add(each.number());
      }
    }
    return new StampedCells.Known<>(
        records,
        records.places(),
        design.isMarked() ? design.mark() : null,
        rowsFamily,
        mark.timeMillis(),
        mark.earlier(),
        occupied,
        source::describe);
  }

  /** The last look before tables get files. */
  private void look(long timeMillis) throws IOException {
    mayLoad();
    if (place.notes().find(source.name()).isPresent()) {
      throw new IOException("load " + source.name() + " was done by another program meanwhile");
    }
    if (!records.isYoung(timeMillis)) {
      throw new TooLateException(source.name());
    }
  }

  /** Half the grace has passed since cells got their time. */
  private static final class TooLateException extends IOException {
    private static final long serialVersionUID = 1;

    TooLateException(String load) {
      super(
          "load "
              + load
              + " took longer than half the grace of its indexes from the beginning of merging"
              + " until the tables could get the files: give all programs of the tables a longer"
              + " grace, or load less at once");
    }
  }
}
