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

/** Removes columns of one token. Used by one thread. */
final class KeptEraser implements Closeable {
  private static final byte[] FAMILY = {'t'};
  private static final int BATCH = 1_000;

  private final Table table;
  private final List<Delete> batch = new ArrayList<>();

  KeptEraser(Connection connection, TableName name) throws IOException {
    table = connection.getTable(name);
  }

  /** Whether it is of the token, and goes. */
  boolean erase(Cell cell, byte[] token) throws IOException {
    if (!Arrays.equals(CellUtil.cloneQualifier(cell), token)) {
      return false;
    }
    batch.add(new Delete(CellUtil.cloneRow(cell)).addColumns(FAMILY, token));
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
