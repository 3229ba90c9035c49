package io.rowandb.tsdb.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A new table becomes equal to the old one, whatever it has. */
class TableCopyTest extends LayoutCase {
  private static final byte[] FAMILY = {'t'};
  private static final byte[] ROW = Bytes.fromHex("0000014E103DA0000001000001");

  private Table old;
  private Table copy;

  @BeforeEach
  void open() throws IOException {
    embeddedAlone();
    TsdbTables.createData(connection, target.data(), Compression.Algorithm.NONE);
    old = connection.getTable(tables.data());
    copy = connection.getTable(target.data());
  }

  private TableCopy copy(Table from, Table to) {
    return new TableCopy(
        from,
        to,
        new PointCells(PointKeyLayout.DEFAULT, SALTED),
        new PointCells(SALTED, PointKeyLayout.DEFAULT));
  }

  private static Put put(byte[] row, int column, long time, String value) {
    return new Put(row).addColumn(FAMILY, column(column), time, Bytes.toBytes(value));
  }

  private static byte[] column(int column) {
    return Bytes.toBytes((short) column);
  }

  /** As column, time and value. */
  private static List<String> shown(Table table) throws IOException {
    List<String> all = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          all.add(
              Bytes.toShort(CellUtil.cloneQualifier(cell))
                  + "@"
                  + cell.getTimestamp()
                  + " "
                  + Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    return all;
  }

  private byte[] copiedRow() throws IOException {
    try (ResultScanner rows = copy.getScanner(new Scan())) {
      return rows.next().getRow();
    }
  }

  @Test
  void whatDiffersIsMended() throws IOException {
    for (int i = 0; i < 6; i++) {
      old.put(put(ROW, i, 10, "v" + i));
    }
    TableCopy work = copy(old, copy);
    assertThat(work.copy(new Scan(), (row, cells) -> {})).isEqualTo(6);
    assertThat(work.mend()).isZero();
    byte[] row = copiedRow();
    assertThat(row).hasSize(ROW.length + 1);
    copy.put(put(row, 9, 10, "foreign"));
    old.delete(new Delete(ROW).addColumns(FAMILY, column(0)));
    copy.put(put(row, 1, 20, "newer"));
    copy.put(put(row, 2, 10, "other"));
    old.put(put(ROW, 4, 20, "again"));
    assertThat(work.mend()).isPositive();
    work.mend(); // below a version that is deleted, there may be one
    assertThat(work.mend()).isZero();
    assertThat(shown(copy)).isEqualTo(shown(old)).hasSize(5).contains("4@20 again");
  }

  /** As by a time to live, between two calls of a comparison. */
  @Test
  void whatExpiresMeanwhileIsNoDifference() throws IOException {
    old.put(put(ROW, 1, 10, "a"));
    Table meddled =
        new MeddledConnection(connection, "get", () -> old.delete(new Delete(ROW)))
            .connection()
            .getTable(target.data());
    assertThat(copy(old, meddled).mend()).isZero();
    assertThat(shown(copy)).isEmpty();
  }

  @Test
  void rowsOfManyCellsAreCopied() throws IOException {
    Put put = new Put(ROW);
    for (int i = 0; i < 12_345; i++) {
      put.addColumn(FAMILY, column(i), 10, Bytes.toBytes("v"));
    }
    old.put(put);
    TableCopy work = copy(old, copy);
    List<String> reached = new ArrayList<>();
    assertThat(work.copy(new Scan(), (row, cells) -> reached.add(cells + Bytes.toHex(row))))
        .isEqualTo(12_345);
    assertThat(reached).hasSizeGreaterThan(2);
    assertThat(work.mend()).isZero();
    assertThat(shown(copy)).isEqualTo(shown(old));
  }
}
