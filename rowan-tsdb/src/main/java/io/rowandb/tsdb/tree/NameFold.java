package io.rowandb.tsdb.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Makes a path and a leaf of the names of levels, from the deepest up, as OpenTSDB does, with its
 * messages. A level is named by its number, from 1; 0 is the root. Used once.
 */
final class NameFold {
  private final int treeId;
  private final String tsuid;
  private final List<String> names;
  private final List<String> messages;

  /** The levels that are branches, from the top. */
  private final Deque<Integer> branches = new ArrayDeque<>();

  private Optional<String> leaf = Optional.empty();

  NameFold(int treeId, String tsuid, List<String> names, List<String> messages) {
    this.treeId = treeId;
    this.tsuid = tsuid;
    this.names = names;
    this.messages = messages;
  }

  private String name(int level) {
    return level == 0 ? TreeBranch.ROOT : names.get(level - 1);
  }

  private String shown(int level) {
    String name = "Name: [" + name(level) + "]";
    return level == 0 ? "ID: [" + TreeBranch.hex(TreeCells.row(treeId)) + "] " + name : name;
  }

  void up() {
    int current = names.size();
    while (current > 0 && name(current).isEmpty()) {
      current--;
    }
    if (current == 0) {
      return;
    }
    int parent = leaf(current);
    current = parent;
    for (int level = parent; level > 0; level--) {
      current = branch(level, current);
    }
  }

  /** Hangs a level on the last one before it that has a name: that one. */
  private int leaf(int last) {
    int above = last - 1;
    while (above > 0 && name(above).isEmpty()) {
      say(above + 1, "Parent branch was empty, rolling back");
      above--;
    }
    String name = name(last);
    leaf = Optional.of(name);
    say(
        above + 1,
        "Adding leaf [name: "
            + name
            + " tsuid: "
            + tsuid
            + "] to parent branch ["
            + shown(above)
            + "]");
    if (above > 0) {
      branches.addFirst(above);
    }
    return above;
  }

  /** What is on top behind a level: the one above it, unless that has no name or the same one. */
  private int branch(int level, int current) {
    int above = level - 1;
    if (above == 0 || name(above).isEmpty()) {
      if (level > 1) {
        say(level, "Skipping a non-matched branch, returning: " + shown(current));
      }
      return current;
    }
    if (name(above).equals(name(current))) {
      say(level, "Current was the same as previous");
      return current;
    }
    say(level, "Adding branch: " + shown(current) + " to parent: " + shown(above));
    branches.addFirst(above);
    return above;
  }

  private void say(int level, String what) {
    messages.add("Depth [" + (level + 1) + "] " + what);
  }

  Optional<String> leaf() {
    return leaf;
  }

  /** Whether the leaf hangs on a level. */
  boolean hasBranch() {
    return !branches.isEmpty();
  }

  /** The names from the root to the branch of the leaf. */
  List<String> path() {
    List<String> path = new ArrayList<>(List.of(TreeBranch.ROOT));
    for (int each : branches) {
      if (!name(each).equals(path.get(path.size() - 1))) {
        path.add(name(each));
      }
    }
    return path;
  }
}
