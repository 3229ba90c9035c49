package io.rowandb.engine.memstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.jcstress.Unchecked;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cells in whose bytes a reader can see whether it got them whole: row, timestamp and every byte of
 * the value say the same number.
 */
public final class StressCells {
  private StressCells() {}

  /** A put of one cell that says {@code number}, from 0 to 99, in each part. */
  public static RowMutation put(int number, int valueBytes) {
    byte[] value = new byte[valueBytes];
    Arrays.fill(value, (byte) number);
    return put(number, number, value);
  }

  /** A put of one cell in the row that says {@code number}. */
  static RowMutation put(int number, long timestamp, byte[] value) {
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, row(number), Durability.SYNC_WAL);
    put.add("f".getBytes(UTF_8), "q".getBytes(UTF_8), timestamp, CellType.PUT, value, new byte[0]);
    return put;
  }

  /** Adds the cell of a put. */
  public static void add(MemStore cells, RowMutation put, long sequence) {
    cells.add(put.buffer(), 4, Bytes.getInt(put.buffer(), 0), sequence);
  }

  /** How many cells a scan meets; -1 when one is torn or out of order. */
  public static int count(MemStore cells) {
    return Unchecked.get(
        () -> {
          try (CellScanner scanner = cells.scanner()) {
            return count(scanner, Long.MAX_VALUE);
          }
        });
  }

  /** How many cells up to a read point a scan meets; -1 when one is torn or out of order. */
  public static int count(CellScanner scanner, long readPoint) throws IOException {
    int count = 0;
    int last = -1;
    while (scanner.next()) {
      Cell cell = scanner.cell();
      int number = (int) cell.timestamp();
      if (!isWhole(cell, number) || number <= last) {
        return -1;
      }
      last = number;
      count += cell.sequence() <= readPoint ? 1 : 0;
    }
    return count;
  }

  private static boolean isWhole(Cell cell, int number) {
    boolean whole = Arrays.equals(cell.row(), row(number)) && cell.valueLength() > 0;
    for (int i = 0; i < cell.valueLength(); i++) {
      whole &= cell.array()[cell.valueOffset() + i] == (byte) number;
    }
    return whole;
  }

  private static byte[] row(int number) {
    return new byte[] {'r', (byte) ('0' + number / 10), (byte) ('0' + number % 10)};
  }
}
