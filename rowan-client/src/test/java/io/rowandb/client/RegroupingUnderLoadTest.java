package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Regions are split and merged again and again while programs write, count, get and scan, at both
 * doors and on real files. Every scan has each row exactly once and in order; every read has whole
 * rows and all that was acknowledged before it began; no increment is lost or done twice;
 * afterwards, and after opening again, everything is there. It ends after a number of splits and
 * merges.
 */
@Timeout(180)
@Tag("slow")
class RegroupingUnderLoadTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] N = Bytes.toBytes("n");
  private static final int ROWS = 120;
  private static final int WRITERS = 2;
  private static final int CHANGES = Integer.getInteger("rowan.regroupings", 24);
  private static final long SEED = Long.getLong("rowan.seed", 7);

  @TempDir private Path directory;

  /** Of each row, the highest value that was acknowledged. */
  private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);

  private final AtomicLong increments = new AtomicLong();
  private final AtomicLong scans = new AtomicLong();
  private final AtomicBoolean done = new AtomicBoolean();

  private static byte[] row(int i) {
    return Bytes.toBytes("r" + (1000 + i));
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLostAndNothingSeenTwice(Door door) throws Exception {
    Configuration conf = door.configuration(directory.toString());
    conf.setInt("hbase.client.pause", 2);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(T)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(A).setBlocksize(1024).build())
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(B))
                .build());
      }
      try (Table table = connection.getTable(T)) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          puts.add(put(i, 0));
        }
        table.put(puts);
      }
      run(connection);
      verify(connection);
    }
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      verify(connection);
    }
  }

  private void run(Connection connection) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new ArrayList<>();
    try {
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        running.add(threads.submit(untilDone(connection, table -> write(table, writer))));
      }
      Random gets = new Random(SEED + 1);
      running.add(threads.submit(untilDone(connection, table -> get(table, gets.nextInt(ROWS)))));
      running.add(threads.submit(untilDone(connection, table -> scan(table, false))));
      running.add(threads.submit(untilDone(connection, table -> scan(table, true))));
      running.add(threads.submit(untilDone(connection, this::increment)));
      regroup(connection, running);
    } finally {
      done.set(true);
      threads.shutdown();
      for (Future<?> each : running) {
        each.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(scans.get()).isPositive();
  }

  /** A piece of work on the table. */
  private interface Work {
    void on(Table table) throws IOException;
  }

  private Callable<Void> untilDone(Connection connection, Work work) {
    return () -> {
      try (Table table = connection.getTable(T)) {
        while (!done.get()) {
          work.on(table);
        }
      }
      return null;
    };
  }

  private void regroup(Connection connection, List<Future<?>> others) throws Exception {
    Random random = new Random(SEED);
    int splits = 0;
    int merges = 0;
    try (Admin admin = connection.getAdmin()) {
      while (splits + merges < CHANGES && others.stream().noneMatch(Future::isDone)) {
        List<RegionInfo> regions = admin.getRegions(T);
        try {
          if (regions.size() < 2 || (regions.size() < 6 && random.nextBoolean())) {
            byte[] region = regions.get(random.nextInt(regions.size())).getEncodedNameAsBytes();
            byte[] at = random.nextInt(3) == 0 ? null : row(1 + random.nextInt(ROWS - 1));
            admin.splitRegionAsync(region, at).get();
            splits++;
          } else {
            int left = random.nextInt(regions.size() - 1);
            byte[] one = regions.get(left).getEncodedNameAsBytes();
            byte[] next = regions.get(left + 1).getEncodedNameAsBytes();
            admin.mergeRegionsAsync(new byte[][] {one, next}, false).get();
            merges++;
          }
        } catch (DoNotRetryIOException | ExecutionException e) {
          // Not compacted yet, or not a row of the region: another time.
          assertThat(e.toString())
              .containsAnyOf(
                  "splittable", "not mergeable", "not inside region", "equal to startkey");
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("should not give a splitkey which equals to startkey");
        }
        if (random.nextInt(4) == 0) {
          admin.flush(T);
        }
      }
    }
    assertThat(splits).isGreaterThan(CHANGES / 5);
    assertThat(merges).isGreaterThan(CHANGES / 5);
  }

  private static Put put(int row, long value) {
    return new Put(row(row))
        .addColumn(A, Q, Bytes.toBytes(value))
        .addColumn(B, Q, Bytes.toBytes(value));
  }

  /** Writes a batch of every n-th row, with the next values. */
  private void write(Table table, int writer) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = writer; i < ROWS; i += WRITERS) {
      puts.add(put(i, acknowledged.get(i) + 1));
    }
    table.put(puts);
    for (int i = writer; i < ROWS; i += WRITERS) {
      acknowledged.incrementAndGet(i);
    }
  }

  private void increment(Table table) throws IOException {
    table.increment(new Increment(row(ROWS / 2)).addColumn(A, N, 1));
    increments.incrementAndGet();
  }

  private void get(Table table, int row) throws IOException {
    long least = acknowledged.get(row);
    check(table.get(new Get(row(row)).addColumn(A, Q).addColumn(B, Q)), row, least);
  }

  private void scan(Table table, boolean reversed) throws IOException {
    long[] least = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      least[i] = acknowledged.get(i);
    }
    Scan scan = new Scan().setReversed(reversed).setCaching(9).addColumn(A, Q).addColumn(B, Q);
    int next = reversed ? ROWS - 1 : 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        assertThat(Bytes.toString(result.getRow())).isEqualTo(Bytes.toString(row(next)));
        check(result, next, least[next]);
        next += reversed ? -1 : 1;
      }
    }
    assertThat(next).as("behind the last row").isEqualTo(reversed ? -1 : ROWS);
    scans.incrementAndGet();
  }

  private static void check(Result result, int row, long least) {
    assertThat(result.size()).as("cells of row %d", row).isEqualTo(2);
    long value = Bytes.toLong(result.getValue(A, Q));
    assertThat(Bytes.toLong(result.getValue(B, Q))).as("half a row %d", row).isEqualTo(value);
    assertThat(value).as("row %d", row).isGreaterThanOrEqualTo(least);
  }

  private void verify(Connection connection) throws IOException {
    try (Table table = connection.getTable(T)) {
      scan(table, false);
      scan(table, true);
      for (int i = 0; i < ROWS; i++) {
        get(table, i);
      }
      byte[] counter = table.get(new Get(row(ROWS / 2)).addColumn(A, N)).getValue(A, N);
      assertThat(Bytes.toLong(counter)).isEqualTo(increments.get());
    }
  }
}
