package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.RowDecoder;
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
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Removes the points of a row that lie in a range, by one atomic write. Of columns with several
 * points the others stay. What is written after the row was read stays too; the columns keep their
 * times, so that it is still what was written last.
 */
final class PointEraser {
  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);

  private final Table table;
  private final long fromMillis;
  private final long toMillis;

  PointEraser(Table table, long fromMillis, long toMillis) {
    this.table = table;
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
  }

  /**
   * Removes them.
   *
   * @return whether it is done; not, when points were appended meanwhile, and the row is as it was
   */
  boolean erase(SeriesRow row) throws IOException {
    Delete delete = new Delete(row.key());
    List<Mutation> mutations = new ArrayList<>();
    Optional<Cell> appends = Optional.empty();
    for (Cell cell : row.columnsOfPoints()) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      boolean appended = AppendedPoint.isQualifier(qualifier);
      if (appended) {
        appends = Optional.of(cell);
      }
      Points all = decode(row, cell, qualifier);
      Points kept = new Points();
      int before = fromMillis == 0 ? 0 : kept.addAll(all, 0, fromMillis - 1);
      int behind = kept.addAll(all, toMillis + 1, Long.MAX_VALUE);
      if (before + behind == all.size()) {
        continue;
      }
      if (before + behind == 0) {
        delete.addColumns(FAMILY, qualifier, cell.getTimestamp());
      } else if (appended) {
        mutations.add(put(row, cell, qualifier, AppendedPoint.toBytes(kept)));
      } else {
        CompactedColumn column = CompactedColumn.of(row.baseSeconds(), kept);
        mutations.add(put(row, cell, column.qualifier(), column.value()));
        delete.addColumns(FAMILY, qualifier, cell.getTimestamp());
      }
    }
    if (!delete.isEmpty()) {
      mutations.add(delete);
    }
    return mutations.isEmpty() || write(row, mutations, appends);
  }

  private static Points decode(SeriesRow row, Cell cell, byte[] qualifier) throws IOException {
    RowDecoder decoder = new RowDecoder(row.baseSeconds());
    decoder.add(qualifier, CellUtil.cloneValue(cell), cell.getTimestamp());
    return decoder.points(DuplicateRule.LAST);
  }

  private static Put put(SeriesRow row, Cell cell, byte[] qualifier, byte[] value) {
    return new Put(row.key(), cell.getTimestamp()).addColumn(FAMILY, qualifier, value);
  }

  private boolean write(SeriesRow row, List<Mutation> mutations, Optional<Cell> appends)
      throws IOException {
    RowMutations all = RowMutations.of(mutations);
    if (appends.isEmpty()) {
      table.mutateRow(all);
      return true;
    }
    // An append writes the column anew, with all that was in it.
    return table
        .checkAndMutate(
            CheckAndMutate.newBuilder(row.key())
                .ifEquals(FAMILY, AppendedPoint.qualifier(), CellUtil.cloneValue(appends.get()))
                .build(all))
        .isSuccess();
  }
}
