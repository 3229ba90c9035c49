package io.rowandb.schema.view;

import io.rowandb.schema.pattern.EntriesFirst;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.WideDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
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
  private final Column origin;

  /**
   * The table of a view.
   *
   * @param entries of its records
   */
  ViewTable(Carrier carrier, View<R, V> view, EntriesFirst<V> entries) throws IOException {
    this.view = view;
    this.entries = entries;
    design = view.target();
    table = carrier.table(design.name());
    origin = ViewRules.origin(design);
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
    final List<Row> changes = new ArrayList<>();
  }

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
  boolean put(List<ChainWrite<R>> writes, BooleanSupplier mayGoOn, IntConsumer counted)
      throws IOException {
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

  private boolean put(Batch<V> batch, BooleanSupplier mayGoOn, IntConsumer counted)
      throws IOException {
    if (batch.changes.isEmpty()) {
      return true;
    }
    if (!mayGoOn.getAsBoolean()) {
      return false;
    }
    Steps.ended(write(batch));
    counted.accept(batch.written.size());
    return true;
  }

  private void add(ViewRow<V> row, ChainWrite<R> write, Batch<V> batch) throws IOException {
    batch.written.add(row.record());
    batch.changes.add(change(row.change(), write.row(), write.mark().time()));
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
    return entries.write(batch.written, () -> table.batch(batch.changes));
  }

  /** A row as a whole: details that it had and the record has not go by their times. */
  private Row change(RowChange change, byte[] sourceRow, long time) throws IOException {
    List<Mutation> mutations = Stamped.at(change.row(), time);
    for (Mutation each : mutations) {
      if (each instanceof Put put) {
        put.addColumn(origin.family(), origin.qualifier(), time, sourceRow);
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
    for (Result row : rows) {
      deletes.add(new Delete(row.getRow(), Stamped.latest(row)));
    }
    Steps.ended(Steps.called(() -> table.batch(deletes)));
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
  boolean isRight(Result row, byte[] sourceRow, RowChange expected) {
    if (!Arrays.equals(origin(row), sourceRow)) {
      return false;
    }
    List<Cell> actual;
    try {
      actual = Stamped.cells(design.write(design.read(row)).put());
    } catch (RuntimeException e) {
      return false; // not even a record, which the caller counts as another one
    }
    List<Cell> wanted = Stamped.cells(expected.put());
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
  long hash(RowHash hash, Result row) {
    byte[] sourceRow = origin(row);
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      if (!CellUtil.matchingColumn(cell, origin.family(), origin.qualifier())) {
        cells.add(cell);
      }
    }
    return hash.of(sourceRow == null ? new byte[0] : sourceRow, row.getRow(), cells);
  }

  /** Of a row that should be there. */
  long hash(RowHash hash, byte[] sourceRow, RowChange expected) {
    return hash.of(sourceRow, expected.put().getRow(), Stamped.cells(expected.put()));
  }

  /** The greatest time of anything that is stored of each of these rows, deletions included. */
  SortedMap<byte[], Long> latestStored(List<byte[]> rows) throws IOException {
    SortedMap<byte[], Long> latest = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < rows.size(); i += BATCH) {
      List<byte[]> some = rows.subList(i, Math.min(i + BATCH, rows.size()));
      latest.putAll(Steps.ended(Stamped.latestStored(table, some)));
    }
    return latest;
  }

  /** The rows of a source record. */
  SortedMap<byte[], RowChange> rows(R record) {
    SortedMap<byte[], RowChange> changes = new TreeMap<>(Arrays::compareUnsigned);
    view.rows(record).forEach((key, row) -> changes.put(key, row.change()));
    return changes;
  }
}
