package io.rowandb.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * The tables of one namespace, read by their short names.
 *
 * @param connection to the store; stays open
 * @param namespace where the tables are
 */
record Tables(Connection connection, String namespace) {
  /** Rows a scanner fetches at once: few calls, and 1,000 rows of a few cells are small. */
  private static final int CACHED_ROWS = 1000;

  /** The whole name of {@code table}. */
  TableName name(String table) {
    return TableName.valueOf(namespace, table);
  }

  /** One row; an empty result if there is none. */
  Result get(String table, Get get) throws IOException {
    try (Table t = connection.getTable(name(table))) {
      return t.get(get);
    }
  }

  /** Several rows in one call. */
  Result[] get(String table, List<Get> gets) throws IOException {
    try (Table t = connection.getTable(name(table))) {
      return t.get(gets);
    }
  }

  /** Runs a scan to its end and keeps what {@code decode} makes of each row. */
  <T> List<T> scan(String table, Scan scan, Function<Result, T> decode) throws IOException {
    List<T> rows = new ArrayList<>();
    try (Table t = connection.getTable(name(table));
        ResultScanner scanner = t.getScanner(scan.setCaching(CACHED_ROWS))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(decode.apply(row));
      }
    }
    return rows;
  }

  /** Counts rows with a scan that fetches one cell of each. */
  long count(String table, Scan scan) throws IOException {
    long rows = 0;
    scan.setFilter(new FirstKeyOnlyFilter()).setCaching(CACHED_ROWS);
    try (Table t = connection.getTable(name(table));
        ResultScanner scanner = t.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }
}
