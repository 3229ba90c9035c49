package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.RowDecoder;
import io.rowandb.tsdb.store.RowRewrite;
import io.rowandb.tsdb.upkeep.RowFindings.DecodedColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;

/**
 * Mends a row by one atomic write: its points that can be read go into one compacted column, with
 * the time of the newest of their cells, and of the cells that were read the versions that were
 * read are deleted. So a point that was written since then counts as later, and stays.
 */
final class RowMend {
  private static final byte[] FAMILY = {'t'};

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

  /**
   * Not, when a cell may have another of its millisecond beside it yet.
   *
   * @param nowMillis when the row was read, or before
   */
  boolean isPossible(long nowMillis) {
    return isSettled(newest(cells), nowMillis);
  }

  static boolean isSettled(long newest, long nowMillis) {
    return newest < nowMillis - RowRewrite.SETTLED_MILLIS;
  }

  /** What is newer stays. */
  static void deleteRow(Table table, byte[] key, long newest) throws IOException {
    table.delete(new Delete(key).addFamily(FAMILY, newest));
  }

  private static long newest(List<Cell> cells) {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElseThrow();
  }

  /**
   * Whether it was written; not, if the row changed meanwhile or is too large, or a delete of the
   * last minute is in the way.
   *
   * @param nowMillis when the row was read, or before
   */
  boolean write(Table table, long nowMillis) throws IOException {
    if (findings.isWholeRow()) {
      deleteRow(table, key, newest(cells));
      return true;
    }
    RowRewrite rewrite = new RowRewrite(key);
    if (findings.has(Fault.Cure.MEND) && !addColumn(rewrite)) {
      return false;
    }
    if (options.deletes()) {
      findings.unreadable().forEach(rewrite::delete);
    }
    // An append writes the column anew, with all that was in it.
    cells.stream()
        .filter(cell -> AppendedPoint.isQualifier(CellUtil.cloneQualifier(cell)))
        .forEach(rewrite::ifHas);
    return rewrite.write(table, nowMillis);
  }

  /** Whether it may be written: not, in the place of a column that is not to be deleted. */
  private boolean addColumn(RowRewrite rewrite) throws DamagedDataException {
    CompactedColumn column = column();
    List<Cell> old =
        new ArrayList<>(findings.readable().stream().map(DecodedColumn::cell).toList());
    List<Cell> inItsPlace =
        findings.unreadable().stream()
            .filter(cell -> CellUtil.matchingQualifier(cell, column.qualifier()))
            .toList();
    if (!inItsPlace.isEmpty() && !options.deletes()) {
      return false;
    }
    old.addAll(inItsPlace);
    for (Cell cell : old) {
      rewrite.ifHas(cell);
      rewrite.delete(cell);
    }
    rewrite.put(column.qualifier(), column.value(), newest(old));
    return true;
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
}
