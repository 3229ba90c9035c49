package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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
  /** The member with the path of a branch that is stored. */
  static final String PATH = "path";

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
    return FlatObject.bytes(
        json -> {
          json.writeObjectFieldStart(PATH);
          for (int i = 0; i < path.size(); i++) {
            json.writeStringField(Integer.toString(i), path.get(i));
          }
          json.writeEndObject();
          json.writeStringField("displayName", path.get(path.size() - 1));
        });
  }

  /** Of the bytes that were stored, with nothing on it. */
  static TreeBranch ofStored(byte[] row, byte[] stored) throws DamagedDataException {
    FlatObject json = FlatObject.read(stored, TreeBranch.PATH);
    return new TreeBranch(
        TreeCells.treeOf(row),
        hex(row),
        pathOf(json),
        json.text("displayName"),
        List.of(),
        List.of());
  }

  private static NavigableMap<Integer, String> pathOf(FlatObject json) throws DamagedDataException {
    NavigableMap<Integer, String> path = new TreeMap<>();
    for (Map.Entry<String, String> each : json.values().orElse(Map.of()).entrySet()) {
      if (each.getValue() == null) {
        throw new DamagedDataException("the path has no name at depth " + each.getKey());
      }
      try {
        path.put(Integer.valueOf(each.getKey()), each.getValue());
      } catch (NumberFormatException e) {
        throw FlatObject.damaged("a depth of the path is no number: \"" + each.getKey() + '"', e);
      }
    }
    return path;
  }

  static String hex(byte[] row) {
    return HexFormat.of().withUpperCase().formatHex(row);
  }

  /** The same with leaves and branches. */
  TreeBranch with(List<TreeLeaf> onIt, List<TreeBranch> below) {
    return new TreeBranch(treeId, id, path, name, onIt, below);
  }
}
