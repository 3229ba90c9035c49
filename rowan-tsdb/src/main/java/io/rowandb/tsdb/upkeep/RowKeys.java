package io.rowandb.tsdb.upkeep;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Reads the keys of rows, and nothing of their values. */
final class RowKeys {
  private static final int ROWS_A_REQUEST = 1_000;

  interface Taker {
    /** Whether it wants another. */
    boolean take(byte[] row) throws IOException;
  }

  private RowKeys() {}

  static void forEach(Table table, Scan scan, Taker taker) throws IOException {
    scan.setCaching(ROWS_A_REQUEST)
        .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      boolean more = true;
      for (Result row = rows.next(); more && row != null; row = more ? rows.next() : null) {
        more = taker.take(row.getRow());
      }
    }
  }
}
