package io.rowandb.schema.view;

import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table that views are of: its rows with their marks. Used by one thread.
 *
 * <p>Every write of a row changes its mark, and happens only if the mark is the one that was read:
 * so the writes of a row are one chain, each knowing the one before, and their times ascend.
 */
final class SourceTable<R> implements AutoCloseable {
  /** Its first byte keeps it apart from declared columns, and first in its family. */
  private static final byte[] MARK_QUALIFIER = Bytes.toBytesBinary("\\x00mark");

  // Fixed at construction.
  private final TableDesign<R> design;
  private final Table table;
  private final Column mark;

  SourceTable(Connection connection, TableDesign<R> design) throws IOException {
    this.design = design;
    table = connection.getTable(design.name());
    mark = new Column(design.families().values().iterator().next().getName(), MARK_QUALIFIER);
  }

  TableDesign<R> design() {
    return design;
  }

  /**
   * A record as it is read after it was written, with what its design gives for null, and counters
   * at 0: what views are a function of.
   */
  R canonical(R record) {
    Put put = design.write(record).put();
    List<Cell> cells = new ArrayList<>(Stamped.cells(put));
    cells.sort(CellComparator.getInstance());
    return design.read(Result.create(cells));
  }

  /** A row as it is now, which may have nothing. */
  SourceRow<R> read(byte[] row) throws IOException {
    Get get = new Get(row).readVersions(design.versions());
    design.families().values().forEach(family -> get.addFamily(family.getName()));
    SourceRow<R> read = of(row, table.get(get));
    return read.mark().isPresent()
        ? read
        : new SourceRow<>(
            row,
            read.record(),
            read.mark(),
            null,
            Math.max(read.latest(), Stamped.latestStored(table, row)));
  }

  private SourceRow<R> of(byte[] row, Result cells) {
    byte[] markBytes = cells.isEmpty() ? null : cells.getValue(mark.family(), mark.qualifier());
    Optional<R> record = Optional.empty();
    if (!cells.isEmpty() && !Arrays.stream(cells.rawCells()).allMatch(this::isMark)) {
      record = Optional.of(canonical(design.read(cells)));
    }
    return new SourceRow<>(
        row,
        record,
        Optional.ofNullable(markBytes).map(Mark::of),
        markBytes,
        Stamped.latest(cells));
  }

  private boolean isMark(Cell cell) {
    return CellUtil.matchingColumn(cell, mark.family(), mark.qualifier());
  }

  /** All rows, in their order, as they are when they are read; to be closed. */
  ResultScanner scan() throws IOException {
    Scan scan = new Scan().readVersions(design.versions());
    design.families().values().forEach(family -> scan.addFamily(family.getName()));
    return table.getScanner(scan);
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
            .withStartRow(from)
            .addColumn(mark.family(), mark.qualifier())
            .setFilter(
                new ValueFilter(
                    CompareOperator.NOT_EQUAL, new BinaryPrefixComparator(Mark.settledPrefix())));
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      Result row = scanner.next();
      while (row != null) {
        rows.add(row);
        row = rows.size() < limit ? scanner.next() : null;
      }
    }
    return rows;
  }

  /** The mark of a row of {@link #pending}. */
  Mark mark(Result row) {
    return Mark.of(row.getValue(mark.family(), mark.qualifier()));
  }

  /** Writes a record and a mark in one step, whatever the row has. */
  void write(R record, Mark newMark) throws IOException {
    byte[] row = design.key().encode(record);
    table.mutateRow(RowMutations.of(changes(row, record, newMark)));
  }

  /**
   * Writes a record and a mark in one step, unless somebody else has written the row since it was
   * read.
   *
   * @param record null to write the mark alone
   * @return whether it did
   */
  boolean replace(SourceRow<R> former, R record, Mark newMark) throws IOException {
    return check(former.row(), former.markBytes(), changes(former.row(), record, newMark));
  }

  private List<Mutation> changes(byte[] row, R record, Mark newMark) throws IOException {
    List<Mutation> changes = new ArrayList<>();
    if (record != null) {
      changes.addAll(Stamped.at(design.write(record).row(), newMark.time()));
    }
    changes.add(put(row, newMark, newMark.time()));
    return changes;
  }

  private Put put(byte[] row, Mark newMark, long time) {
    return new Put(row).addColumn(mark.family(), mark.qualifier(), time, newMark.toBytes());
  }

  /** Says that nothing is left to be done for a mark, unless the row has another by now. */
  void settle(byte[] row, Mark pending) throws IOException {
    check(row, pending.toBytes(), List.of(put(row, pending.settled(), pending.time() + 1)));
  }

  /**
   * Deletes a row, unless it has another mark by now.
   *
   * @param time up to which all goes
   */
  void delete(byte[] row, Mark pending, long time) throws IOException {
    check(row, pending.toBytes(), List.of(new Delete(row, time)));
  }

  private boolean check(byte[] row, byte[] markBytes, List<Mutation> changes) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    if (markBytes == null) {
      builder.ifNotExists(mark.family(), mark.qualifier());
    } else {
      builder.ifEquals(mark.family(), mark.qualifier(), markBytes);
    }
    CheckAndMutate checked;
    if (changes.size() > 1) {
      checked = builder.build(RowMutations.of(changes));
    } else if (changes.get(0) instanceof Put put) {
      checked = builder.build(put);
    } else {
      checked = builder.build((Delete) changes.get(0));
    }
    return table.checkAndMutate(checked).isSuccess();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
