package io.rowandb.tsdb.tree;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the rules of a tree put a series. With less than two names it has no place, as in OpenTSDB:
 * the first name is a branch below the root, the last one a leaf.
 *
 * @param treeId of the tree
 * @param path the names from the root to the branch that has the leaf
 * @param leaf its name, if a rule made one
 * @param hasBranch whether another name is above it; it may be that of the root
 * @param notMatched the rules of levels that made no name
 * @param isRefused whether the tree is strict, and there are such rules
 * @param messages how it was found
 */
public record Placement(
    int treeId,
    List<String> path,
    Optional<String> leaf,
    boolean hasBranch,
    String notMatched,
    boolean isRefused,
    List<String> messages) {
  /** Copies it. */
  public Placement {
    path = List.copyOf(path);
    messages = List.copyOf(messages);
  }

  /** Whether the series gets a leaf. */
  public boolean isPlace() {
    return !isRefused && hasBranch;
  }

  /**
   * The root as it would be with nothing but this series.
   *
   * @param tsuid of the series
   */
  public TreeBranch shown(String tsuid) {
    List<TreeLeaf> leaves =
        leaf.map(name -> List.of(new TreeLeaf(name, tsuid, "", Map.of()))).orElse(List.of());
    boolean isHidden = isRefused && hasBranch;
    int depth = isHidden ? 1 : path.size();
    TreeBranch branch = branch(depth, isHidden ? List.of() : leaves, List.of());
    for (int above = depth - 1; above > 0; above--) {
      branch = branch(above, List.of(), List.of(branch));
    }
    return branch;
  }

  private TreeBranch branch(int names, List<TreeLeaf> leaves, List<TreeBranch> below) {
    List<String> pathOf = path.subList(0, names);
    NavigableMap<Integer, String> byDepth = new TreeMap<>();
    pathOf.forEach(name -> byDepth.put(byDepth.size(), name));
    return new TreeBranch(
        treeId,
        TreeBranch.hex(TreeCells.branchRow(treeId, pathOf)),
        byDepth,
        pathOf.get(names - 1),
        leaves,
        below);
  }
}
