package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.MergeRegionException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Splits and merges through HBase's {@code Admin} and {@code AsyncAdmin}, at both doors. */
@Tag("slow")
@Timeout(120)
class RegroupingDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int ROWS = 400;

  @TempDir private Path directory;

  /** What a test does with a store that has an empty table t of one region. */
  private interface Body {
    void with(Connection connection, Admin admin, Table table) throws Exception;
  }

  private Configuration configuration(Door door) {
    Configuration conf = door.configuration(directory.toString());
    conf.setInt("hbase.client.retries.number", 5);
    conf.setInt("hbase.client.pause", 5);
    return conf;
  }

  private void run(Door door, Body body) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration(door));
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(T)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F).setBlocksize(1024).build())
              .build());
      body.with(connection, admin, table);
    }
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("r" + (1000 + i));
  }

  private static void write(Table table, int from, int to, String value) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      puts.add(new Put(row(i)).addColumn(F, Q, Bytes.toBytes(value)));
    }
    table.put(puts);
  }

  private static List<String> expected(int from, int to, String value) {
    List<String> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(Bytes.toString(row(i)) + "=" + value);
    }
    return rows;
  }

  private static String text(Result result) {
    return Bytes.toString(result.getRow()) + "=" + Bytes.toString(result.getValue(F, Q));
  }

  private static List<String> scan(Table table, Scan scan) throws IOException {
    try (ResultScanner scanner = table.getScanner(scan)) {
      return rest(scanner);
    }
  }

  private static List<String> rest(ResultScanner scanner) {
    List<String> rows = new ArrayList<>();
    for (Result result : scanner) {
      rows.add(text(result));
    }
    return rows;
  }

  private static List<String> starts(List<RegionInfo> regions) {
    return regions.stream().map(region -> Bytes.toString(region.getStartKey())).toList();
  }

  /** Compacts until no region shares files, as a program does that wants to split again. */
  private static void compact(Admin admin) throws IOException {
    admin.majorCompact(T);
    while (admin.getCompactionState(T) != CompactionState.NONE) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource
  void splitsATableInTheMiddleAndAtARow(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          write(table, 0, ROWS, "v");
          RegionInfo parent = admin.getRegions(T).get(0);
          admin.split(T);
          List<RegionInfo> daughters = admin.getRegions(T);
          assertThat(daughters).hasSize(2).doesNotContain(parent);
          assertThat(daughters).allMatch(it -> it.getRegionId() > parent.getRegionId());
          assertThat(Bytes.toString(daughters.get(1).getStartKey())).isBetween("r1150", "r1250");
          compact(admin);
          admin.split(T, row(300));
          assertThat(starts(admin.getRegions(T))).hasSize(3).endsWith("r1300");
          assertThat(scan(table, new Scan())).isEqualTo(expected(0, ROWS, "v"));
          try (RegionLocator locator = connection.getRegionLocator(T)) {
            assertThat(locator.getAllRegionLocations())
                .extracting(location -> location.getRegion())
                .isEqualTo(admin.getRegions(T));
            assertThat(locator.getRegionLocation(row(350)).getRegion().getStartKey())
                .isEqualTo(row(300));
          }
          assertThat(regionsInMeta(connection)).isEqualTo(admin.getRegions(T));
        });
  }

  private static List<RegionInfo> regionsInMeta(Connection connection) throws Exception {
    List<RegionInfo> found = new ArrayList<>();
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner scanner = meta.getScanner(HConstants.CATALOG_FAMILY)) {
      for (Result row : scanner) {
        byte[] info = row.getValue(HConstants.CATALOG_FAMILY, HConstants.REGIONINFO_QUALIFIER);
        found.add(RegionInfo.parseFrom(info));
      }
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void requestsFindTheNewRegions(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          write(table, 0, ROWS, "v");
          assertThat(table.get(new Get(row(399))).isEmpty()).isFalse(); // the location is known
          splitAt(admin, 200);
          write(table, 100, 300, "w");
          assertThat(table.get(new Get(row(250))).getValue(F, Q)).isEqualTo(Bytes.toBytes("w"));
          table.delete(new Delete(row(399)));
          assertThat(table.exists(new Get(row(399)))).isFalse();
          assertThat(table.increment(increment(5)).getValue(F, Bytes.toBytes("n")))
              .isEqualTo(Bytes.toBytes(1L));
          List<RegionInfo> both = admin.getRegions(T);
          compact(admin);
          merge(admin, both);
          assertThat(admin.getRegions(T)).hasSize(1);
          assertThat(table.increment(increment(5)).getValue(F, Bytes.toBytes("n")))
              .isEqualTo(Bytes.toBytes(2L));
          List<String> all = expected(0, 100, "v");
          all.addAll(expected(100, 300, "w"));
          all.addAll(expected(300, 399, "v"));
          assertThat(scan(table, new Scan())).isEqualTo(all);
        });
  }

  private static org.apache.hadoop.hbase.client.Increment increment(int row) {
    return new org.apache.hadoop.hbase.client.Increment(row(row))
        .addColumn(F, Bytes.toBytes("n"), 1);
  }

  private static void splitAt(Admin admin, int row) throws Exception {
    for (RegionInfo region : admin.getRegions(T)) {
      if (region.containsRow(row(row))) {
        admin.splitRegionAsync(region.getEncodedNameAsBytes(), row(row)).get(10, TimeUnit.SECONDS);
      }
    }
  }

  private static void merge(Admin admin, List<RegionInfo> regions) throws Exception {
    byte[][] names = regions.stream().map(RegionInfo::getRegionName).toArray(byte[][]::new);
    admin.mergeRegionsAsync(names, false).get(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource
  void scansGoOnAcrossSplitsAndMerges(Door door) throws Exception {
    for (boolean reversed : new boolean[] {false, true}) {
      run(
          door,
          (connection, admin, table) -> {
            write(table, 0, ROWS, "v");
            splitAt(admin, 200);
            compact(admin);
            Scan scan = new Scan().setReversed(reversed).setCaching(7);
            List<String> rows = new ArrayList<>();
            try (ResultScanner scanner = table.getScanner(scan)) {
              for (Result result : scanner.next(30)) {
                rows.add(text(result));
              }
              splitAt(admin, 100);
              splitAt(admin, 300);
              compact(admin);
              for (Result result : scanner.next(150)) {
                rows.add(text(result));
              }
              merge(admin, admin.getRegions(T).subList(1, 3));
              splitAt(admin, 240);
              compact(admin);
              for (Result result : scanner.next(50)) {
                rows.add(text(result));
              }
              merge(admin, admin.getRegions(T));
              rows.addAll(rest(scanner));
            }
            List<String> all = expected(0, ROWS, "v");
            if (reversed) {
              java.util.Collections.reverse(all);
            }
            assertThat(rows).isEqualTo(all);
            admin.disableTable(T);
            admin.deleteTable(T);
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatHBaseRefuses(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          byte[] only = admin.getRegions(T).get(0).getEncodedNameAsBytes();
          assertThatThrownBy(() -> admin.splitRegionAsync(only))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("Region not splittable because bestSplitPoint = null");
          splitAt(admin, 200);
          List<RegionInfo> regions = admin.getRegions(T);
          byte[] second = regions.get(1).getEncodedNameAsBytes();
          assertThatThrownBy(() -> admin.splitRegionAsync(second, row(200)))
              .isInstanceOf(IOException.class)
              .hasMessageContaining("should not give a splitkey which equals to startkey!");
          assertThatThrownBy(() -> admin.splitRegionAsync(second, row(100)))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("Split row is not inside region key range");
          byte[] unknown = Bytes.toBytes("0123456789abcdef0123456789abcdef");
          assertThatThrownBy(() -> admin.splitRegionAsync(unknown, row(100)))
              .isInstanceOf(UnknownRegionException.class);
          assertThatThrownBy(() -> admin.mergeRegionsAsync(new byte[][] {second, unknown}, false))
              .isInstanceOf(UnknownRegionException.class);
          splitAt(admin, 300);
          byte[] first = regions.get(0).getEncodedNameAsBytes();
          byte[] last = admin.getRegions(T).get(2).getEncodedNameAsBytes();
          assertThatThrownBy(() -> admin.mergeRegionsAsync(new byte[][] {first, last}, false))
              .isInstanceOf(MergeRegionException.class)
              .hasMessageContaining("Unable to merge non-adjacent");
          assertThatThrownBy(() -> admin.mergeRegionsAsync(new byte[][] {first, first}, false))
              .isInstanceOf(MergeRegionException.class)
              .hasMessageContaining("Duplicate regions specified");
          assertThat(admin.getRegions(T)).hasSize(3);
        });
  }

  @ParameterizedTest
  @EnumSource
  void truncatesOneRegion(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          write(table, 0, ROWS, "v");
          splitAt(admin, 100);
          compact(admin);
          splitAt(admin, 200);
          List<RegionInfo> before = admin.getRegions(T);
          RegionInfo old = before.get(1);
          admin.truncateRegion(old.getRegionName());
          List<String> left = expected(0, 100, "v");
          left.addAll(expected(200, ROWS, "v"));
          assertThat(scan(table, new Scan())).isEqualTo(left);
          assertThat(table.exists(new Get(row(150)))).isFalse();
          List<RegionInfo> after = admin.getRegions(T);
          assertThat(after).hasSize(3).contains(before.get(0), before.get(2)).doesNotContain(old);
          assertThat(after.get(1).getStartKey()).isEqualTo(old.getStartKey());
          assertThat(after.get(1).getEndKey()).isEqualTo(old.getEndKey());
          write(table, 150, 151, "w");
          assertThat(table.get(new Get(row(150))).getValue(F, Q)).isEqualTo(Bytes.toBytes("w"));
          try (AsyncConnection async =
              ConnectionFactory.createAsyncConnection(configuration(door)).get()) {
            async.getAdmin().truncateRegion(after.get(0).getRegionName()).get(10, TimeUnit.SECONDS);
            assertThat(table.exists(new Get(row(50)))).isFalse();
            assertThat(table.exists(new Get(row(150)))).isTrue();
            byte[] meta = RegionInfoBuilder.FIRST_META_REGIONINFO.getRegionName();
            assertThatThrownBy(() -> async.getAdmin().truncateRegion(meta).get())
                .hasCauseInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("Can't truncate region in catalog tables");
          }
          byte[] last = admin.getRegions(T).get(2).getRegionName();
          admin.disableTable(T);
          assertThatThrownBy(() -> admin.truncateRegion(last))
              .isInstanceOf(TableNotEnabledException.class);
          admin.enableTable(T);
          assertThat(scan(table, new Scan())).hasSize(ROWS - 200 + 1);
        });
  }

  @ParameterizedTest
  @EnumSource
  void obeysTheSwitches(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          assertThat(admin.splitSwitch(false, true)).isTrue();
          assertThatThrownBy(() -> splitAt(admin, 200))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("failed due to split switch off");
          admin.splitSwitch(true, true);
          splitAt(admin, 200);
          admin.mergeSwitch(false, true);
          assertThatThrownBy(() -> merge(admin, admin.getRegions(T)))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("because merge switch is off");
          admin.mergeSwitch(true, true);
          admin.modifyTable(
              TableDescriptorBuilder.newBuilder(admin.getDescriptor(T))
                  .setSplitEnabled(false)
                  .setMergeEnabled(false)
                  .build());
          assertThatThrownBy(() -> splitAt(admin, 300))
              .hasMessageContaining("as region split is disabled for the table");
          assertThatThrownBy(() -> merge(admin, admin.getRegions(T)))
              .hasMessageContaining("as region merge is disabled for the table");
          assertThat(admin.getRegions(T)).hasSize(2);
        });
  }

  @ParameterizedTest
  @EnumSource
  void metricsCountEachFileOnce(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          write(table, 0, ROWS, "v".repeat(5000));
          admin.flush(T);
          splitAt(admin, 200);
          assertThat(admin.getRegions(T)).hasSize(2);
          var server = admin.getClusterMetrics().getLiveServerMetrics().values().iterator().next();
          Set<byte[]> names = server.getRegionMetrics().keySet();
          for (RegionInfo region : admin.getRegions(T)) {
            assertThat(names).anyMatch(name -> Bytes.equals(name, region.getRegionName()));
          }
          compact(admin);
          assertThat(scan(table, new Scan().withStartRow(row(390))))
              .isEqualTo(expected(390, 400, "v".repeat(5000)));
        });
  }

  @ParameterizedTest
  @EnumSource
  void theAsyncAdminSplitsAndMerges(Door door) throws Exception {
    run(
        door,
        (connection, admin, table) -> {
          write(table, 0, ROWS, "v");
          try (AsyncConnection async =
              ConnectionFactory.createAsyncConnection(connection.getConfiguration())
                  .get(10, TimeUnit.SECONDS)) {
            AsyncAdmin asyncAdmin = async.getAdmin();
            asyncAdmin.split(T).get(10, TimeUnit.SECONDS);
            assertThat(admin.getRegions(T)).hasSize(2);
            compact(admin);
            asyncAdmin.split(T, row(50)).get(10, TimeUnit.SECONDS);
            assertThat(starts(admin.getRegions(T))).hasSize(3).contains("r1050");
            compact(admin);
            List<byte[]> names =
                admin.getRegions(T).stream().map(RegionInfo::getEncodedNameAsBytes).toList();
            asyncAdmin.mergeRegions(names, false).get(10, TimeUnit.SECONDS);
            assertThat(admin.getRegions(T)).hasSize(1);
          }
          assertThat(scan(table, new Scan())).isEqualTo(expected(0, ROWS, "v"));
        });
  }
}
