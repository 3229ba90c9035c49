package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.SeriesCase;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables for each test, without meta data at first. */
abstract class MetaCase extends SeriesCase {
  static final long BASE = 1_309_687_200L;
  static final byte[] NAME = Bytes.toBytes("name");

  SeriesId id(String metric, String... tags) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < tags.length; i += 2) {
      all.put(tags[i], tags[i + 1]);
    }
    return series.store().find(Series.of(metric, all));
  }

  byte[] uid(UidKind kind, String name) throws IOException {
    return series.uids().uid(kind, name);
  }

  /** All cells of the meta table, and the meta data of the table of names: row/column = value. */
  Map<String, String> metas() throws IOException {
    Map<String, String> metas = new TreeMap<>();
    for (TableName each : List.of(tables.uid(), tables.meta())) {
      try (Table table = connection.getTable(each);
          ResultScanner rows = table.getScanner(new Scan().addFamily(NAME))) {
        for (Result row = rows.next(); row != null; row = rows.next()) {
          for (Cell cell : row.rawCells()) {
            String column = Bytes.toString(CellUtil.cloneQualifier(cell));
            byte[] value = CellUtil.cloneValue(cell);
            if (column.endsWith("_meta")) {
              metas.put(key(row.getRow(), column), new String(value, StandardCharsets.UTF_8));
            } else if (each.equals(tables.meta())) {
              metas.put(key(row.getRow(), column), Bytes.toStringBinary(value));
            }
          }
        }
      }
    }
    return metas;
  }

  static String key(byte[] row, String column) {
    return Bytes.toHex(row) + "/" + column;
  }

  byte[] stored(TableName name, byte[] row, String column) throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.get(new Get(row)).getValue(NAME, Bytes.toBytes(column));
    }
  }

  void store(TableName name, byte[] row, String column, String value) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(new Put(row).addColumn(NAME, Bytes.toBytes(column), Bytes.toBytes(value)));
    }
  }
}
