package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** The command {@code count}. */
final class CountVerb {
  /** Rows that are asked for at once; they have one cell each, without its value. */
  private static final int COUNTED_AT_ONCE = 1_000;

  private static final int INTERVAL = 1_000;

  private CountVerb() {}

  static Verb verb() {
    return new Verb(
        "count",
        "Counts the rows of a table, or those that a scan would find, by reading them.",
        """
        count 't'
        count 't', INTERVAL => 100000
        count 't', {STARTROW => 'a', STOPROW => 'b', COLUMNS => 'f', FILTER => "PageFilter(9)"}""",
        CountVerb::count);
  }

  private static void count(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    long usual = arguments.hasNumber() ? arguments.number("an interval") : INTERVAL;
    Options options = arguments.options();
    long interval = options.count("INTERVAL").map(Integer::longValue).orElse(usual);
    Scan scan = ScanRequest.of(options).scan();
    options.end();
    arguments.end();
    if (interval < 1) {
      throw new IllegalArgumentException("the interval is at least 1, and not " + interval);
    }
    if (scan.getCaching() < 1) {
      scan.setCaching(COUNTED_AT_ONCE);
    }
    FirstKeyOnlyFilter first = new FirstKeyOnlyFilter();
    scan.setFilter(scan.getFilter() == null ? first : new FilterList(scan.getFilter(), first));
    long rows = 0;
    boolean stopped = false;
    try (Table open = session.connection().getTable(table);
        ResultScanner scanner = open.getScanner(scan)) {
      for (Result row = scanner.next(); row != null && !stopped; row = scanner.next()) {
        rows++;
        if (rows % interval == 0) {
          String key = Bytes.toStringBinary(row.getRow());
          session.remark("Current count: " + rows + ", row: " + key);
          stopped = session.stopped().getAsBoolean();
        }
      }
    }
    session.say(
        rows + " row(s)" + (stopped ? ", stopped" : ""),
        stopped ? Map.of("rows", rows, "stopped", true) : Map.of("rows", rows));
  }
}
