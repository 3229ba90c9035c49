package io.rowandb.schema.pattern.rows;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;

/** Opens the sources of a read's rows. */
public final class RowSources {
  private RowSources() {}

  /** The rows behind a position, read as they are taken. */
  public static RowSource open(Table table, RowRead read, Position after) throws IOException {
    return read.merged() ? MergedRows.open(table, read, after) : new RowsInTurn(table, read, after);
  }
}
