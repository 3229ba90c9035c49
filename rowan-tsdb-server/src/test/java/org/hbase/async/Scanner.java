package org.hbase.async;

import com.stumbleupon.async.Deferred;
import java.nio.charset.Charset;
import java.util.ArrayList;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;

/** The rows of a scan, all at once. Used by one thread. */
@SuppressWarnings("NonApiType") // signatures that OpenTSDB calls
public final class Scanner {
  private final HBaseClient client;
  private final byte[] table;
  private final Scan scan = new Scan();
  private boolean isDone;

  Scanner(HBaseClient client, byte[] table) {
    this.client = client;
    this.table = table;
  }

  /** Where it begins. */
  public void setStartKey(byte[] key) {
    scan.withStartRow(key);
  }

  /** Where it ends. */
  public void setStopKey(byte[] key) {
    scan.withStopRow(key);
  }

  /** What it reads. */
  public void setFamily(byte[] family) {
    scan.addFamily(family);
  }

  /** Which rows. */
  public void setKeyRegexp(String regexp, Charset charset) {
    RegexStringComparator matches = new RegexStringComparator(regexp);
    matches.setCharset(charset);
    scan.setFilter(new RowFilter(CompareOperator.EQUAL, matches));
  }

  /** All of them, and null after that. */
  public Deferred<ArrayList<ArrayList<KeyValue>>> nextRows() {
    if (isDone) {
      return Deferred.fromResult(null);
    }
    isDone = true;
    return client.on(
        table,
        on -> {
          ArrayList<ArrayList<KeyValue>> all = new ArrayList<>();
          try (ResultScanner rows = on.getScanner(scan)) {
            for (Result row = rows.next(); row != null; row = rows.next()) {
              all.add(HBaseClient.cells(row));
            }
          }
          return all;
        });
  }

  /** Ends it. */
  public Deferred<Object> close() {
    return Deferred.fromResult(null);
  }
}
