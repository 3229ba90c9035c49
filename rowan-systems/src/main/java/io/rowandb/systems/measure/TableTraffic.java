package io.rowandb.systems.measure;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/** Counts what a design reads, and keeps where it writes. Used by one thread. */
public final class TableTraffic implements WatchedTables.Watch {
  private final WriteSpread spread = new WriteSpread();
  private long cells;
  private long bytes;

  @Override
  public Object pass(String method, Object[] arguments, WatchedTables.Call call)
      throws IOException {
    Object result = call.make();
    count(result);
    return result;
  }

  private void count(Object result) {
    if (result instanceof Result row) {
      scanned(row);
    } else if (result instanceof Result[] all) {
      for (Result each : all) {
        count(each);
      }
    }
  }

  @Override
  public void scanned(Result row) {
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        cells++;
        bytes += cell.getSerializedSize();
      }
    }
  }

  @Override
  public void written(TableName table, byte[] row) {
    spread.add(table, row);
  }

  /** How many cells were read so far. */
  public long cells() {
    return cells;
  }

  /** How many bytes these had, with their keys. */
  public long bytes() {
    return bytes;
  }

  /** Where the writes so far went. */
  public WriteSpread spread() {
    return spread;
  }
}
