package io.rowandb.tsdb.tree;

import org.apache.hadoop.hbase.util.Bytes;

/** Why a series is not in a tree. Rows and columns are OpenTSDB's: frozen. */
public enum TreeFailure {
  /** Another series has its leaf: what is noted is the TSUID of that one. */
  COLLISION((byte) 1, "tree_collision:"),
  /** A level of a strict tree makes no name: what is noted are the rules that made none. */
  NOT_MATCHED((byte) 2, "tree_not_matched:");

  private final byte suffix;
  private final String prefix;

  TreeFailure(byte suffix, String prefix) {
    this.suffix = suffix;
    this.prefix = prefix;
  }

  byte[] row(int treeId) {
    return Bytes.add(TreeCells.row(treeId), new byte[] {suffix});
  }

  byte[] prefix() {
    return Bytes.toBytes(prefix);
  }

  byte[] qualifier(byte[] tsuid) {
    return Bytes.add(prefix(), tsuid);
  }
}
