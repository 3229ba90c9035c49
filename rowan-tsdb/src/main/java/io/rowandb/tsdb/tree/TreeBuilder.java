package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Puts series into a tree. May be called again for a series at any time: what is there stays, and
 * what a death left out is added. Used by any number of threads.
 */
public final class TreeBuilder {
  private final Connection connection;
  private final TableName name;
  private final RuleWalk rules;

  /**
   * Of a tree.
   *
   * @param name of the table of trees
   * @throws RuleFailedException as {@link RuleWalk}
   */
  public TreeBuilder(Connection connection, TableName name, TreeDefinition tree)
      throws RuleFailedException {
    this.connection = connection;
    this.name = name;
    rules = new RuleWalk(tree);
  }

  /** What became of a series. */
  public enum Outcome {
    /** Its leaf is there now. */
    ADDED,
    /** Its leaf was there. */
    KNOWN,
    /** Another series has its leaf. */
    COLLIDED,
    /** A level of a strict tree makes no name of it. */
    NOT_MATCHED,
    /** The rules make less than two names of it. */
    NO_PLACE
  }

  /**
   * Puts a series where the rules say.
   *
   * @throws RuleFailedException when a rule cannot be used on it
   */
  public Outcome put(SeriesId series, FoundSeries found) throws IOException, RuleFailedException {
    Placement place = rules.place(found);
    try (Table table = connection.getTable(name)) {
      branches(table, place);
      if (place.isRefused()) {
        note(table, TreeFailure.NOT_MATCHED, series, place.notMatched());
        return Outcome.NOT_MATCHED;
      }
      if (!place.isPlace()) {
        return Outcome.NO_PLACE;
      }
      return leaf(table, place, series);
    }
  }

  private void note(Table table, TreeFailure why, SeriesId series, String note) throws IOException {
    if (rules.tree().storesFailures()) {
      TreeFailures.write(table, rules.tree().id(), why, series, note);
    }
  }

  /**
   * Those that are not there, from the root down: none is ever without the one above it. Of a
   * series without a place, the root alone, as in OpenTSDB.
   */
  private static void branches(Table table, Placement place) throws IOException {
    List<byte[]> stored = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    int depth = place.isPlace() ? place.path().size() : 1;
    for (int names = 1; names <= depth; names++) {
      List<String> path = place.path().subList(0, names);
      stored.add(TreeBranch.toStored(path));
      gets.add(
          new Get(TreeCells.branchRow(place.treeId(), path))
              .addColumn(TreeCells.FAMILY, TreeCells.BRANCH));
    }
    Result[] found = table.get(gets);
    for (int i = 0; i < found.length; i++) {
      if (found[i].isEmpty()) {
        TreeCells.CELLS.write(
            table, gets.get(i).getRow(), TreeCells.BRANCH, Optional.empty(), stored.get(i));
      }
    }
  }

  private Outcome leaf(Table table, Placement place, SeriesId series) throws IOException {
    byte[] row = TreeCells.branchRow(place.treeId(), place.path());
    String leaf = place.leaf().orElseThrow();
    byte[] qualifier = TreeCells.leaf(leaf);
    byte[] stored = TreeLeaf.toStored(leaf, series.toString());
    Optional<byte[]> known = TreeCells.CELLS.get(table, row, qualifier);
    while (known.isEmpty()) {
      if (TreeCells.CELLS.write(table, row, qualifier, Optional.empty(), stored)) {
        return Outcome.ADDED;
      }
      known = TreeCells.CELLS.get(table, row, qualifier);
    }
    String there = TreeLeaf.ofStored(known.get()).tsuid();
    if (there.equalsIgnoreCase(series.toString())) {
      return Outcome.KNOWN;
    }
    note(table, TreeFailure.COLLISION, series, there);
    return Outcome.COLLIDED;
  }
}
