package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.json.JsonCells;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads and changes the definitions of trees. Changes of two at once are both made, one after the
 * other. Used by any number of threads; need not be closed, and does not close the connection.
 */
public final class TreeStore {
  /** Of a tree; each level has at least one, and a path has at most {@link RuleWalk#MAX_NAMES}. */
  public static final int MAX_RULES = 1_000;

  private final Connection connection;
  private final PointStore points;
  private final Uids uids;
  private final TsdbTables tables;
  private final Clock clock;
  private final Runnable changed;

  /**
   * Beside points, whose names these are.
   *
   * @param clock by which a tree is created
   * @param changed called when a definition has changed
   */
  public TreeStore(
      Connection connection, PointStore points, Uids uids, Clock clock, Runnable changed) {
    this.connection = connection;
    this.points = points;
    this.uids = uids;
    tables = points.options().tables();
    this.clock = clock;
    this.changed = changed;
  }

  private TableName name() {
    return tables.tree();
  }

  private interface Call<A> {
    A on(Table table) throws IOException;
  }

  /** Tables that were moved have none of trees at first. */
  private <A> A unlessAbsent(A otherwise, Call<A> call) throws IOException {
    try (Table table = connection.getTable(name())) {
      return call.on(table);
    } catch (TableNotFoundException e) {
      return otherwise;
    }
  }

  /**
   * A tree with its rules.
   *
   * @return nothing if there is none
   * @throws IllegalArgumentException when it is no ID of a tree
   * @throws DamagedDataException when what is stored is no JSON of a tree
   */
  public Optional<TreeDefinition> find(int treeId) throws IOException {
    byte[] row = TreeCells.row(treeId);
    ReadBudget budget = points.budget(ReadLimits.NONE); // a tree has few rules
    return unlessAbsent(Optional.empty(), table -> read(table, row, budget));
  }

  private Optional<TreeDefinition> read(Table table, byte[] row, ReadBudget budget)
      throws IOException {
    Result found =
        table.get(
            new Get(row)
                .addFamily(TreeCells.FAMILY)
                .setFilter(new ColumnPrefixFilter(TreeCells.TREE)));
    budget.took(found);
    byte[] stored = found.getValue(TreeCells.FAMILY, TreeCells.TREE);
    if (stored == null) {
      return Optional.empty();
    }
    try {
      int treeId = TreeCells.treeOf(row);
      List<TreeRule> rules = new ArrayList<>();
      for (Cell cell : found.rawCells()) {
        if (TreeCells.begins(cell, TreeCells.RULE_PREFIX)) {
          rules.add(TreeRule.ofStored(treeId, CellUtil.cloneValue(cell)));
        }
      }
      return Optional.of(TreeDefinition.ofStored(treeId, stored).with(rules));
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "the tree in row "
              + Bytes.toStringBinary(row)
              + " of "
              + name()
              + " is damaged: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * All trees with their rules, by their IDs.
   *
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit
   * @throws DamagedDataException as {@link #find}
   */
  public List<TreeDefinition> all(ReadLimits limits) throws IOException {
    return unlessAbsent(List.of(), table -> all(table, points.budget(limits)));
  }

  private List<TreeDefinition> all(Table table, ReadBudget budget) throws IOException {
    List<TreeDefinition> all = new ArrayList<>();
    int next = 1;
    while (next <= TreeDefinition.MAX_ID) {
      Optional<Integer> found = from(table, next);
      if (found.isPresent()) {
        budget.checkTime();
        read(table, TreeCells.row(found.get()), budget).ifPresent(all::add);
      }
      next = found.map(id -> id + 1).orElse(TreeDefinition.MAX_ID + 1);
    }
    return all;
  }

  /** The first ID of rows, from one on; their branches, which may be millions, are passed over. */
  private static Optional<Integer> from(Table table, int treeId) throws IOException {
    int[] found = {0};
    RowKeys.forEach(
        table,
        new Scan().withStartRow(TreeCells.row(treeId)).addFamily(TreeCells.FAMILY).setLimit(1),
        row -> {
          found[0] = Math.max(treeId, TreeCells.treeOf(Arrays.copyOf(row, TreeCells.ID_BYTES)));
          return false;
        });
    return found[0] == 0 ? Optional.empty() : Optional.of(found[0]);
  }

  /**
   * Creates a tree with the ID after the greatest; makes the table, if it is not there.
   *
   * @throws IllegalArgumentException when it has no name, or would have more than {@link
   *     PointStore#MAX_OBJECT_BYTES} bytes
   * @throws IllegalStateException when all IDs are used
   */
  public TreeDefinition create(TreeChange tree) throws IOException {
    if (tree.name().isEmpty()) {
      throw new IllegalArgumentException("Tree was missing the name");
    }
    tables.createTree(connection);
    try (Table table = connection.getTable(name())) {
      int id = 0;
      TreeDefinition created;
      do {
        int last = id;
        id = Math.max(last, lastId(table)) + 1;
        if (id > TreeDefinition.MAX_ID) {
          throw new IllegalStateException("Exhausted all Tree IDs");
        }
        created = tree.create(id, clock.millis() / 1_000);
      } while (!TreeCells.CELLS.write(
          table, TreeCells.row(id), TreeCells.TREE, Optional.empty(), checked(created.toStored())));
      changed.run();
      return created;
    }
  }

  private static int lastId(Table table) throws IOException {
    int last = 0;
    Optional<Integer> next = from(table, 1);
    while (next.isPresent()) {
      last = next.get();
      next = last == TreeDefinition.MAX_ID ? Optional.empty() : from(table, last + 1);
    }
    return last;
  }

  private static byte[] checked(byte[] stored) {
    if (stored.length > PointStore.MAX_OBJECT_BYTES) {
      throw new IllegalArgumentException(
          "a tree, and each of its rules, has at most "
              + PointStore.MAX_OBJECT_BYTES
              + " bytes: "
              + stored.length);
    }
    return stored;
  }

  /** Looks again each time that somebody else has changed it. */
  private void change(byte[] row, byte[] qualifier, Change change) throws IOException {
    try (Table table = connection.getTable(name())) {
      Optional<byte[]> stored;
      byte[] after;
      do {
        stored = TreeCells.CELLS.get(table, row, qualifier);
        after = checked(change.of(stored));
      } while (!TreeCells.CELLS.write(table, row, qualifier, stored, after));
    }
    changed.run();
  }

  private interface Change {
    byte[] of(Optional<byte[]> stored) throws IOException;
  }

  /**
   * Changes a tree, but not its rules.
   *
   * @param replaces whether what the change does not say is forgotten
   * @throws IllegalArgumentException when there is no such tree, or it would have more than {@link
   *     PointStore#MAX_OBJECT_BYTES} bytes
   */
  public void change(int treeId, TreeChange change, boolean replaces) throws IOException {
    UnaryOperator<TreeDefinition> over = stored -> change.over(stored, replaces);
    change(
        TreeCells.row(treeId),
        TreeCells.TREE,
        stored ->
            over.apply(
                    TreeDefinition.ofStored(
                        treeId,
                        stored.orElseThrow(() -> new IllegalArgumentException(absent(treeId)))))
                .toStored());
  }

  private static String absent(int treeId) {
    return "Unable to locate tree: " + treeId;
  }

  /**
   * Changes a rule, or adds it.
   *
   * @param replaces whether what the change does not say is forgotten
   * @return whether it did: not, if what is stored says all of it
   * @throws IllegalArgumentException when there is no such tree, the rule lacks something, its
   *     expressions cannot be searched for, it would have more than {@link
   *     PointStore#MAX_OBJECT_BYTES} bytes, or the tree more than {@link #MAX_RULES} rules
   */
  public boolean change(TreeRule rule, boolean replaces) throws IOException {
    TreeDefinition tree =
        find(rule.treeId()).orElseThrow(() -> new IllegalArgumentException(absent(rule.treeId())));
    Optional<TreeRule> known = tree.rule(rule.level(), rule.order());
    if (known.isEmpty() && tree.ruleCount() >= MAX_RULES) {
      throw new IllegalArgumentException("a tree has at most " + MAX_RULES + " rules");
    }
    if (!replaces && known.filter(stored -> rule.over(stored, false).equals(stored)).isPresent()) {
      return false;
    }
    change(
        TreeCells.row(rule.treeId()),
        TreeCells.rule(rule.level(), rule.order()),
        stored -> {
          TreeRule after =
              stored.isEmpty()
                  ? rule
                  : rule.over(TreeRule.ofStored(rule.treeId(), stored.get()), replaces);
          after.check();
          return after.toStored();
        });
    return true;
  }

  /**
   * Changes several rules of a tree, or puts them in place of all that it has. Checks all before
   * the first is written.
   *
   * @param replaces whether all others are deleted
   * @throws IllegalArgumentException as {@link #change(TreeRule, boolean)}
   */
  public void change(int treeId, List<TreeRule> rules, boolean replaces) throws IOException {
    TreeDefinition tree =
        find(treeId).orElseThrow(() -> new IllegalArgumentException(absent(treeId)));
    List<TreeRule> after = new ArrayList<>();
    if (!replaces) {
      tree.rules().values().forEach(level -> after.addAll(level.values()));
    }
    for (TreeRule each : rules) {
      TreeRule merged =
          replaces
              ? each
              : tree.rule(each.level(), each.order())
                  .map(stored -> each.over(stored, false))
                  .orElse(each);
      merged.check();
      checked(merged.toStored());
      after.add(merged);
    }
    TreeDefinition with = tree.with(after);
    if (with.ruleCount() > MAX_RULES) {
      throw new IllegalArgumentException("a tree has at most " + MAX_RULES + " rules");
    }
    for (TreeRule each : rules) {
      change(each, replaces);
    }
    if (replaces) {
      for (var level : tree.rules().values()) {
        for (TreeRule each : level.values()) {
          if (with.rule(each.level(), each.order()).isEmpty()) {
            deleteRule(treeId, each.level(), each.order());
          }
        }
      }
    }
  }

  /** Deletes a rule, if it is there. */
  public void deleteRule(int treeId, int level, int order) throws IOException {
    delete(treeId, TreeCells.rule(level, order));
  }

  /** Deletes all rules of a tree. */
  public void deleteRules(int treeId) throws IOException {
    delete(treeId, TreeCells.RULE_PREFIX);
  }

  private void delete(int treeId, byte[] prefix) throws IOException {
    byte[] row = TreeCells.row(treeId);
    try (Table table = connection.getTable(name())) {
      Result found =
          table.get(
              new Get(row).addFamily(TreeCells.FAMILY).setFilter(new ColumnPrefixFilter(prefix)));
      Delete delete = new Delete(row);
      long newest = 0;
      for (Cell cell : found.rawCells()) {
        boolean isAll = prefix.length == TreeCells.RULE_PREFIX.length;
        if (isAll || cell.getQualifierLength() == prefix.length) {
          TreeCells.addTo(delete, cell);
          newest = Math.max(newest, cell.getTimestamp());
        }
      }
      if (!delete.isEmpty()) {
        JsonCells.awaitEndOf(newest);
        table.delete(delete);
      }
    }
    changed.run();
  }

  /**
   * A branch with its leaves, their metrics and tags, and the branches below it.
   *
   * @param row the tree's ID, and a hash of four bytes for each name below the root
   * @return nothing if there is none
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit; leaves and branches count
   *     as points
   * @throws DamagedDataException when what is stored is no JSON of a branch or a leaf
   */
  public Optional<TreeBranch> branch(byte[] row, ReadLimits limits) throws IOException {
    if (row.length < TreeCells.ID_BYTES) {
      throw new IllegalArgumentException("Branch ID was too short");
    }
    return unlessAbsent(
        Optional.empty(),
        table -> new BranchReader(table, points, uids, points.budget(limits)).read(row));
  }

  /**
   * The series that are not in a tree, by their TSUIDs in hexadecimal, with what is noted of them.
   *
   * @param tsuids of series that are asked for; empty for all
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit; a series counts as a point
   */
  public Map<String, String> failures(
      int treeId, TreeFailure why, List<SeriesId> tsuids, ReadLimits limits) throws IOException {
    ReadBudget budget = points.budget(limits);
    return unlessAbsent(Map.of(), table -> TreeFailures.read(table, treeId, why, tsuids, budget));
  }

  /**
   * Deletes all branches of a tree, its leaves and the series that are noted as not in it. Goes on
   * after a death when it is called again. Who puts series into the tree meanwhile may leave some.
   *
   * @param withDefinition whether the tree and its rules go too, last
   */
  public void delete(int treeId, boolean withDefinition) throws IOException {
    byte[] row = TreeCells.row(treeId);
    try (Table table = connection.getTable(name())) {
      TreePurge.run(table, row, withDefinition);
    } catch (TableNotFoundException e) {
      // There are none.
    }
    changed.run();
  }

  /**
   * Removes the leaves of all series of a metric whose UID is used no more, and what is noted of
   * those that are in no tree; branches stay. Reads all trees.
   */
  public static void forget(Connection connection, TsdbTables tables, byte[] metric)
      throws IOException {
    try (Table table = connection.getTable(tables.tree())) {
      TreePurge.forget(table, metric);
    } catch (TableNotFoundException e) {
      // There are none.
    }
  }
}
