package io.rowandb.schema.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Changes of rows at a time that the client chooses, and the times that rows have. */
final class Stamped {
  private Stamped() {}

  /**
   * A change at a time: what it writes is of that time, what it deletes is what was before. Cells
   * with times of their own keep them.
   */
  static List<Mutation> at(Row change, long time) throws IOException {
    List<Mutation> stamped = new ArrayList<>();
    if (change instanceof RowMutations several) {
      for (Mutation each : several.getMutations()) {
        stamped.add(at(each, time));
      }
    } else {
      stamped.add(at((Mutation) change, time));
    }
    return stamped;
  }

  private static Mutation at(Mutation change, long time) throws IOException {
    if (change instanceof Put) {
      Put put = new Put(change.getRow(), time);
      for (Cell cell : cells(change)) {
        put.add(at(cell, time));
      }
      return put;
    }
    Delete delete = new Delete(change.getRow(), time - 1);
    for (Cell cell : cells(change)) {
      delete.add(at(cell, time - 1));
    }
    return delete;
  }

  private static Cell at(Cell cell, long time) {
    if (cell.getTimestamp() != HConstants.LATEST_TIMESTAMP) {
      return cell;
    }
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(CellUtil.cloneQualifier(cell))
        .setTimestamp(time)
        .setType(cell.getType())
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }

  /** All cells of a change, in its order. */
  static List<Cell> cells(Mutation change) {
    return change.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
  }

  /** The greatest time of the cells of a row; 0 when it has none. */
  static long latest(Result row) {
    long latest = 0;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        latest = Math.max(latest, cell.getTimestamp());
      }
    }
    return latest;
  }

  /** The greatest time of all that is stored of a row, deletions included; 0 when nothing is. */
  static long latestStored(Table table, byte[] row) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, /* inclusive= */ true)
            .setRaw(true)
            .readAllVersions();
    long latest = 0;
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result each = rows.next(); each != null; each = rows.next()) {
        latest = Math.max(latest, latest(each));
      }
    }
    return latest;
  }
}
