package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CacheEvictionStats;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is told of the server and its regions is true, and what is asked of it is done. */
@Timeout(120)
class ServerDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int ROWS = 3_000;
  private static final int VALUE_BYTES = 1_000;

  @TempDir private Path directory;

  /** What a test does with a store that has a table of two families, flushed, with two regions. */
  private interface Body {
    void with(Connection connection, Admin admin, ServerName server) throws Exception;
  }

  private void run(Door door, Body body) throws Exception {
    Configuration conf = door.configuration(directory.resolve("store").toString());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F)
                      .setBloomFilterType(BloomType.ROW)
                      .setCompressionType(Compression.Algorithm.GZ)
                      .build())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(G))
              .build(),
          new byte[][] {Bytes.toBytes("row2000")});
      try (Table table = connection.getTable(T)) {
        for (int i = 0; i < ROWS; i++) {
          table.put(put(i).setDurability(Durability.ASYNC_WAL));
        }
      }
      admin.flush(T);
      body.with(connection, admin, admin.getRegionServers().iterator().next());
    }
  }

  private static Put put(int row) {
    return new Put(Bytes.toBytes("row" + (1_000 + row))).addColumn(F, Q, new byte[VALUE_BYTES]);
  }

  private static RegionMetrics first(Admin admin, ServerName server) throws IOException {
    List<RegionMetrics> regions = admin.getRegionMetrics(server, T);
    assertThat(regions).hasSize(2);
    return regions.stream()
        .filter(it -> it.getNameAsString().startsWith("t,,"))
        .findAny()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void figuresOfARegionAreTrue(Door door) throws Exception {
    run(
        door,
        (connection, admin, server) -> {
          RegionMetrics metrics = first(admin, server);
          long completed = metrics.getCompletedSequenceId();
          assertThat(metrics.getStoreCount()).isEqualTo(2);
          assertThat(metrics.getStoreFileCount()).as("nothing in g").isEqualTo(1);
          assertThat(metrics.getStoreFileSize().get(Size.Unit.MEGABYTE)).isEqualTo(1);
          // 1,000 rows of 1,000 bytes in 16 blocks, in one level of index.
          assertThat(metrics.getUncompressedStoreFileSize().get(Size.Unit.MEGABYTE)).isEqualTo(1);
          assertThat(metrics.getStoreFileRootLevelIndexSize().get(Size.Unit.KILOBYTE))
              .isBetween(1.0, 8.0);
          assertThat(metrics.getStoreFileUncompressedDataIndexSize().get(Size.Unit.KILOBYTE))
              .isBetween(1.0, 8.0);
          assertThat(metrics.getBloomFilterSize().get(Size.Unit.KILOBYTE)).isBetween(1.0, 8.0);
          assertThat(metrics.getMemStoreSize().get()).isZero();
          assertThat(metrics.getDataLocality()).isEqualTo(1.0f);
          assertThat(metrics.getWriteRequestCount()).isEqualTo(1_000);
          assertThat(metrics.getReadRequestCount()).isZero();
          assertThat(completed).isPositive();
          // HBase's client makes a map of it that does not find a family by its name.
          assertThat(metrics.getStoreSequenceId().keySet()).contains(F);
          assertThat(metrics.getStoreSequenceId().values()).allMatch(it -> it >= completed);
          assertThat(metrics.getLastMajorCompactionTimestamp()).isZero();
          assertThat(metrics.getCompactionState()).isEqualTo(CompactionState.NONE);

          try (Table table = connection.getTable(T)) {
            table.get(new Get(Bytes.toBytes("row1000")));
            Scan scan = new Scan().withStopRow(Bytes.toBytes("row2000"));
            scan.setFilter(new PrefixFilter(Bytes.toBytes("row11")));
            try (ResultScanner scanner = table.getScanner(scan)) {
              assertThat(scanner).hasSize(100);
            }
            table.put(put(0));
          }
          metrics = first(admin, server);
          assertThat(metrics.getReadRequestCount()).isBetween(101L, 104L);
          // row1000 to row1099, and row1200, at which the filter knows that nothing more can pass.
          assertThat(metrics.getFilteredReadRequestCount()).isEqualTo(101);
          assertThat(metrics.getWriteRequestCount()).isEqualTo(1_001);
          assertThat(metrics.getMemStoreSize().get(Size.Unit.MEGABYTE)).isPositive();

          ServerMetrics all = admin.getClusterMetrics().getLiveServerMetrics().get(server);
          assertThat(all.getRegionMetrics()).hasSizeGreaterThanOrEqualTo(2);
          assertThat(all.getRequestCount()).isGreaterThanOrEqualTo(ROWS);
        });
  }

  @ParameterizedTest
  @EnumSource
  void blocksAreEvictedAndCounted(Door door) throws Exception {
    run(
        door,
        (connection, admin, server) -> {
          try (Table table = connection.getTable(T)) {
            try (ResultScanner scanner = table.getScanner(new Scan())) {
              assertThat(scanner).hasSize(ROWS);
            }
            CacheEvictionStats stats = admin.clearBlockCache(T);
            assertThat(stats.getEvictedBlocks()).isBetween(40L, 60L);
            assertThat(stats.getExceptionCount()).isZero();
            assertThat(admin.clearBlockCache(T).getEvictedBlocks()).isZero();
            assertThat(table.get(new Get(Bytes.toBytes("row1500"))).isEmpty()).isFalse();
            assertThat(admin.clearBlockCache(T).getEvictedBlocks()).isBetween(1L, 3L);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void theLogIsRolled(Door door) throws Exception {
    run(
        door,
        (connection, admin, server) -> {
          List<Path> before = segments();
          try (Table table = connection.getTable(T)) {
            table.put(put(0).setDurability(Durability.SYNC_WAL));
            admin.rollWALWriter(server);
            table.put(put(1).setDurability(Durability.SYNC_WAL));
          }
          assertThat(segments()).hasSizeGreaterThan(before.size());
        });
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("store").resolve("log"))) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void compactionsAreSwitchedOffAndOn(Door door) throws Exception {
    run(
        door,
        (connection, admin, server) -> {
          Map<ServerName, Boolean> before = admin.compactionSwitch(false, List.of());
          assertThat(before).isEqualTo(Map.of(server, true));
          try (Table table = connection.getTable(T)) {
            for (int i = 0; i < 5; i++) {
              table.put(put(0));
              admin.flush(T);
            }
          }
          admin.majorCompact(T);
          assertThat(admin.getCompactionState(T)).isEqualTo(CompactionState.NONE);
          assertThat(first(admin, server).getStoreFileCount()).isEqualTo(6);
          admin.clearCompactionQueues(server, Set.of("long", "short"));
          assertThatThrownBy(() -> admin.clearCompactionQueues(server, Set.of("other")))
              .isInstanceOf(IOException.class)
              .hasStackTraceContaining("Unknown queue name other");
          assertThat(admin.compactionSwitch(true, List.of(server.getServerName())))
              .isEqualTo(Map.of(server, false));
          while (first(admin, server).getStoreFileCount() > 5) {
            Thread.onSpinWait(); // the class has a time limit
          }
        });
  }
}
