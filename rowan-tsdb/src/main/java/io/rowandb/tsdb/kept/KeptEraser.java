package io.rowandb.tsdb.kept;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;

/** Removes columns. Used by one thread. */
final class KeptEraser implements Closeable {
  private static final byte[] FAMILY = {'t'};
  private static final int BATCH = 1_000;

  private final Table table;
  private final List<Delete> batch = new ArrayList<>();

  KeptEraser(Connection connection, TableName name) throws IOException {
    table = connection.getTable(name);
  }

  /**
   * Which columns go.
   *
   * @param token those of this one
   * @param kept those of this one stay
   * @param beforeMillis others go when they were written before, by the clock of the server
   */
  record Columns(byte[] token, byte[] kept, long beforeMillis) {
    /** Of one token. */
    static Columns of(byte[] token) {
      return new Columns(token, token, Long.MIN_VALUE);
    }

    private boolean include(Cell cell, byte[] column) {
      return Arrays.equals(column, token)
          || (cell.getTimestamp() < beforeMillis && !Arrays.equals(column, kept));
    }
  }

  /** Whether it is one of these, and goes. */
  boolean erase(Cell cell, Columns columns) throws IOException {
    byte[] column = CellUtil.cloneQualifier(cell);
    if (!columns.include(cell, column)) {
      return false;
    }
    batch.add(new Delete(CellUtil.cloneRow(cell)).addColumns(FAMILY, column));
    if (batch.size() == BATCH) {
      flush();
    }
    return true;
  }

  void flush() throws IOException {
    if (!batch.isEmpty()) {
      table.delete(batch);
      batch.clear();
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
