package io.rowandb.testkit.crash;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The process that {@link KillTest} kills: several threads put rows of two families for ever and
 * print a line for each acknowledged put, while another splits and merges regions.
 *
 * <p>Row {@code t<thread>-<n>} holds the same number {@code round * ROUND + n} as text in column
 * {@code a:n}, {@code a:m} and {@code b:n}, and a payload that follows from it in {@code b:p}. Rows
 * are taken in a cycle of {@link #ROWS_PER_THREAD}, so most puts overwrite.
 *
 * <p>A line is {@code ack <row> <number>}; a logging library may print others. It is printed after
 * {@code Table.put} returned, so a number that the parent has read was acknowledged.
 */
final class KilledLoader {
  static final TableName TABLE = TableName.valueOf("killed");
  static final byte[] A = Bytes.toBytes("a");
  static final byte[] B = Bytes.toBytes("b");
  static final byte[] N = Bytes.toBytes("n");
  static final byte[] M = Bytes.toBytes("m");
  static final byte[] P = Bytes.toBytes("p");
  static final int THREADS = 4;
  static final int ROWS_PER_THREAD = 5_000;

  /** A region is split or merged each time a thread has put so many rows. */
  private static final int PUTS_PER_REGROUPING = 500;

  /** With more than so many regions, they are merged. */
  private static final int MAX_REGIONS = 8;

  /** How a line begins that acknowledges a put. */
  static final String ACKNOWLEDGED = "ack ";

  /** Numbers of one round are below this; each round starts at a multiple of it. */
  static final long ROUND = 1_000_000_000L;

  private KilledLoader() {}

  /** Arguments: the store's directory and the number of the round. */
  public static void main(String[] args) throws Exception {
    long round = Long.parseLong(args[1]);
    PrintStream acknowledged = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    try (Connection connection = connect(Path.of(args[0]));
        Admin admin = connection.getAdmin()) {
      createTable(admin);
      // The first such call takes a second, in which nobody would be disturbed.
      admin.getRegions(TABLE);
      Semaphore turns = new Semaphore(0);
      Thread[] threads = new Thread[THREADS];
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        threads[t] =
            new Thread(
                () -> load(connection, thread, round, acknowledged, turns), "loader-" + thread);
        threads[t].start();
      }
      Thread regrouper = new Thread(() -> regroup(admin, round, turns), "regrouper");
      regrouper.setDaemon(true);
      regrouper.start();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  /** A connection whose store flushes and compacts often. */
  static Connection connect(Path directory) throws IOException {
    var configuration = Rowan.configuration(directory.toString());
    configuration.setLong("hbase.hregion.memstore.flush.size", 1 << 20);
    return ConnectionFactory.createConnection(configuration);
  }

  static byte[] row(int thread, long n) {
    return Bytes.toBytes("t" + thread + "-" + String.format("%05d", n % ROWS_PER_THREAD));
  }

  /** 300 bytes that follow from the number. */
  static byte[] payload(long number) {
    byte[] bytes = new byte[300];
    long state = number;
    for (int i = 0; i < bytes.length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      bytes[i] = (byte) (state >>> 56);
    }
    return bytes;
  }

  private static void createTable(Admin admin) throws IOException {
    if (!admin.tableExists(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(A))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(B))
              .build(),
          new byte[][] {Bytes.toBytes("t2")});
    }
  }

  private static void regroup(Admin admin, long round, Semaphore turns) {
    Random random = new Random(round);
    try {
      while (true) {
        turns.acquire();
        List<RegionInfo> regions = admin.getRegions(TABLE);
        int left = random.nextInt(regions.size());
        byte[] region = regions.get(left).getEncodedNameAsBytes();
        try {
          if (regions.size() < MAX_REGIONS || left == 0) {
            admin.splitRegionAsync(region, null).get();
          } else {
            byte[] before = regions.get(left - 1).getEncodedNameAsBytes();
            admin.mergeRegionsAsync(new byte[][] {before, region}, false).get();
          }
        } catch (DoNotRetryIOException e) {
          if (!e.toString().contains("splittable") && !(e instanceof MergeRegionException)) {
            throw e;
          }
          // Too small yet, or not compacted yet: another time.
        }
      }
    } catch (IOException | ExecutionException e) {
      e.printStackTrace();
      System.exit(3);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void load(
      Connection connection, int thread, long round, PrintStream acknowledged, Semaphore turns) {
    try (Table table = connection.getTable(TABLE)) {
      for (long n = 0; n < ROUND; n++) {
        long number = round * ROUND + n;
        byte[] text = Bytes.toBytes(Long.toString(number));
        byte[] row = row(thread, n);
        table.put(
            new Put(row)
                .addColumn(A, N, text)
                .addColumn(A, M, text)
                .addColumn(B, N, text)
                .addColumn(B, P, payload(number)));
        if (n % PUTS_PER_REGROUPING == 0) {
          turns.release();
        }
        acknowledged.println(ACKNOWLEDGED + Bytes.toString(row) + " " + number);
      }
    } catch (IOException e) {
      // The parent sees the end of the output and the exit code, and fails.
      e.printStackTrace();
      System.exit(3);
    }
  }
}
