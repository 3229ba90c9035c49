package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A branch with its leaves and the branches below it, without theirs.
 *
 * @param treeId of its tree
 * @param id its row, in upper-case hexadecimal
 * @param path the names from the root to it, by their depths
 * @param name that it is shown by
 * @param leaves by their names
 * @param branches by their names
 */
public record TreeBranch(
    int treeId,
    String id,
    NavigableMap<Integer, String> path,
    String name,
    List<TreeLeaf> leaves,
    List<TreeBranch> branches) {
  /** What the root is called. */
  public static final String ROOT = "ROOT";

  /** Copies it. */
  public TreeBranch {
    path = Collections.unmodifiableNavigableMap(new TreeMap<>(path));
    leaves = List.copyOf(leaves);
    branches = List.copyOf(branches);
  }

  /** How many names are above its own. */
  public int depth() {
    return path.isEmpty() ? 0 : path.lastKey();
  }

  /** The bytes that OpenTSDB stores of a branch with this path. */
  static byte[] toStored(List<String> path) {
    return TreeJson.bytes(
        json -> {
          json.writeStartObject();
          json.writeObjectFieldStart("path");
          for (int i = 0; i < path.size(); i++) {
            json.writeStringField(Integer.toString(i), path.get(i));
          }
          json.writeEndObject();
          json.writeStringField("displayName", path.get(path.size() - 1));
          json.writeEndObject();
        });
  }

  /** Of the bytes that were stored, with nothing on it. */
  static TreeBranch ofStored(byte[] row, byte[] stored) throws DamagedDataException {
    TreeJson json = TreeJson.read(stored);
    return new TreeBranch(
        TreeCells.treeOf(row),
        hex(row),
        json.path(),
        json.text("displayName"),
        List.of(),
        List.of());
  }

  static String hex(byte[] row) {
    return HexFormat.of().withUpperCase().formatHex(row);
  }

  /** The same with leaves and branches. */
  TreeBranch with(List<TreeLeaf> onIt, List<TreeBranch> below) {
    return new TreeBranch(treeId, id, path, name, onIt, below);
  }
}
