package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.json.FlatObject;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads a branch: its row, and the rows that are one hash longer, without most of those below
 * these. Used once, by one thread.
 */
final class BranchReader {
  private static final int CELLS_A_PART = 1_000;
  private static final int ROWS_A_REQUEST = 100;

  /** Rows below a branch that are read past before the next branch is looked for by its key. */
  static final int MOST_PASSED = 100;

  private static final Comparator<String> BY_NAME =
      String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder());

  private final Table table;
  private final PointKeyLayout layout;
  private final Uids uids;
  private final ReadBudget budget;

  BranchReader(Table table, PointStore points, Uids uids, ReadBudget budget) {
    this.table = table;
    layout = points.options().layout();
    this.uids = uids;
    this.budget = budget;
  }

  Optional<TreeBranch> read(byte[] row) throws IOException {
    Optional<byte[]> stored = TreeCells.CELLS.get(table, row, TreeCells.BRANCH);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    TreeBranch branch = branch(row, stored.get());
    return Optional.of(branch.with(leaves(row), below(row)));
  }

  private TreeBranch branch(byte[] row, byte[] stored) throws DamagedDataException {
    try {
      return TreeBranch.ofStored(row, stored);
    } catch (DamagedDataException e) {
      throw damaged("branch", row, e);
    }
  }

  private DamagedDataException damaged(String what, byte[] row, DamagedDataException cause) {
    return new DamagedDataException(
        "a "
            + what
            + " in row "
            + Bytes.toStringBinary(row)
            + " of "
            + table.getName()
            + " is damaged: "
            + cause.getMessage(),
        cause);
  }

  private List<TreeLeaf> leaves(byte[] row) throws IOException {
    List<TreeLeaf> leaves = new ArrayList<>();
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(TreeCells.FAMILY)
            .setBatch(CELLS_A_PART);
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        budget.checkTime();
        budget.took(part);
        for (Cell cell : part.rawCells()) {
          if (TreeCells.begins(cell, TreeCells.LEAF_PREFIX)) {
            budget.tookPoints(1);
            leaf(row, CellUtil.cloneValue(cell)).ifPresent(leaves::add);
          }
        }
      }
    }
    leaves.sort(Comparator.comparing(TreeLeaf::name, BY_NAME));
    return leaves;
  }

  /** A leaf whose series has a UID without a name is passed over, as in OpenTSDB. */
  private Optional<TreeLeaf> leaf(byte[] row, byte[] stored) throws IOException {
    try {
      return Optional.of(named(TreeLeaf.ofStored(stored)));
    } catch (NoSuchNameException e) {
      return Optional.empty();
    } catch (DamagedDataException e) {
      throw damaged("leaf", row, e);
    }
  }

  private TreeLeaf named(TreeLeaf leaf) throws IOException {
    SeriesId series = seriesOf(leaf);
    Map<String, String> tags = new LinkedHashMap<>();
    int keyWidth = layout.tagKeyWidth();
    for (byte[] pair : layout.pairsOf(series)) {
      tags.put(
          uids.name(UidKind.TAG_KEY, Arrays.copyOf(pair, keyWidth)),
          uids.name(UidKind.TAG_VALUE, Arrays.copyOfRange(pair, keyWidth, pair.length)));
    }
    String metric = uids.name(UidKind.METRIC, layout.metricOf(series));
    return new TreeLeaf(leaf.name(), leaf.tsuid(), metric, tags);
  }

  private SeriesId seriesOf(TreeLeaf leaf) throws DamagedDataException {
    try {
      return layout.parseSeries(leaf.tsuid());
    } catch (IllegalArgumentException e) {
      throw FlatObject.damaged(e.getMessage(), e);
    }
  }

  /** Those that are one hash longer; of one with many below it, the next one is looked for. */
  private List<TreeBranch> below(byte[] row) throws IOException {
    List<TreeBranch> branches = new ArrayList<>();
    Optional<byte[]> from = Optional.of(row);
    while (from.isPresent()) {
      from = below(row, from.get(), branches);
    }
    branches.sort(Comparator.comparing(TreeBranch::name, BY_NAME));
    return branches;
  }

  /**
   * Reads on from a row.
   *
   * @return where to go on behind a branch with many below it; nothing when all are read
   */
  private Optional<byte[]> below(byte[] row, byte[] from, List<TreeBranch> to) throws IOException {
    int length = row.length + TreeCells.HASH_BYTES;
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(row)
            .withStartRow(from)
            .addColumn(TreeCells.FAMILY, TreeCells.BRANCH)
            .setCaching(ROWS_A_REQUEST);
    int passed = 0;
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result each = rows.next(); each != null; each = rows.next()) {
        budget.checkTime();
        byte[] key = each.getRow();
        if (key.length == length) {
          budget.took(each);
          budget.tookPoints(1);
          to.add(branch(key, each.getValue(TreeCells.FAMILY, TreeCells.BRANCH)));
          passed = 0;
        } else if (key.length > length && ++passed == MOST_PASSED) {
          return behind(Arrays.copyOf(key, length)).filter(next -> Bytes.startsWith(next, row));
        }
      }
    }
    return Optional.empty();
  }

  /** The first row that does not begin so. */
  private static Optional<byte[]> behind(byte[] prefix) {
    byte[] stop = new Scan().setStartStopRowForPrefixScan(prefix).getStopRow();
    return stop.length == 0 ? Optional.empty() : Optional.of(stop);
  }
}
