package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HBase's own {@code HBaseAdmin} over an embedded store. */
@Timeout(120)
class CompleteAdminTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private TestStore store;
  private Admin admin;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore();
    admin = store.admin();
  }

  @AfterEach
  void close() throws IOException {
    admin.close();
    store.close();
  }

  @Test
  void itIsHBasesOwnClass() {
    assertThat(admin).isInstanceOf(HBaseAdmin.class);
  }

  @Test
  void createListDescribeExists() throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(T)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(F)
                    .setMaxVersions(7)
                    .setTimeToLive(3600)
                    .setValue("own", "attribute")
                    .setConfiguration("own.key", "value")
                    .build())
            .setValue("OWNER", "somebody")
            .build();
    assertThat(admin.tableExists(T)).isFalse();
    admin.createTable(descriptor);
    assertThat(admin.tableExists(T)).isTrue();
    assertThat(admin.isTableEnabled(T)).isTrue();
    assertThat(admin.isTableAvailable(T)).isTrue();
    assertThat(admin.getDescriptor(T)).isEqualTo(descriptor);
    assertThat(admin.listTableNames()).containsExactly(T);
    assertThat(admin.listTableDescriptors()).containsExactly(descriptor);
    assertThat(admin.listTableNames(Pattern.compile("default:t"))).containsExactly(T);
    assertThat(admin.listTableNames(Pattern.compile("x.*"))).isEmpty();
    assertThat(admin.listTableNames(Pattern.compile(".*"), true))
        .containsExactlyInAnyOrder(TableName.META_TABLE_NAME, T);
    assertThat(
            admin.getDescriptor(TableName.META_TABLE_NAME).hasColumnFamily(Bytes.toBytes("info")))
        .isTrue();
  }

  @Test
  void createWithSplitsAndRegionListing() throws IOException {
    store.create("t", "f", "c", "a", "b").close();
    List<RegionInfo> regions = admin.getRegions(T);
    assertThat(regions)
        .extracting(r -> Bytes.toString(r.getStartKey()))
        .containsExactly("", "a", "b", "c");
    ServerName server = admin.getClusterMetrics().getMasterName();
    assertThat(admin.getRegions(server)).containsAll(regions);
    assertThat(admin.getRegionServers()).containsExactly(server);
  }

  @Test
  void creatingTwiceOrWrongly() throws IOException {
    store.create("t", "f").close();
    assertThatThrownBy(() -> store.create("t", "f")).isInstanceOf(TableExistsException.class);
    assertThatThrownBy(() -> store.create("none:t", "f"))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(
            () ->
                admin.createTable(
                    TableDescriptorBuilder.newBuilder(TableName.valueOf("x")).build()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("at least one column family");
    assertThatThrownBy(() -> store.create("hbase:meta", "f")).isInstanceOf(IOException.class);
  }

  @Test
  void disableEnableDelete() throws IOException {
    store.create("t", "f").close();
    assertThatThrownBy(() -> admin.enableTable(T)).isInstanceOf(TableNotDisabledException.class);
    assertThatThrownBy(() -> admin.deleteTable(T)).isInstanceOf(TableNotDisabledException.class);
    assertThatThrownBy(() -> admin.truncateTable(T, true))
        .isInstanceOf(TableNotDisabledException.class);
    put("row");
    admin.disableTable(T);
    assertThat(admin.isTableDisabled(T)).isTrue();
    assertThat(admin.isTableEnabled(T)).isFalse();
    assertThat(admin.listTableNamesByState(false)).containsExactly(T);
    assertThat(admin.listTableNamesByState(true)).doesNotContain(TableName.META_TABLE_NAME);
    assertThatThrownBy(() -> admin.disableTable(T)).isInstanceOf(TableNotEnabledException.class);
    admin.enableTable(T);
    assertThat(count()).isEqualTo(1);
    admin.disableTable(T);
    admin.deleteTable(T);
    assertThat(admin.tableExists(T)).isFalse();
    assertThatThrownBy(() -> admin.deleteTable(T)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.disableTable(T)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.enableTable(T)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.truncateTable(T, false))
        .isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.getDescriptor(T)).isInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> admin.isTableEnabled(T)).isInstanceOf(TableNotFoundException.class);
  }

  /** Drops and creates so fast that the timestamps of hbase:meta would be the same. */
  @Test
  void deletedTablesComeBackEmptyAndFindable() throws IOException {
    for (int i = 0; i < 20; i++) {
      store.create("t", "f", "m").close();
      assertThat(admin.getRegions(T)).hasSize(2);
      assertThat(count()).isZero();
      put("row");
      admin.disableTable(T);
      admin.deleteTable(T);
    }
  }

  @Test
  void truncate() throws IOException {
    store.create("t", "f", "m").close();
    put("a", "z");
    admin.disableTable(T);
    admin.truncateTable(T, true);
    assertThat(admin.isTableEnabled(T)).isTrue();
    assertThat(admin.getRegions(T)).hasSize(2);
    assertThat(count()).isZero();
    put("a", "z");
    assertThat(count()).isEqualTo(2);
    admin.disableTable(T);
    admin.truncateTable(T, false);
    assertThat(admin.getRegions(T)).hasSize(1);
    assertThat(count()).isZero();
  }

  @Test
  void familiesComeAndGo() throws IOException {
    store.create("t", "f").close();
    ColumnFamilyDescriptor g = ColumnFamilyDescriptorBuilder.of("g");
    admin.addColumnFamily(T, g);
    assertThat(admin.getDescriptor(T).hasColumnFamily(g.getName())).isTrue();
    assertThatThrownBy(() -> admin.addColumnFamily(T, g))
        .isInstanceOf(InvalidFamilyOperationException.class);
    try (Table table = store.connection().getTable(T)) {
      table.put(new Put(F).addColumn(g.getName(), Q, Q).addColumn(F, Q, Q));
      admin.modifyColumnFamily(
          T, ColumnFamilyDescriptorBuilder.newBuilder(g).setMaxVersions(9).build());
      assertThat(admin.getDescriptor(T).getColumnFamily(g.getName()).getMaxVersions()).isEqualTo(9);
      assertThat(table.get(new Get(F)).size()).isEqualTo(2);
      admin.deleteColumnFamily(T, g.getName());
      assertThat(table.get(new Get(F)).size()).isEqualTo(1);
    }
    assertThatThrownBy(() -> admin.deleteColumnFamily(T, g.getName()))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> admin.modifyColumnFamily(T, g))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> admin.deleteColumnFamily(T, F))
        .isInstanceOf(InvalidFamilyOperationException.class)
        .hasMessageContaining("only column family");
    assertThatThrownBy(() -> admin.addColumnFamily(TableName.valueOf("none"), g))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void modifyTable() throws IOException {
    store.create("t", "f").close();
    TableDescriptor changed =
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(T))
            .setValue("OWNER", "another")
            .build();
    admin.modifyTable(changed);
    assertThat(admin.getDescriptor(T)).isEqualTo(changed);
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    TableDescriptorBuilder.newBuilder(TableName.valueOf("none"))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                        .build()))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void flushAndCompact() throws Exception {
    store.create("t", "f", "m").close();
    put("a", "z");
    admin.flush(T);
    assertThat(storeFiles()).isEqualTo(2);
    put("b", "y");
    for (RegionInfo region : admin.getRegions(T)) {
      admin.flushRegion(region.getRegionName());
    }
    assertThat(storeFiles()).isEqualTo(4);
    admin.majorCompact(T);
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (admin.getCompactionState(T) != CompactionState.NONE && System.nanoTime() < giveUp) {
      Thread.onSpinWait();
    }
    // The state says NONE when the compaction is over, not before it began.
    assertThat(storeFiles()).isEqualTo(2);
    assertThat(admin.getLastMajorCompactionTimestamp(T)).isPositive();
    assertThat(count()).isEqualTo(4);
    admin.compact(T, F);
    admin.compactRegion(admin.getRegions(T).get(0).getRegionName());
    assertThatThrownBy(() -> admin.flush(TableName.valueOf("none")))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void namespaces() throws IOException {
    assertThat(admin.listNamespaces()).containsExactlyInAnyOrder("default", "hbase");
    admin.createNamespace(NamespaceDescriptor.create("ns").addConfiguration("k", "v").build());
    assertThat(admin.getNamespaceDescriptor("ns").getConfigurationValue("k")).isEqualTo("v");
    assertThat(admin.listNamespaceDescriptors()).hasSize(3);
    assertThatThrownBy(() -> admin.createNamespace(NamespaceDescriptor.create("ns").build()))
        .isInstanceOf(NamespaceExistException.class);
    admin.modifyNamespace(NamespaceDescriptor.create("ns").addConfiguration("k", "w").build());
    assertThat(admin.getNamespaceDescriptor("ns").getConfigurationValue("k")).isEqualTo("w");
    store.create("ns:t", "f").close();
    TableName table = TableName.valueOf("ns:t");
    assertThat(admin.listTableNamesByNamespace("ns")).containsExactly(table);
    assertThat(admin.listTableDescriptorsByNamespace(Bytes.toBytes("ns"))).hasSize(1);
    assertThatThrownBy(() -> admin.deleteNamespace("ns"))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("ConstraintException");
    admin.disableTable(table);
    admin.deleteTable(table);
    admin.deleteNamespace("ns");
    assertThatThrownBy(() -> admin.deleteNamespace("ns"))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(() -> admin.getNamespaceDescriptor("ns"))
        .isInstanceOf(NamespaceNotFoundException.class);
    assertThatThrownBy(() -> admin.deleteNamespace("default"))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void clusterMetrics() throws IOException {
    store.create("t", "f", "m").close();
    put("a", "z");
    ClusterMetrics metrics = admin.getClusterMetrics();
    assertThat(metrics.getClusterId()).isNotEmpty();
    assertThat(metrics.getHBaseVersion()).startsWith("2.");
    assertThat(metrics.getDeadServerNames()).isEmpty();
    assertThat(metrics.getRegionStatesInTransition()).isEmpty();
    assertThat(metrics.getRegionCount()).isEqualTo(3);
    assertThat(metrics.getTableRegionStatesCount().get(T).getOpenRegions()).isEqualTo(2);
    ServerMetrics server = metrics.getLiveServerMetrics().get(metrics.getMasterName());
    long writes = 0;
    for (Map.Entry<byte[], RegionMetrics> region : server.getRegionMetrics().entrySet()) {
      if (RegionInfo.getTable(region.getKey()).equals(T)) {
        writes += region.getValue().getWriteRequestCount();
        assertThat(region.getValue().getMemStoreSize().getLongValue()).isPositive();
        assertThat(region.getValue().getStoreCount()).isEqualTo(1);
      }
    }
    assertThat(writes).isEqualTo(2);
    assertThat(admin.getRegionMetrics(metrics.getMasterName(), T)).hasSize(2);
  }

  @Test
  void switches() throws IOException {
    assertThat(admin.isBalancerEnabled()).isTrue();
    assertThat(admin.balancerSwitch(false, true)).isTrue();
    assertThat(admin.isBalancerEnabled()).isFalse();
    assertThat(admin.balance()).isFalse();
    assertThat(admin.normalizerSwitch(false)).isTrue();
    assertThat(admin.isNormalizerEnabled()).isFalse();
    assertThat(admin.normalize()).isFalse();
    assertThat(admin.catalogJanitorSwitch(false)).isTrue();
    assertThat(admin.isCatalogJanitorEnabled()).isFalse();
    assertThat(admin.runCatalogJanitor()).isZero();
    assertThat(admin.splitSwitch(false, true)).isTrue();
    assertThat(admin.isSplitEnabled()).isFalse();
    assertThat(admin.isMergeEnabled()).isTrue();
    assertThat(admin.isMasterInMaintenanceMode()).isFalse();
  }

  @Test
  void emptyLists() throws IOException {
    assertThat(admin.listSnapshots()).isEmpty();
    assertThat(admin.listReplicationPeers()).isEmpty();
    assertThat(admin.listDecommissionedRegionServers()).isEmpty();
    assertThat(admin.getSecurityCapabilities())
        .containsExactly(SecurityCapability.SIMPLE_AUTHENTICATION);
    assertThat(admin.getProcedures()).isEqualTo("[]");
    assertThat(admin.getLocks()).isEqualTo("[]");
  }

  @Test
  void whatHasNoMeaningIsRefusedWithItsReason() throws IOException {
    store.create("t", "f").close();
    refused(
        "there is no access control",
        () ->
            admin.getUserPermissions(
                org.apache.hadoop.hbase.security.access.GetUserPermissionsRequest.newBuilder(T)
                    .build()));
    refused("the store closes when its last connection closes", () -> admin.shutdown());
    refused("there is no replication", () -> admin.enableReplicationPeer("p"));
    RegionInfo region = admin.getRegions(T).get(0);
    refused("there is one server", () -> admin.move(region.getEncodedNameAsBytes()));
  }

  private static void refused(
      String reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is not supported")
        .hasMessageContaining(reason);
  }

  private void put(String... rows) throws IOException {
    try (Table table = store.connection().getTable(T)) {
      List<Put> puts = new ArrayList<>();
      for (String row : rows) {
        puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Q));
      }
      table.put(puts);
    }
  }

  private int count() throws IOException {
    try (Table table = store.connection().getTable(T);
        ResultScanner scanner = table.getScanner(new Scan())) {
      int rows = 0;
      while (scanner.next() != null) {
        rows++;
      }
      return rows;
    }
  }

  private int storeFiles() throws IOException {
    ServerName server = admin.getRegionServers().iterator().next();
    return admin.getRegionMetrics(server, T).stream()
        .mapToInt(RegionMetrics::getStoreFileCount)
        .sum();
  }
}
