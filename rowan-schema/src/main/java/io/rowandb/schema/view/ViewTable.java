package io.rowandb.schema.view;

import io.rowandb.schema.pattern.EntriesFirst;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * The table of a view. Besides its record, each row has the key of its source row. Used by one
 * thread.
 *
 * <p>Repeated or late changes do no harm: a change has the time of the source's write, so the cells
 * and deletions of a later write win in any order.
 */
final class ViewTable<R, V> {
  /** Rows of one call to the servers. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final View<R, V> view;
  private final TableDesign<V> design;
  private final TableCalls table;
  private final EntriesFirst<V> entries;
  private final DetailKeeper<V> details;
  private final Column origin;
  private final Column mark;

  /**
   * The table of a view.
   *
   * @param entries of its records
   */
  ViewTable(Carrier carrier, View<R, V> view, EntriesFirst<V> entries) throws IOException {
    this.view = view;
    this.entries = entries;
    details = entries.details();
    design = view.target();
    table = carrier.table(design.name());
    origin = ViewRules.origin(design);
    mark = design.mark();
  }

  View<R, V> view() {
    return view;
  }

  /** Ends if this program may write the view. */
  CompletableFuture<Void> mayWrite() {
    return entries.mayWrite();
  }

  /** What of a view is written in one call. */
  private static final class Batch<V> {
    final List<V> written = new ArrayList<>();
    final List<Long> times = new ArrayList<>();
    final List<Row> changes = new ArrayList<>();

    /** What goes of details in rows of their own, behind the rows. */
    final List<Obsolete> obsolete = new ArrayList<>();
  }

  /** Whether another call is to be made. */
  @FunctionalInterface
  interface MayGoOn {
    boolean check() throws IOException;
  }

  /** Of a row's details those that are older than a time. */
  private record Obsolete(byte[] row, long time) {}

  /**
   * Puts the rows of source rows' records, behind their entries in indexes, and deletes those that
   * must go.
   */
  CompletableFuture<Void> apply(List<ChainWrite<R>> writes) {
    return Steps.called(() -> Steps.each(batches(writes), this::write));
  }

  /**
   * The same, for writes of which nothing must go, some hundred rows at a time: no more are in
   * memory than these and those of one record.
   *
   * @param mayGoOn is asked before each call
   * @param counted is told how many rows a call has put
   * @return whether all are put; not when it was told not to go on
   */
  boolean put(List<ChainWrite<R>> writes, MayGoOn mayGoOn, IntConsumer counted) throws IOException {
    Batch<V> batch = new Batch<>();
    for (ChainWrite<R> write : writes) {
      for (ViewRow<V> each : view.rows(write.record()).values()) {
        if (batch.changes.size() == BATCH) {
          if (!put(batch, mayGoOn, counted)) {
            return false;
          }
          batch = new Batch<>();
        }
        add(each, write, batch);
      }
    }
    return put(batch, mayGoOn, counted);
  }

  private boolean put(Batch<V> batch, MayGoOn mayGoOn, IntConsumer counted) throws IOException {
    if (batch.changes.isEmpty()) {
      return true;
    }
    if (!mayGoOn.check()) {
      return false;
    }
    Steps.ended(write(batch));
    counted.accept(batch.written.size());
    return true;
  }

  private void add(ViewRow<V> row, ChainWrite<R> write, Batch<V> batch) throws IOException {
    long time = write.mark().time();
    batch.written.add(row.record());
    batch.times.add(time);
    batch.changes.add(change(row.change(), write.row(), time));
    batch.obsolete.add(new Obsolete(row.change().put().getRow(), time));
  }

  private List<Batch<V>> batches(List<ChainWrite<R>> writes) throws IOException {
    List<Batch<V>> batches = new ArrayList<>();
    Batch<V> batch = new Batch<>();
    for (ChainWrite<R> write : writes) {
      for (ViewRow<V> each : view.rows(write.record()).values()) {
        batch = roomIn(batch, batches);
        add(each, write, batch);
      }
      for (byte[] row : write.mark().doomed().getOrDefault(view.name(), List.of())) {
        batch = roomIn(batch, batches);
        batch.changes.add(new Delete(row, write.mark().time()));
        batch.obsolete.add(new Obsolete(row, write.mark().time()));
      }
    }
    if (!batch.changes.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }

  private static <V> Batch<V> roomIn(Batch<V> batch, List<Batch<V>> full) {
    if (batch.changes.size() < BATCH) {
      return batch;
    }
    full.add(batch);
    return new Batch<>();
  }

  private CompletableFuture<Void> write(Batch<V> batch) {
    return entries
        .write(batch.written, batch.times, () -> table.batch(batch.changes))
        .thenCompose(done -> removeDetails(batch.obsolete));
  }

  private CompletableFuture<Void> removeDetails(List<Obsolete> obsolete) {
    return details.areInRows()
        ? Steps.sideBySide(
            obsolete.size(),
            i -> details.removeOlder(obsolete.get(i).row(), obsolete.get(i).time()))
        : Steps.DONE;
  }

  /**
   * A row as a whole: details that it had and the record has not go by their times. Details in rows
   * of their own are those of the time that its mark tells, which is always the same mark.
   */
  private Row change(RowChange change, byte[] sourceRow, long time) throws IOException {
    List<Mutation> mutations = Stamped.at(change.row(), time);
    for (Mutation each : mutations) {
      if (each instanceof Put put) {
        put.addColumn(origin.family(), origin.qualifier(), time, sourceRow);
        if (details.areInRows()) {
          put.addColumn(mark.family(), mark.qualifier(), time, Mark.madeAt(time).toBytes());
        }
      }
    }
    Delete former = new Delete(change.put().getRow(), time - 1);
    for (DetailMapping<V, ?> mapping : design.details()) {
      if (mapping instanceof WideDetails<V, ?> wide) {
        former.addFamily(wide.family(), time - 1);
      }
    }
    if (!former.isEmpty()) {
      mutations.add(former);
    }
    return mutations.size() == 1 ? mutations.get(0) : RowMutations.of(mutations);
  }

  /** Deletes what rows had when they were read. */
  void delete(List<Result> rows) throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    List<Delete> deletes = new ArrayList<>();
    List<Obsolete> obsolete = new ArrayList<>();
    for (Result row : rows) {
      deletes.add(new Delete(row.getRow(), Stamped.latest(row)));
      obsolete.add(new Obsolete(row.getRow(), Stamped.latest(row) + 1));
    }
    Steps.ended(
        Steps.called(() -> table.batch(deletes)).thenCompose(done -> removeDetails(obsolete)));
  }

  /** These rows as they are, one for each key. */
  List<Result> get(List<byte[]> rows) throws IOException {
    List<Result> found = new ArrayList<>();
    for (int i = 0; i < rows.size(); i += BATCH) {
      List<Get> gets = new ArrayList<>();
      for (byte[] row : rows.subList(i, Math.min(i + BATCH, rows.size()))) {
        gets.add(new Get(row).readVersions(design.versions()));
      }
      found.addAll(Steps.ended(table.getAll(gets)));
    }
    return found;
  }

  /** All rows; to be closed. */
  RecordRanges scan(Table rows) {
    return new RecordRanges(design, rows, all(new Scan()), new byte[0]);
  }

  private Scan all(Scan scan) {
    design.familyNames().forEach(scan::addFamily);
    return scan.readVersions(design.versions());
  }

  long countRows(Table all) throws IOException {
    long count = 0;
    Scan first = all(new Scan()).setFilter(new FirstKeyOnlyFilter());
    try (RecordRanges rows = new RecordRanges(design, all, first, new byte[0])) {
      while (rows.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** Whether nothing is stored of the view, not even deletions. */
  boolean isNew(Table all) throws IOException {
    Scan raw = new Scan().setRaw(true).readAllVersions().setLimit(1);
    try (RecordRanges rows = new RecordRanges(design, all, raw, new byte[0])) {
      return rows.next() == null;
    }
  }

  /** The source row of a row; null if it is not noted. */
  byte[] origin(Result row) {
    return row.getValue(origin.family(), origin.qualifier());
  }

  /** Whether a row, which is not empty, is of a source row and has the record that it should. */
  boolean isRight(Result row, byte[] sourceRow, WantedRow expected) throws IOException {
    if (!Arrays.equals(origin(row), sourceRow)) {
      return false;
    }
    List<Cell> actual;
    try {
      actual = Stamped.cells(design.write(design.rows().readWritten(row)).put());
    } catch (RuntimeException e) {
      return false; // not even a record, which the caller counts as another one
    }
    return isSame(actual, Stamped.cells(expected.change().put())) && areDetailsRight(row, expected);
  }

  private boolean areDetailsRight(Result row, WantedRow expected) throws IOException {
    if (!details.areInRows()) {
      return true;
    }
    OptionalLong time = MarkedRows.timeOf(design, row);
    return time.isPresent() && isSame(storedDetails(row, time), expected.details());
  }

  /** Of the write that has written the row. */
  private List<Cell> storedDetails(Result row, OptionalLong time) throws IOException {
    return Steps.ended(details.stored(row.getRow(), time.orElseThrow()));
  }

  private static boolean isSame(List<Cell> actual, List<Cell> wanted) {
    if (actual.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!CellUtil.matchingColumn(actual.get(i), wanted.get(i))
          || !CellUtil.matchingValue(actual.get(i), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Of a row that is there: the same as that of what it should be, if it is as it would be written
   * now.
   */
  long hash(RowHash hash, Result row) throws IOException {
    byte[] sourceRow = origin(row);
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      if (!CellUtil.matchingColumn(cell, origin.family(), origin.qualifier())
          && !(details.areInRows()
              && CellUtil.matchingColumn(cell, mark.family(), mark.qualifier()))) {
        cells.add(cell);
      }
    }
    if (details.areInRows()) {
      OptionalLong time = MarkedRows.timeOf(design, row);
      if (time.isEmpty()) {
        return hash.of(new byte[0], row.getRow(), cells); // as of no source row
      }
      cells.addAll(storedDetails(row, time));
    }
    return hash.of(sourceRow == null ? new byte[0] : sourceRow, row.getRow(), cells);
  }

  /** Of a row that should be there. */
  long hash(RowHash hash, byte[] sourceRow, WantedRow expected) {
    List<Cell> cells = new ArrayList<>(Stamped.cells(expected.change().put()));
    cells.addAll(expected.details());
    return hash.of(sourceRow, expected.change().put().getRow(), cells);
  }

  /** The greatest time of anything that is stored of each of these rows, deletions included. */
  SortedMap<byte[], Long> latestStored(List<byte[]> rows) throws IOException {
    SortedMap<byte[], Long> latest = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < rows.size(); i += BATCH) {
      List<byte[]> some = rows.subList(i, Math.min(i + BATCH, rows.size()));
      latest.putAll(Steps.ended(Stamped.latestStored(table, some)));
    }
    if (details.areInRows()) {
      for (byte[] row : rows) {
        latest.merge(row, Steps.ended(details.latestStored(row)), Math::max);
      }
    }
    return latest;
  }

  /** The keys of a source record's rows. */
  Set<byte[]> keys(R record) {
    Set<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    keys.addAll(view.rows(record).keySet()); // which is seen without what the rows have
    return keys;
  }

  /** The rows of a source record. */
  SortedMap<byte[], WantedRow> rows(R record) {
    SortedMap<byte[], WantedRow> wanted = new TreeMap<>(Arrays::compareUnsigned);
    view.rows(record)
        .forEach(
            (key, row) ->
                wanted.put(key, new WantedRow(row.change(), details.wanted(row.record(), key))));
    return wanted;
  }
}
