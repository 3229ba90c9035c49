package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.ReadBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The notes of series that are not in a tree: a column each, of one row. */
final class TreeFailures {
  private static final int CELLS_A_PART = 1_000;

  private TreeFailures() {}

  static Map<String, String> read(
      Table table, int treeId, TreeFailure why, List<SeriesId> tsuids, ReadBudget budget)
      throws IOException {
    byte[] row = why.row(treeId);
    Scan scan = new Scan().withStartRow(row).withStopRow(row, true).setBatch(CELLS_A_PART);
    if (tsuids.isEmpty()) {
      scan.addFamily(TreeCells.FAMILY);
    }
    for (SeriesId each : tsuids) {
      scan.addColumn(TreeCells.FAMILY, why.qualifier(each.toBytes()));
    }
    byte[] prefix = why.prefix();
    Map<String, String> found = new TreeMap<>();
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        budget.checkTime();
        budget.took(part);
        for (Cell cell : part.rawCells()) {
          if (TreeCells.begins(cell, prefix)) {
            budget.tookPoints(1);
            byte[] tsuid = new byte[cell.getQualifierLength() - prefix.length];
            System.arraycopy(
                cell.getQualifierArray(),
                cell.getQualifierOffset() + prefix.length,
                tsuid,
                0,
                tsuid.length);
            found.put(
                TreeBranch.hex(tsuid),
                new String(CellUtil.cloneValue(cell), StandardCharsets.UTF_8));
          }
        }
      }
    }
    return found;
  }

  static void write(Table table, int treeId, TreeFailure why, SeriesId series, String note)
      throws IOException {
    table.put(
        new Put(why.row(treeId))
            .addColumn(
                TreeCells.FAMILY,
                why.qualifier(series.toBytes()),
                note.getBytes(StandardCharsets.UTF_8)));
  }
}
