package io.rowandb.systems.measure;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * What tables hold.
 *
 * @param rows of all of them
 * @param bytes of all cells that a read gives, with their keys, before any compression
 */
public record StoredCells(long rows, long bytes) {
  private static final int SCAN_ROWS = 500;

  /**
   * Reads tables.
   *
   * @param stopped asked before each row; the figures are of no worth then
   */
  public static StoredCells of(
      Connection connection, List<TableName> tables, BooleanSupplier stopped) throws IOException {
    long rows = 0;
    long bytes = 0;
    for (TableName each : tables) {
      try (Table table = connection.getTable(each);
          ResultScanner scanner = table.getScanner(new Scan().setCaching(SCAN_ROWS))) {
        for (Result row : scanner) {
          if (stopped.getAsBoolean()) {
            return new StoredCells(rows, bytes);
          }
          rows++;
          for (Cell cell : row.rawCells()) {
            bytes += cell.getSerializedSize();
          }
        }
      }
    }
    return new StoredCells(rows, bytes);
  }
}
