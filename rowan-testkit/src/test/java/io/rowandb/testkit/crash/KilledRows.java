package io.rowandb.testkit.crash;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table of the processes that are killed: what loader and auditor both know.
 *
 * <p>Row {@code t<thread>-<n>} belongs to one thread, and behind it {@code t<thread>-<n>+} to bulk
 * loads. It is absent or holds one number, in {@code a:n}, {@code a:m} and {@code b:n}, and a
 * payload that follows from it in {@code b:p}. A row's numbers rise, over rounds too, and are its
 * timestamps. Row {@code c<i>} is a counter of all threads, in {@code a:c}.
 */
final class KilledRows {
  static final TableName TABLE = TableName.valueOf("killed");
  static final byte[] A = Bytes.toBytes("a");
  static final byte[] B = Bytes.toBytes("b");
  static final byte[] N = Bytes.toBytes("n");
  static final byte[] C = Bytes.toBytes("c");
  static final int THREADS = 8;

  /** One for each thread, and that of the bulk loads. */
  static final int ACK_FILES = THREADS + 1;

  static final int ROWS_PER_THREAD = 2_000;
  static final int COUNTERS = 4;

  /** Numbers of one round are below this; each round starts at a multiple of it. */
  static final long ROUND = 1_000_000_000L;

  /** The number of a row that is not there. */
  static final long ABSENT = 0;

  private static final byte[] M = Bytes.toBytes("m");
  private static final byte[] P = Bytes.toBytes("p");
  private static final int CELLS = 4;

  private KilledRows() {}

  /** A connection whose store flushes and compacts often. */
  static Connection connect(Path directory) throws IOException {
    return ConnectionFactory.createConnection(configuration(directory));
  }

  /** That of {@link #connect}. */
  static Configuration configuration(Path directory) {
    Configuration configuration = Rowan.configuration(directory.toString());
    configuration.setLong("hbase.hregion.memstore.flush.size", 1 << 20);
    return configuration;
  }

  static String row(int thread, int n) {
    return "t" + thread + "-" + String.format("%05d", n);
  }

  /** One of {@link #THREADS} times {@link #ROWS_PER_THREAD} rows, in their order. */
  static String loadedRow(int i) {
    return row(i / ROWS_PER_THREAD, i % ROWS_PER_THREAD) + "+";
  }

  static String counter(int i) {
    return "c" + i;
  }

  static boolean isCounter(String row) {
    return row.startsWith("c");
  }

  static Mutation mutation(RowChange change, long number, Durability durability) {
    return change.isPut()
        ? put(change.row(), number).setDurability(durability)
        : new Delete(Bytes.toBytes(change.row()), number).setDurability(durability);
  }

  /** What a change does to a family, in the order of a file. */
  static List<Cell> cells(RowChange change, long number, byte[] family) {
    Mutation mutation =
        change.isPut()
            ? put(change.row(), number)
            : new Delete(Bytes.toBytes(change.row())).addFamily(family, number);
    List<Cell> cells = new ArrayList<>(mutation.getFamilyCellMap().get(family));
    cells.sort(CellComparator.getInstance());
    return cells;
  }

  static Put put(String row, long number) {
    byte[] text = Bytes.toBytes(number);
    return new Put(Bytes.toBytes(row), number)
        .addColumn(A, N, text)
        .addColumn(A, M, text)
        .addColumn(B, N, text)
        .addColumn(B, P, payload(number));
  }

  /**
   * The number of a row, {@link #ABSENT} for none.
   *
   * @throws IllegalStateException when it is not the whole row of one put
   */
  static long number(Result row) {
    if (row.isEmpty()) {
      return ABSENT;
    }
    byte[] text = row.getValue(A, N);
    boolean whole =
        row.size() == CELLS
            && Arrays.equals(text, row.getValue(A, M))
            && Arrays.equals(text, row.getValue(B, N))
            && Arrays.equals(payload(Bytes.toLong(text)), row.getValue(B, P));
    if (!whole) {
      throw new IllegalStateException("half a row, or cells of two puts: " + row);
    }
    return Bytes.toLong(text);
  }

  /** 300 bytes that follow from the number. */
  private static byte[] payload(long number) {
    byte[] bytes = new byte[300];
    long state = number;
    for (int i = 0; i < bytes.length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      bytes[i] = (byte) (state >>> 56);
    }
    return bytes;
  }
}
