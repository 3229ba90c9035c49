package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.JsonCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Deletes cells of trees, and nothing else of their rows. */
final class TreePurge {
  private static final int CELLS_A_PART = 1_000;
  private static final int ROWS_AT_ONCE = 1_000;

  private TreePurge() {}

  /** All of a tree; its definition last, by which a second call finds it after a death. */
  static void run(Table table, byte[] treeRow, boolean withDefinition) throws IOException {
    Scan all = new Scan().setStartStopRowForPrefixScan(treeRow);
    delete(table, all, TreePurge::isGrown);
    if (withDefinition) {
      Scan definition = new Scan().withStartRow(treeRow).withStopRow(treeRow, true);
      delete(table, definition, TreePurge::isDefinition);
    }
  }

  private static boolean isGrown(Cell cell) {
    return isBranch(cell)
        || TreeCells.begins(cell, TreeCells.LEAF_PREFIX)
        || Arrays.stream(TreeFailure.values())
            .anyMatch(why -> TreeCells.begins(cell, why.prefix()));
  }

  private static boolean isBranch(Cell cell) {
    return CellUtil.matchingQualifier(cell, TreeCells.BRANCH);
  }

  private static boolean isDefinition(Cell cell) {
    return CellUtil.matchingQualifier(cell, TreeCells.TREE)
        || TreeCells.begins(cell, TreeCells.RULE_PREFIX);
  }

  /** Those of a scan that are chosen, with as many in memory as two parts of a row have. */
  static void delete(Table table, Scan scan, Predicate<Cell> chosen) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    long newest = 0;
    scan.addFamily(TreeCells.FAMILY).setBatch(CELLS_A_PART);
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        Delete delete = new Delete(part.getRow());
        for (Cell cell : part.rawCells()) {
          if (chosen.test(cell)) {
            TreeCells.addTo(delete, cell);
            newest = Math.max(newest, cell.getTimestamp());
          }
        }
        if (!delete.isEmpty()) {
          deletes.add(delete);
        }
        if (deletes.size() == ROWS_AT_ONCE) {
          delete(table, deletes, newest);
        }
      }
    }
    delete(table, deletes, newest);
  }

  private static void delete(Table table, List<Delete> deletes, long newest) throws IOException {
    JsonCells.awaitEndOf(newest);
    table.delete(deletes);
    deletes.clear();
  }

  /** Leaves and failures of a metric; a leaf that cannot be read stays. */
  static void forget(Table table, byte[] metric) throws IOException {
    delete(table, new Scan(), cell -> isLeafOf(cell, metric) || isFailureOf(cell, metric));
  }

  private static boolean isLeafOf(Cell cell, byte[] metric) {
    if (!TreeCells.begins(cell, TreeCells.LEAF_PREFIX)) {
      return false;
    }
    try {
      String tsuid = TreeLeaf.ofStored(CellUtil.cloneValue(cell)).tsuid();
      return tsuid.toUpperCase(Locale.ROOT).startsWith(TreeBranch.hex(metric));
    } catch (DamagedDataException e) {
      return false;
    }
  }

  private static boolean isFailureOf(Cell cell, byte[] metric) {
    return Arrays.stream(TreeFailure.values())
        .anyMatch(why -> TreeCells.begins(cell, Bytes.add(why.prefix(), metric)));
  }
}
