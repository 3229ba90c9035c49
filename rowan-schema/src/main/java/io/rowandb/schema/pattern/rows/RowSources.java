package io.rowandb.schema.pattern.rows;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;

/** Opens the sources of a read's rows. */
public final class RowSources {
  private RowSources() {}

  /** The rows of a stretch, read as they are taken. */
  public static RowSource open(Table table, RowRead read, Stretch stretch) throws IOException {
    return read.merged()
        ? MergedRows.open(table, read, stretch)
        : new RowsInTurn(table, read, stretch);
  }
}
