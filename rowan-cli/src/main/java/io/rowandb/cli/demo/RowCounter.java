package io.rowandb.cli.demo;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/** Counts the rows of a table. */
final class RowCounter {
  /** Rows a scanner fetches at once: few calls, and 1,000 cells are small. */
  private static final int CACHED_ROWS = 1000;

  private RowCounter() {}

  /** With a scan that fetches one cell of each. */
  static long of(Connection connection, TableName name) throws IOException {
    long rows = 0;
    Scan scan = new Scan().setFilter(new FirstKeyOnlyFilter()).setCaching(CACHED_ROWS);
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }
}
