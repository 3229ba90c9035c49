package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.SeriesCase;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.MetaSync;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables for each test, without trees at first. */
abstract class TreeCase extends SeriesCase {
  static final MetaTracking SERIES = new MetaTracking(false, true, true, false);
  static final TreeChange ENABLED =
      new TreeChange("t", "", "", Optional.empty(), Optional.of(true), Optional.of(true));

  TreeStore trees() {
    return series.trees();
  }

  /** Series of two hosts with two metrics. */
  void write(TimeSeries to) throws IOException {
    put(
        to,
        "sys.cpu 1309687200 1 host=web1",
        "sys.cpu 1309687200 1 host=web2",
        "sys.mem 1309687200 1 host=web1");
  }

  void describe() throws IOException {
    new MetaSync(connection, series.store().options(), series.uids()).run();
  }

  SeriesId id(String metric, String host) throws IOException {
    return series.store().find(Series.of(metric, Map.of("host", host)));
  }

  static TreeRule metric(int treeId, int level, String separator) {
    return new TreeRule(
        treeId, level, 0, Optional.of(RuleType.METRIC), "", "", "", 0, separator, "", "", "");
  }

  static TreeRule tag(int treeId, int level, String key) {
    return new TreeRule(
        treeId, level, 0, Optional.of(RuleType.TAGK), key, "", "", 0, "", "", "", "");
  }

  /** A tree of hosts, with the metrics of each. */
  int hosts(TreeChange change) throws IOException {
    int treeId = trees().create(change).id();
    trees().change(tag(treeId, 0, "host"), false);
    trees().change(metric(treeId, 1, "\\."), false);
    return treeId;
  }

  /** The paths of all leaves below a row, with their TSUIDs: path/leaf=TSUID. */
  List<String> leaves(int treeId) throws IOException {
    List<String> leaves = new ArrayList<>();
    leaves(TreeCells.row(treeId), leaves);
    return leaves;
  }

  private void leaves(byte[] row, List<String> to) throws IOException {
    Optional<TreeBranch> branch = trees().branch(row, ReadLimits.DEFAULT);
    if (branch.isPresent()) {
      for (TreeLeaf each : branch.get().leaves()) {
        to.add(String.join("/", branch.get().path().values()) + "/" + each.name());
      }
      for (TreeBranch each : branch.get().branches()) {
        leaves(Bytes.fromHex(each.id()), to);
      }
    }
  }

  /** All cells of trees: row/column = value. */
  Map<String, String> cells() throws IOException {
    Map<String, String> cells = new TreeMap<>();
    try (Table table = connection.getTable(tables.tree());
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        for (Cell cell : row.rawCells()) {
          cells.put(
              Bytes.toHex(row.getRow()) + "/" + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
              new String(CellUtil.cloneValue(cell), StandardCharsets.UTF_8));
        }
      }
    }
    return cells;
  }

  void store(byte[] row, byte[] column, String value) throws IOException {
    try (Table table = connection.getTable(tables.tree())) {
      table.put(new Put(row).addColumn(TreeCells.FAMILY, column, Bytes.toBytes(value)));
    }
  }
}
