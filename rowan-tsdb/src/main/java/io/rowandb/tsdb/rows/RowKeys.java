package io.rowandb.tsdb.rows;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Reads the keys of rows, and nothing of their values. */
public final class RowKeys {
  private static final int ROWS_A_REQUEST = 1_000;

  /** Takes them one by one. */
  public interface Taker {
    /** Whether it wants another. */
    boolean take(byte[] row) throws IOException;
  }

  private RowKeys() {}

  /** Those of the rows of a scan, as long as more are wanted. */
  public static void forEach(Table table, Scan scan, Taker taker) throws IOException {
    scan.setCaching(ROWS_A_REQUEST)
        .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      boolean more = true;
      for (Result row = rows.next(); more && row != null; row = more ? rows.next() : null) {
        more = taker.take(row.getRow());
      }
    }
  }

  /** Whether a row has annotations of no series: the metric 0 without tags. */
  public static boolean isGlobal(PointKeyLayout layout, byte[] key) {
    if (key.length != layout.tagsAt()) {
      return false;
    }
    int zeros = 0;
    for (int i = layout.saltWidth(); i < layout.saltWidth() + layout.metricWidth(); i++) {
      zeros += key[i] == 0 ? 1 : 0;
    }
    return zeros == layout.metricWidth();
  }
}
