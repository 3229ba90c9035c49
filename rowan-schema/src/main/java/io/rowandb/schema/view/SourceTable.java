package io.rowandb.schema.view;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.pattern.WriteSteps;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;

/**
 * The table that views are of: its rows with their marks. Used by one thread.
 *
 * <p>Every write of a row changes its mark, and happens only if the mark is the one that was read:
 * so the writes of a row are one chain, each knowing the one before, and their times ascend.
 */
final class SourceTable<R> implements AutoCloseable {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final Table table;
  private final RecordTable<R> records;
  private final Column mark;

  SourceTable(Connection connection, TableDesign<R> design, IndexSettings settings)
      throws IOException {
    this.design = design;
    table = connection.getTable(design.name());
    records = RecordTable.open(connection, design, settings);
    mark = ViewRules.mark(design);
  }

  TableDesign<R> design() {
    return design;
  }

  /** The same table, as one without views is used. */
  RecordTable<R> records() {
    return records;
  }

  /** A row as it is now, which may have nothing. */
  SourceRow<R> read(byte[] row) throws IOException {
    return withLatest(List.of(of(row, table.get(get(row))))).get(0);
  }

  private Get get(byte[] row) throws IOException {
    Get get = new Get(row).readVersions(design.versions());
    design.familyNames().forEach(get::addFamily);
    return get;
  }

  /** Rows as they are now, without the times of what was deleted, in one call. */
  List<SourceRow<R>> readAll(List<byte[]> rows) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      gets.add(get(row));
    }
    Result[] found = gets.isEmpty() ? new Result[0] : table.get(gets);
    List<SourceRow<R>> read = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      read.add(of(rows.get(i), found[i]));
    }
    return read;
  }

  /** The same rows; those without a mark know the times of what was deleted there. */
  List<SourceRow<R>> withLatest(List<SourceRow<R>> rows) throws IOException {
    List<byte[]> unmarked =
        rows.stream().filter(row -> row.mark().isEmpty()).map(SourceRow::row).toList();
    SortedMap<byte[], Long> latest = Stamped.latestStored(table, unmarked);
    return rows.stream()
        .map(row -> row.mark().isPresent() ? row : row.atLeast(latest.getOrDefault(row.row(), 0L)))
        .toList();
  }

  private SourceRow<R> of(byte[] row, Result cells) {
    byte[] markBytes = cells.isEmpty() ? null : cells.getValue(mark.family(), mark.qualifier());
    Optional<R> record = Optional.empty();
    if (!cells.isEmpty() && !Arrays.stream(cells.rawCells()).allMatch(this::isMark)) {
      record = Optional.of(design.readWritten(cells));
    }
    return new SourceRow<>(
        row,
        cells,
        record,
        Optional.ofNullable(markBytes).map(ViewMark::of),
        markBytes,
        Stamped.latest(cells));
  }

  private boolean isMark(Cell cell) {
    return CellUtil.matchingColumn(cell, mark.family(), mark.qualifier());
  }

  /** All rows, in their order, as they are when they are read; to be closed. */
  RecordRanges scan() {
    Scan scan = new Scan().readVersions(design.versions());
    design.familyNames().forEach(scan::addFamily);
    return new RecordRanges(design, table, scan, new byte[0]);
  }

  /** A row of {@link #scan}. */
  SourceRow<R> of(Result cells) {
    return of(cells.getRow(), cells);
  }

  /**
   * Rows from one on whose marks are not settled.
   *
   * @param limit how many at most
   */
  List<Result> pending(byte[] from, int limit) throws IOException {
    Scan scan =
        new Scan()
            .addColumn(mark.family(), mark.qualifier())
            .setFilter(
                new ValueFilter(
                    CompareOperator.NOT_EQUAL,
                    new BinaryPrefixComparator(ViewMark.settledPrefix())));
    List<Result> rows = new ArrayList<>();
    try (RecordRanges found = new RecordRanges(design, table, scan, from)) {
      Result row = found.next();
      while (row != null) {
        rows.add(row);
        row = rows.size() < limit ? found.next() : null;
      }
    }
    return rows;
  }

  /** The mark of a row of {@link #pending}. */
  ViewMark mark(Result row) {
    return ViewMark.of(row.getValue(mark.family(), mark.qualifier()));
  }

  /**
   * Writes what records need before their rows: the entries of their indexes, their details in rows
   * of their own.
   *
   * @return to be settled when the rows are written, or others have written them
   * @throws UniqueViolationException as {@link WriteSteps#before}
   */
  WriteSteps<R> prepare(List<R> some) throws IOException {
    WriteSteps<R> steps = records.steps();
    steps.before(some);
    return steps;
  }

  /**
   * Writes records into rows that have nothing, each in one step with its mark.
   *
   * @param writes that the marks are of, in the order of the records
   */
  void insert(List<R> some, List<SourceWrite<R>> writes) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      ViewMark newMark = writes.get(i).mark();
      Mutation put = Stamped.at(design.writeNew(some.get(i)).put(), newMark.time()).get(0);
      puts.add(
          ((Put) put)
              .addColumn(mark.family(), mark.qualifier(), newMark.time(), newMark.toBytes()));
    }
    table.put(puts);
  }

  /**
   * Writes a record and a mark in one step, unless somebody else has written the row since it was
   * read.
   *
   * @param record null to write the mark alone
   * @return whether it did
   */
  boolean replace(SourceRow<R> former, R record, ViewMark newMark) throws IOException {
    return check(former.row(), former.markBytes(), changes(former, record, newMark));
  }

  /**
   * Writes a mark into each of several rows, unless somebody else has written that one since it was
   * read.
   *
   * @return of which rows it did
   */
  List<Boolean> mark(List<SourceRow<R>> former, List<ViewMark> newMarks) throws IOException {
    List<CheckAndMutate> checks = new ArrayList<>();
    for (int i = 0; i < former.size(); i++) {
      SourceRow<R> row = former.get(i);
      ViewMark newMark = newMarks.get(i);
      checks.add(
          ifMarked(row.row(), row.markBytes()).build(put(row.row(), newMark, newMark.time())));
    }
    return table.checkAndMutate(checks).stream().map(CheckAndMutateResult::isSuccess).toList();
  }

  private List<Mutation> changes(SourceRow<R> former, R record, ViewMark newMark)
      throws IOException {
    List<Mutation> changes = new ArrayList<>();
    if (record != null) {
      RowChange change = design.write(record);
      design.removeOthers(record, former.cells(), change);
      changes.addAll(Stamped.at(change.row(), newMark.time()));
    }
    changes.add(put(former.row(), newMark, newMark.time()));
    return changes;
  }

  /** The row of a record. */
  byte[] rowOf(R record) {
    return design.key().encode(design.present(record));
  }

  /**
   * Removes details in rows of their own that a record has not, unless the row has another mark by
   * now: it may have others' details then.
   */
  void removeOtherDetails(byte[] row, R record, ViewMark pending) throws IOException {
    if (hasDetailRows() && has(row, pending)) {
      records.steps().after(record);
    }
  }

  /** Removes all details in rows of their own, on the same condition. */
  void removeDetails(byte[] row, ViewMark pending) throws IOException {
    if (hasDetailRows() && has(row, pending)) {
      records.steps().removeDetails(row);
    }
  }

  private boolean hasDetailRows() {
    return design.details().stream().anyMatch(TallDetails.class::isInstance);
  }

  private boolean has(byte[] row, ViewMark pending) throws IOException {
    return read(row).mark().filter(each -> each.token().equals(pending.token())).isPresent();
  }

  private Put put(byte[] row, ViewMark newMark, long time) {
    return new Put(row).addColumn(mark.family(), mark.qualifier(), time, newMark.toBytes());
  }

  /** Says that nothing is left to be done for a mark, unless the row has another by now. */
  void settle(byte[] row, ViewMark pending) throws IOException {
    table.checkAndMutate(settling(row, pending));
  }

  /** The same of many. */
  void settle(List<SourceWrite<R>> writes) throws IOException {
    table.checkAndMutate(writes.stream().map(each -> settling(each.row(), each.mark())).toList());
  }

  private CheckAndMutate settling(byte[] row, ViewMark pending) {
    return ifMarked(row, pending.toBytes()).build(put(row, pending.settled(), pending.time() + 1));
  }

  /**
   * Deletes a row, unless it has another mark by now.
   *
   * @param time up to which all goes
   */
  void delete(byte[] row, ViewMark pending, long time) throws IOException {
    WriteSteps<R> steps = records.steps();
    steps.beforeDelete(List.of(row));
    ViewRules.checkTime(steps, design.name());
    table.checkAndMutate(ifMarked(row, pending.toBytes()).build(new Delete(row, time)));
  }

  private boolean check(byte[] row, byte[] markBytes, List<Mutation> changes) throws IOException {
    CheckAndMutate.Builder condition = ifMarked(row, markBytes);
    CheckAndMutate checked =
        changes.size() > 1
            ? condition.build(RowMutations.of(changes))
            : condition.build((Put) changes.get(0)); // the mark alone
    return table.checkAndMutate(checked).isSuccess();
  }

  private CheckAndMutate.Builder ifMarked(byte[] row, byte[] markBytes) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    return markBytes == null
        ? builder.ifNotExists(mark.family(), mark.qualifier())
        : builder.ifEquals(mark.family(), mark.qualifier(), markBytes);
  }

  @Override
  public void close() throws IOException {
    records.close();
    table.close();
  }
}
