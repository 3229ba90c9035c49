package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/** Admin: servers, regions, flushes, compactions, switches and figures. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has no servers and no files")
class AdminServerTest extends ConformanceTest {
  private RegionMetrics metrics() throws IOException {
    ServerName server = admin.getRegionServers().iterator().next();
    return admin.getRegionMetrics(server, name).get(0);
  }

  @Test
  void thereIsOneServerWithAllRegions() throws IOException {
    createSplit(List.of("m"), family("f"));
    assertThat(admin.getRegionServers()).hasSize(1);
    ServerName server = admin.getRegionServers().iterator().next();
    assertThat(admin.getRegions(server)).extracting(RegionInfo::getTable).contains(name);
    assertThat(admin.getRegionMetrics(server, name)).hasSize(2);
    assertThat(admin.getMaster()).isNotNull();
    assertThat(admin.getBackupMasters()).isEmpty();
  }

  @Test
  void theClustersFigures() throws IOException {
    create("f");
    ClusterMetrics metrics = admin.getClusterMetrics();
    assertThat(metrics.getLiveServerMetrics()).hasSize(1);
    assertThat(metrics.getDeadServerNames()).isEmpty();
    assertThat(metrics.getRegionCount()).isPositive();
    assertThat(metrics.getClusterId()).isEqualTo(connection.getClusterId());
    assertThat(metrics.getMasterName()).isEqualTo(admin.getMaster());
    ClusterMetrics part = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID));
    assertThat(part.getClusterId()).isEqualTo(metrics.getClusterId());
  }

  @Test
  void f66_everyFlushMakesAFile() throws IOException {
    create("f");
    for (int i = 1; i <= 3; i++) {
      table.put(put("r" + i, "f:q@1=" + i));
      admin.flush(name);
      assertThat(metrics().getStoreFileCount()).isEqualTo(i);
    }
    assertThat(metrics().getMemStoreSize().getLongValue()).isZero();
    assertThat(metrics().getStoreCount()).isEqualTo(1);
  }

  @Test
  void f68_f84_majorCompactionMakesOneFileOfAll() throws IOException {
    create("f");
    for (int i = 1; i <= 2; i++) {
      table.put(put("r" + i, "f:q@1=" + i));
      flush();
    }
    backend.majorCompact(name);
    assertThat(metrics().getStoreFileCount()).isEqualTo(1);
    assertThat(keys(new Scan())).isEqualTo("r1 r2");
  }

  @Test
  void flushingARegionOrAFamily() throws IOException {
    createSplit(List.of("m"), family("f"), family("g"));
    table.put(put("a", "f:q@1=1", "g:q@1=1"));
    for (RegionInfo region : admin.getRegions(name)) {
      admin.flushRegion(region.getRegionName());
      admin.flushRegion(region.getEncodedNameAsBytes(), F);
    }
    admin.flush(name, F);
    assertThat(keys(new Scan())).isEqualTo("a");
    assertThatThrownBy(() -> admin.flush(TableName.valueOf("conformance_none")))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void compactionsAreAskedForAndEnd() throws Exception {
    create("f", "g");
    write("f:q@1=a", "g:q@1=b");
    admin.flush(name);
    admin.compact(name);
    admin.compact(name, F);
    admin.majorCompact(name);
    admin.majorCompact(name, G);
    RegionInfo region = admin.getRegions(name).get(0);
    admin.compactRegion(region.getRegionName());
    admin.majorCompactRegion(region.getRegionName());
    admin.majorCompactRegion(region.getRegionName(), F);
    assertThat(admin.getCompactionState(name)).isIn((Object[]) CompactionState.values());
    assertThat(admin.getCompactionStateForRegion(region.getRegionName()))
        .isIn((Object[]) CompactionState.values());
    assertThat(read()).isEqualTo("f:q@1=a g:q@1=b");
  }

  @Test
  void aNewTableHasNoMajorCompaction() throws IOException {
    create("f");
    assertThat(admin.getLastMajorCompactionTimestamp(name)).isZero();
    RegionInfo region = admin.getRegions(name).get(0);
    assertThat(admin.getLastMajorCompactionTimestampForRegion(region.getRegionName())).isZero();
  }

  @Test
  void f112_switchesTellTheirFormerState() throws IOException {
    boolean balancer = admin.balancerSwitch(false, true);
    assertThat(admin.isBalancerEnabled()).isFalse();
    assertThat(admin.balancerSwitch(balancer, true)).isFalse();
    boolean split = admin.splitSwitch(false, true);
    assertThat(admin.isSplitEnabled()).isFalse();
    admin.splitSwitch(split, true);
    boolean merge = admin.mergeSwitch(false, true);
    assertThat(admin.isMergeEnabled()).isFalse();
    admin.mergeSwitch(merge, true);
    boolean normalizer = admin.normalizerSwitch(false);
    assertThat(admin.isNormalizerEnabled()).isFalse();
    admin.normalizerSwitch(normalizer);
    boolean janitor = admin.catalogJanitorSwitch(false);
    assertThat(admin.isCatalogJanitorEnabled()).isFalse();
    admin.catalogJanitorSwitch(janitor);
    assertThat(admin.isMasterInMaintenanceMode()).isFalse();
  }

  @Test
  void f95_theBlockCacheOfATableIsCleared() throws IOException {
    create("f");
    write("f:q@1=a");
    flush();
    assertThat(read()).isEqualTo("f:q@1=a");
    assertThat(admin.clearBlockCache(name).getExceptionCount()).isZero();
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void futuresOfChangesEnd() throws Exception {
    admin
        .createTableAsync(descriptor(name, family("f")), new byte[][] {bytes("m")})
        .get(1, TimeUnit.MINUTES);
    admin.addColumnFamilyAsync(name, family("g").build()).get(1, TimeUnit.MINUTES);
    admin.modifyColumnFamilyAsync(name, family("g", 3).build()).get(1, TimeUnit.MINUTES);
    admin.deleteColumnFamilyAsync(name, F).get(1, TimeUnit.MINUTES);
    admin.modifyTableAsync(descriptor(name, family("g", 4))).get(1, TimeUnit.MINUTES);
    assertThat(admin.getDescriptor(name).getColumnFamily(G).getMaxVersions()).isEqualTo(4);
    admin.disableTableAsync(name).get(1, TimeUnit.MINUTES);
    admin.truncateTableAsync(name, true).get(1, TimeUnit.MINUTES);
    assertThat(admin.getRegions(name)).hasSize(2);
    admin.disableTableAsync(name).get(1, TimeUnit.MINUTES);
    admin.enableTableAsync(name).get(1, TimeUnit.MINUTES);
    admin.disableTableAsync(name).get(1, TimeUnit.MINUTES);
    admin.deleteTableAsync(name).get(1, TimeUnit.MINUTES);
    assertThat(admin.tableExists(name)).isFalse();
  }

  @Test
  void aSchemaIsCloned() throws IOException {
    createSplit(List.of("m"), family("f", 6));
    table.put(put("r", "f:q@1=a"));
    TableName copy = TableName.valueOf(name.getNameAsString() + "_copy");
    admin.cloneTableSchema(name, copy, true);
    assertThat(admin.getDescriptor(copy).getColumnFamily(F).getMaxVersions()).isEqualTo(6);
    assertThat(admin.getRegions(copy)).hasSize(2);
    try (var table = connection.getTable(copy)) {
      assertThat(table.exists(get())).isFalse();
    }
    assertThatThrownBy(() -> admin.cloneTableSchema(name, copy, false))
        .isInstanceOf(TableExistsException.class);
    drop(copy);
  }

  @Test
  void tablesAreListedByState() throws IOException {
    create("f");
    assertThat(admin.listTableNamesByState(true)).contains(name);
    admin.disableTable(name);
    assertThat(admin.listTableNamesByState(true)).doesNotContain(name);
    assertThat(admin.listTableNamesByState(false)).contains(name);
    assertThat(admin.listTableDescriptorsByState(false))
        .extracting(each -> each.getTableName())
        .contains(name);
  }

  @Test
  void whatIsNotThereIsListedAsEmpty() throws IOException {
    assertThat(admin.listReplicationPeers()).isEmpty();
    assertThat(admin.listDecommissionedRegionServers()).isEmpty();
    assertThat(admin.listDeadServers()).isEmpty();
    assertThat(admin.clearDeadServers(List.of())).isEmpty();
  }

  @Test
  void operationTimeouts() {
    assertThat(admin.getOperationTimeout()).isPositive();
    assertThat(admin.getSyncWaitTimeout()).isPositive();
  }
}
