package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.RowDecoder;
import io.rowandb.tsdb.upkeep.RowFindings.DecodedColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/**
 * Mends a row by one atomic write: its points that can be read go into one compacted column, with
 * the time of the newest of their cells, and of the cells that were read the versions that were
 * read are deleted. So a point that was written since then counts as later, and stays.
 */
final class RowMend {
  private static final byte[] FAMILY = {'t'};

  /** As for compaction: of servers' clocks, and of one cell. */
  private static final long SETTLED_MILLIS = 60_000;

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_CELLS = 100_000;

  private final PointKeyLayout layout;
  private final FsckOptions options;
  private final byte[] key;
  private final List<Cell> cells;
  private final RowFindings findings;

  RowMend(
      PointKeyLayout layout,
      FsckOptions options,
      byte[] key,
      List<Cell> cells,
      RowFindings findings) {
    this.layout = layout;
    this.options = options;
    this.key = key;
    this.cells = cells;
    this.findings = findings;
  }

  boolean isNeeded() {
    return (options.mends() && findings.has(Fault.Cure.MEND))
        || (options.deletes() && findings.has(Fault.Cure.DELETE));
  }

  /** Not, when a cell may have another of its millisecond beside it yet. */
  boolean isPossible(long nowMillis) {
    return cells.size() <= MAX_CELLS && newest(cells) < nowMillis - SETTLED_MILLIS;
  }

  private static long newest(List<Cell> cells) {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElseThrow();
  }

  /** Whether it was written; not, if the row changed meanwhile or is too large. */
  boolean write(Table table) throws IOException {
    if (findings.isWholeRow()) {
      table.mutateRow(RowMutations.of(List.of(new Delete(key).addFamily(FAMILY, newest(cells)))));
      return true;
    }
    List<Mutation> mutations = new ArrayList<>();
    Delete delete = new Delete(key);
    if (findings.has(Fault.Cure.MEND)) {
      CompactedColumn column = column();
      List<Cell> old =
          new ArrayList<>(findings.readable().stream().map(DecodedColumn::cell).toList());
      List<Cell> inItsPlace =
          findings.unreadable().stream()
              .filter(cell -> CellUtil.matchingQualifier(cell, column.qualifier()))
              .toList();
      if (column.qualifier().length + column.value().length > MAX_BYTES
          || (!inItsPlace.isEmpty() && !options.deletes())) {
        return false;
      }
      old.addAll(inItsPlace);
      mutations.add(
          new Put(key, newest(old)).addColumn(FAMILY, column.qualifier(), column.value()));
      deleteBut(column.qualifier(), old, delete);
      if (options.deletes()) {
        deleteBut(column.qualifier(), findings.unreadable(), delete);
      }
    } else {
      deleteBut(null, findings.unreadable(), delete);
    }
    if (!delete.isEmpty()) {
      mutations.add(delete);
    }
    return write(table, RowMutations.of(mutations));
  }

  /**
   * Of the new column, the new value takes the place: a delete would hide it.
   *
   * @param qualifier of the new column; null if there is none
   */
  private static void deleteBut(byte[] qualifier, List<Cell> cells, Delete delete) {
    for (Cell cell : cells) {
      if (qualifier == null || !CellUtil.matchingQualifier(cell, qualifier)) {
        delete.addColumns(FAMILY, CellUtil.cloneQualifier(cell), cell.getTimestamp());
      }
    }
  }

  private CompactedColumn column() throws DamagedDataException {
    long base = layout.baseSecondsOf(key);
    RowDecoder merged = new RowDecoder(base);
    for (DecodedColumn each : findings.readable()) {
      CompactedColumn one = CompactedColumn.of(base, each.points().smallest());
      merged.add(one.qualifier(), one.value(), each.cell().getTimestamp());
    }
    return CompactedColumn.of(base, merged.points(options.keep()));
  }

  private boolean write(Table table, RowMutations mutations) throws IOException {
    Optional<Cell> appends =
        cells.stream()
            .filter(cell -> AppendedPoint.isQualifier(CellUtil.cloneQualifier(cell)))
            .findFirst();
    if (appends.isEmpty()) {
      table.mutateRow(mutations);
      return true;
    }
    return table
        .checkAndMutate(
            CheckAndMutate.newBuilder(key)
                .ifEquals(FAMILY, AppendedPoint.qualifier(), CellUtil.cloneValue(appends.get()))
                .build(mutations))
        .isSuccess();
  }
}
