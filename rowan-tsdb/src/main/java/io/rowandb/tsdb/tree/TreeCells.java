package io.rowandb.tsdb.tree;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Which cells trees are in, and the single calls on them. */
final class TreeCells {
  static final byte[] FAMILY = {'t'};

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

  static Optional<byte[]> get(Table table, byte[] row, byte[] qualifier) throws IOException {
    Result found = table.get(new Get(row).addColumn(FAMILY, qualifier));
    return Optional.ofNullable(found.getValue(FAMILY, qualifier));
  }

  /** Whether it was written: not, if the cell is not what was expected any more. */
  static boolean write(
      Table table, byte[] row, byte[] qualifier, Optional<byte[]> expected, byte[] value)
      throws IOException {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    CheckAndMutate.Builder asExpected =
        expected.isPresent()
            ? check.ifEquals(FAMILY, qualifier, expected.get())
            : check.ifNotExists(FAMILY, qualifier);
    Put put = new Put(row).addColumn(FAMILY, qualifier, value);
    return table.checkAndMutate(asExpected.build(put)).isSuccess();
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

  /** What is put in the millisecond of a deleted cell would be hidden by the delete. */
  static void awaitEndOf(long millis) {
    long began = System.nanoTime();
    while (System.currentTimeMillis() == millis && System.nanoTime() - began < 2_000_000) {
      Thread.onSpinWait();
    }
  }
}
