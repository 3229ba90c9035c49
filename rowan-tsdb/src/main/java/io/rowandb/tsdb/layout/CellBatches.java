package io.rowandb.tsdb.layout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Goes through the cells of a table, some at a time, however many a row has. */
final class CellBatches {
  private static final int MAX_CELLS = 5_000;
  private static final long MAX_BYTES = 4 << 20;

  /** What takes them. */
  interface Taker {
    /** Some cells, in their order. */
    void take(List<Cell> cells) throws IOException;
  }

  private CellBatches() {}

  static void forEach(Table table, Scan scan, Taker taker) throws IOException {
    scan.setBatch(MAX_CELLS).setMaxResultSize(MAX_BYTES);
    List<Cell> cells = new ArrayList<>();
    long bytes = 0;
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        for (Cell cell : part.rawCells()) {
          cells.add(cell);
          bytes += cell.getSerializedSize();
        }
        if (cells.size() >= MAX_CELLS || bytes >= MAX_BYTES) {
          taker.take(cells);
          cells = new ArrayList<>();
          bytes = 0;
        }
      }
    }
    if (!cells.isEmpty()) {
      taker.take(cells);
    }
  }
}
