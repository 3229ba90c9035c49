package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.json.JsonCells;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.util.Bytes;

/** Which cells trees are in. */
final class TreeCells {
  static final byte[] FAMILY = {'t'};

  static final JsonCells CELLS = new JsonCells(FAMILY);

  /** The JSON of a tree. */
  static final byte[] TREE = Bytes.toBytes("tree");

  /** The JSON of a branch. */
  static final byte[] BRANCH = Bytes.toBytes("branch");

  static final byte[] RULE_PREFIX = Bytes.toBytes("tree_rule:");
  static final byte[] LEAF_PREFIX = Bytes.toBytes("leaf:");
  static final int ID_BYTES = 2;
  static final int HASH_BYTES = 4;

  private TreeCells() {}

  /** The row of a tree and of its root. */
  static byte[] row(int treeId) {
    TreeDefinition.checkId(treeId);
    return new byte[] {(byte) (treeId >> 8), (byte) treeId};
  }

  /** The tree that a row is of. */
  static int treeOf(byte[] row) {
    return ((row[0] & 0xff) << 8) | (row[1] & 0xff);
  }

  static byte[] rule(int level, int order) {
    return Bytes.add(RULE_PREFIX, Bytes.toBytes(level + ":" + order));
  }

  static byte[] leaf(String name) {
    return Bytes.add(LEAF_PREFIX, Bytes.toBytes(name.hashCode()));
  }

  /** The row of a branch: the root's if the path has one name. */
  static byte[] branchRow(int treeId, List<String> path) {
    byte[] row = Arrays.copyOf(row(treeId), ID_BYTES + HASH_BYTES * (path.size() - 1));
    for (int i = 1; i < path.size(); i++) {
      Bytes.putInt(row, ID_BYTES + HASH_BYTES * (i - 1), path.get(i).hashCode());
    }
    return row;
  }

  static boolean begins(Cell cell, byte[] prefix) {
    return cell.getQualifierLength() > prefix.length
        && Bytes.equals(
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            prefix.length,
            prefix,
            0,
            prefix.length);
  }

  /**
   * Adds a cell to those that are deleted of a row. By the time of the cell: a delete of now would
   * hide a put by a clock that is behind.
   */
  static void addTo(Delete delete, Cell cell) {
    delete.addColumns(
        FAMILY,
        Arrays.copyOfRange(
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            cell.getQualifierOffset() + cell.getQualifierLength()),
        cell.getTimestamp());
  }
}
