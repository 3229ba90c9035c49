package io.rowandb.tsdb.store;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Looks at the format of a table again before each batch of rows, as a conversion may begin or end
 * while they are compacted. Used by one thread.
 */
final class FormatLook {
  /** Rows that may be packed yet when the note is gone, as to look takes a call. */
  private static final int ROWS = 20;

  private final Connection connection;
  private final TableName table;

  private TableFormat known;
  private int left;

  FormatLook(Connection connection, TableName table) {
    this.connection = connection;
    this.table = table;
  }

  /** The format by which the next row is compacted. */
  TableFormat next() throws IOException {
    if (left == 0) {
      known = TableFormat.of(connection, table);
      left = ROWS;
    }
    left--;
    return known;
  }
}
