package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
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

/** What clients see, at both doors, when a table's regions are split and nobody asked for it. */
@Timeout(120)
class AutomaticSplitDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] PADDING = new byte[400];
  private static final String POLICY = "org.apache.hadoop.hbase.regionserver.";
  private static final int ROWS = 200;

  /** So small that the writes of the tests lead to flushes, and these to splits. */
  private static final int FLUSH_BYTES = 60_000;

  private static final long SEED = Long.getLong("rowan.seed", 7);

  @TempDir private Path directory;

  /** Of each row, the highest value that was acknowledged. */
  private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);

  private final AtomicBoolean done = new AtomicBoolean();

  private Configuration configuration(Door door) {
    Configuration conf = door.configuration(directory.toString());
    conf.setInt("hbase.client.pause", 2);
    conf.setLong("hbase.hregion.memstore.flush.size", FLUSH_BYTES);
    conf.setLong("hbase.increasing.policy.initial.size", 40_000);
    conf.setLong("hbase.hregion.max.filesize", 40_000);
    conf.setDouble("hbase.hregion.max.filesize.jitter", 0);
    return conf;
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("r" + (1000 + i));
  }

  private static TableDescriptorBuilder table() {
    return TableDescriptorBuilder.newBuilder(T)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(F).setBlocksize(1024).build());
  }

  private static void write(Table table, int from, int to, long value) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      puts.add(new Put(row(i)).addColumn(F, Q, Bytes.add(Bytes.toBytes(value), PADDING)));
    }
    table.put(puts);
  }

  private static long value(Result result) {
    return Bytes.toLong(result.getValue(F, Q));
  }

  /** Regions that were split by the background's thread, and are so for who asks now. */
  private static List<RegionInfo> awaitRegions(Admin admin, int least) throws IOException {
    List<RegionInfo> regions = admin.getRegions(T);
    while (regions.size() < least) { // the class has a time limit
      regions = admin.getRegions(T);
    }
    return regions;
  }

  @ParameterizedTest
  @EnumSource
  void whoKnowsAnOldRegionFindsTheNewOnes(Door door) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration(door));
        Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(T)) {
      admin.createTable(table().build());
      try (Table table = connection.getTable(T)) {
        RegionInfo parent = locator.getRegionLocation(row(ROWS - 1)).getRegion();
        write(table, 0, ROWS, 1);
        try (ResultScanner open = table.getScanner(new Scan().setCaching(10))) {
          assertThat(open.next().getRow()).isEqualTo(row(0));
          awaitRegions(admin, 2);
          write(table, 0, ROWS, 2);
          assertThat(value(table.get(new Get(row(0))))).isEqualTo(2);
          assertThat(value(table.get(new Get(row(ROWS - 1))))).isEqualTo(2);
          for (int i = 1; i < ROWS; i++) {
            assertThat(open.next().getRow()).isEqualTo(row(i));
          }
          assertThat(open.next()).isNull();
        }
        assertThat(locator.getRegionLocation(row(ROWS - 1), true).getRegion().getEncodedName())
            .isNotEqualTo(parent.getEncodedName());
      }
      assertThat(admin.splitSwitch(false, true)).as("from here on none is split").isTrue();
      List<RegionInfo> regions = admin.getRegions(T);
      assertThat(locator.getAllRegionLocations())
          .extracting(location -> location.getRegion().getEncodedName())
          .isEqualTo(regions.stream().map(RegionInfo::getEncodedName).toList());
      ClusterMetrics metrics = admin.getClusterMetrics();
      assertThat(metrics.getTableRegionStatesCount().get(T).getOpenRegions())
          .isEqualTo(regions.size());
      assertThat(admin.getRegionMetrics(metrics.getMasterName(), T))
          .extracting(region -> Bytes.toStringBinary(region.getRegionName()))
          .isEqualTo(regions.stream().map(RegionInfo::getRegionNameAsString).toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theTableAndTheSwitchDecide(Door door) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration(door));
        Admin admin = connection.getAdmin()) {
      assertThatThrownBy(
              () -> admin.createTable(table().setRegionSplitPolicyClassName("no.Policy").build()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("Unable to load configured region split policy 'no.Policy'")
          .hasMessageContaining(T.getNameAsString());
      assertThat(admin.tableExists(T)).isFalse();
      String constant = POLICY + "ConstantSizeRegionSplitPolicy";
      admin.createTable(
          table()
              .setRegionSplitPolicyClassName(constant)
              .setMaxFileSize(10L << 30)
              .setSplitEnabled(true)
              .build());
      try (Table table = connection.getTable(T)) {
        write(table, 0, ROWS, 1);
        flush(admin);
        assertThat(admin.getRegions(T)).as("huge").hasSize(1);
        String stepping = POLICY + "SteppingSplitPolicy";
        assertThat(admin.splitSwitch(false, true)).isTrue();
        admin.modifyTable(table().setRegionSplitPolicyClassName(stepping).build());
        write(table, 0, 1, 1);
        flush(admin);
        assertThat(admin.getRegions(T)).as("switched off").hasSize(1);
        assertThat(admin.splitSwitch(true, true)).isFalse();
        write(table, 0, 1, 1);
        flush(admin);
        awaitRegions(admin, 2);
      }
    }
  }

  /** Flushes as a region server does by itself, which a flush of the table does not. */
  private static void flush(Admin admin) throws IOException {
    for (RegionInfo region : admin.getRegions(T)) {
      admin.flushRegion(region.getRegionName());
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void nothingIsLostWhileRegionsAreSplitUnderLoad(Door door) throws Exception {
    Configuration conf = configuration(door);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      try (Admin admin = connection.getAdmin();
          Table table = connection.getTable(T)) {
        admin.createTable(table().build());
        write(table, 0, ROWS, 0);
        load(connection, admin);
        assertThat(admin.getRegions(T)).hasSizeGreaterThan(2);
      }
      verify(connection);
    }
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      verify(connection);
    }
  }

  private void load(Connection connection, Admin admin) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new ArrayList<>();
    CountDownLatch scanned = new CountDownLatch(2);
    try {
      running.add(threads.submit(untilDone(connection, this::writeAll)));
      Random random = new Random(SEED);
      running.add(threads.submit(untilDone(connection, table -> get(table, random.nextInt(ROWS)))));
      running.add(
          threads.submit(
              untilDone(
                  connection,
                  table -> {
                    scan(table);
                    scanned.countDown();
                  })));
      awaitRegions(admin, 4);
      scanned.await();
    } finally {
      done.set(true);
      threads.shutdown();
      for (Future<?> each : running) {
        each.get(60, TimeUnit.SECONDS);
      }
    }
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

  private void writeAll(Table table) throws IOException {
    write(table, 0, ROWS, acknowledged.get(0) + 1);
    for (int i = 0; i < ROWS; i++) {
      acknowledged.incrementAndGet(i);
    }
  }

  private void get(Table table, int row) throws IOException {
    long least = acknowledged.get(row);
    assertThat(value(table.get(new Get(row(row))))).isGreaterThanOrEqualTo(least);
  }

  private void scan(Table table) throws IOException {
    long[] least = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      least[i] = acknowledged.get(i);
    }
    int next = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(9))) {
      for (Result result : scanner) {
        assertThat(Bytes.toString(result.getRow())).isEqualTo(Bytes.toString(row(next)));
        assertThat(value(result)).isGreaterThanOrEqualTo(least[next]);
        next++;
      }
    }
    assertThat(next).as("behind the last row").isEqualTo(ROWS);
  }

  private void verify(Connection connection) throws IOException {
    try (Table table = connection.getTable(T)) {
      scan(table);
      for (int i = 0; i < ROWS; i++) {
        get(table, i);
      }
    }
  }
}
