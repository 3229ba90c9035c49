package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterStatus;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BalanceRequest;
import org.apache.hadoop.hbase.client.BalanceResponse;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.MasterSwitchType;
import org.apache.hadoop.hbase.client.NormalizeTableFilterParams;
import org.apache.hadoop.hbase.client.security.SecurityCapability;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Admin and AsyncAdmin: what a master is asked that is not about one table. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has no master")
class MasterCallTest extends ConformanceTest {
  private AsyncConnection async;
  private AsyncAdmin its;

  @BeforeEach
  void openAsync() throws IOException {
    async = backend.openAsync();
    its = async.getAdmin();
  }

  @AfterEach
  void closeAsync() throws IOException {
    async.close();
  }

  private ServerName server() throws IOException {
    return admin.getRegionServers().iterator().next();
  }

  @Test
  @SuppressWarnings("deprecation") // HBase 1's names of the same switches.
  void f112_formerNamesOfTheSwitches() throws IOException {
    assertThat(admin.setBalancerRunning(false, true)).isTrue();
    assertThat(admin.isBalancerEnabled()).isFalse();
    assertThat(admin.setBalancerRunning(true, true)).isFalse();
    boolean normalizer = admin.setNormalizerRunning(true);
    assertThat(admin.isNormalizerEnabled()).isTrue();
    admin.setNormalizerRunning(normalizer);
    assertThat(admin.enableCatalogJanitor(false)).isTrue();
    assertThat(admin.enableCatalogJanitor(true)).isFalse();
    assertThat(
            admin.setSplitOrMergeEnabled(
                false, true, MasterSwitchType.SPLIT, MasterSwitchType.MERGE))
        .containsExactly(true, true);
    assertThat(admin.isSplitOrMergeEnabled(MasterSwitchType.SPLIT)).isFalse();
    assertThat(admin.isSplitOrMergeEnabled(MasterSwitchType.MERGE)).isFalse();
    assertThat(admin.setSplitOrMergeEnabled(true, true, MasterSwitchType.MERGE))
        .containsExactly(false);
    assertThat(admin.isSplitOrMergeEnabled(MasterSwitchType.SPLIT)).isFalse();
    admin.setSplitOrMergeEnabled(true, true, MasterSwitchType.SPLIT);
    assertThat(admin.isSplitEnabled()).isTrue();
  }

  @Test
  void f112_switchesOfTheAsynchronousAdmin() {
    assertThat(its.balancerSwitch(false).join()).isTrue();
    assertThat(its.isBalancerEnabled().join()).isFalse();
    assertThat(its.balancerSwitch(true, true).join()).isFalse();
    assertThat(its.normalizerSwitch(true).join()).isNotNull();
    assertThat(its.isNormalizerEnabled().join()).isTrue();
    assertThat(its.catalogJanitorSwitch(false).join()).isTrue();
    assertThat(its.isCatalogJanitorEnabled().join()).isFalse();
    assertThat(its.catalogJanitorSwitch(true).join()).isFalse();
    assertThat(its.splitSwitch(false).join()).isTrue();
    assertThat(its.splitSwitch(true, true).join()).isFalse();
    assertThat(its.mergeSwitch(false, true).join()).isTrue();
    assertThat(its.isMergeEnabled().join()).isFalse();
    assertThat(its.mergeSwitch(true).join()).isFalse();
    assertThat(its.snapshotCleanupSwitch(false, true).join()).isTrue();
    assertThat(its.isSnapshotCleanupEnabled().join()).isFalse();
    assertThat(its.snapshotCleanupSwitch(true, true).join()).isFalse();
    assertThat(its.switchRpcThrottle(false).join()).isTrue();
    assertThat(its.isRpcThrottleEnabled().join()).isFalse();
    assertThat(its.switchRpcThrottle(true).join()).isFalse();
    assertThat(its.isMasterInMaintenanceMode().join()).isFalse();
  }

  @Test
  void compactionsAreSwitched() throws IOException {
    Map<ServerName, Boolean> before = admin.compactionSwitch(false, List.of());
    assertThat(before).containsExactly(Map.entry(server(), true));
    assertThat(admin.compactionSwitch(true, List.of(server().getServerName())))
        .containsExactly(Map.entry(server(), false));
    assertThat(its.compactionSwitch(true, List.of()).join())
        .containsExactly(Map.entry(server(), true));
  }

  @Test
  @SuppressWarnings("deprecation") // balancer is HBase 1's name of balance.
  void f113_oneServerIsBalanced() throws IOException {
    assertThat(admin.balance()).isTrue();
    assertThat(admin.balance(true)).isTrue();
    assertThat(admin.balancer()).isTrue();
    assertThat(admin.balancer(true)).isTrue();
    assertThat(its.balance().join()).isTrue();
    assertThat(its.balance(true).join()).isTrue();
    BalanceResponse dry = admin.balance(BalanceRequest.newBuilder().setDryRun(true).build());
    assertThat(dry.isBalancerRan()).isTrue();
    assertThat(dry.getMovesExecuted()).isZero();
    assertThat(its.balance(BalanceRequest.defaultInstance()).join().getMovesCalculated()).isZero();
    admin.balancerSwitch(false, true);
    assertThat(admin.balance()).isFalse();
    admin.balancerSwitch(true, true);
  }

  @Test
  void normalizing() throws IOException {
    create("f");
    boolean before = admin.normalizerSwitch(true);
    assertThat(admin.normalize()).isTrue();
    assertThat(
            admin.normalize(
                new NormalizeTableFilterParams.Builder().tableNames(List.of(name)).build()))
        .isTrue();
    assertThat(its.normalize().join()).isTrue();
    assertThat(its.normalize(new NormalizeTableFilterParams.Builder().build()).join()).isTrue();
    admin.normalizerSwitch(false);
    assertThat(admin.normalize()).isFalse();
    admin.normalizerSwitch(before);
    assertThat(admin.getRegions(name)).hasSize(1);
  }

  @Test
  @SuppressWarnings("deprecation") // runCatalogScan is HBase 1's name of runCatalogJanitor.
  void theJanitorHasNothingToClean() throws IOException {
    assertThat(admin.runCatalogJanitor()).isNotNegative();
    assertThat(admin.runCatalogScan()).isNotNegative();
    assertThat(its.runCatalogJanitor().join()).isNotNegative();
  }

  @Test
  @SuppressWarnings("deprecation") // setCleanerChoreRunning is HBase 1's name of the switch.
  void theCleanerRunsWhenItIsAskedTo() throws IOException {
    assertThat(admin.cleanerChoreSwitch(true)).isTrue();
    assertThat(admin.isCleanerChoreEnabled()).isTrue();
    // Whether it is done depends on what else the cluster is deleting.
    assertThatCode(() -> admin.runCleanerChore()).doesNotThrowAnyException();
    assertThat(its.cleanerChoreSwitch(false).join()).isTrue();
    assertThat(its.isCleanerChoreEnabled().join()).isFalse();
    assertThat(its.runCleanerChore().join()).as("also when it is switched off").isNotNull();
    assertThat(admin.setCleanerChoreRunning(true)).isFalse();
  }

  @Test
  @SuppressWarnings("deprecation") // Aborting procedures.
  void proceduresAndLocks() throws Exception {
    create("f");
    assertThat(admin.getProcedures()).startsWith("[").endsWith("]");
    assertThat(admin.getLocks()).startsWith("[").endsWith("]");
    assertThat(its.getProcedures().join()).startsWith("[");
    assertThat(its.getLocks().join()).startsWith("[");
    assertThat(admin.abortProcedureAsync(987_654_321, true).get(1, TimeUnit.MINUTES)).isFalse();
    assertThat(its.abortProcedure(987_654_321, true).join()).isFalse();
  }

  @Test
  @SuppressWarnings("deprecation") // Waiting for the abortion is HBase 1's.
  void theFormerWayToAbortAProcedure() throws IOException {
    assertThat(admin.abortProcedure(987_654_321, false)).isFalse();
  }

  @Test
  @SuppressWarnings("deprecation") // execProcedureWithRet is HBase 1's name.
  void theProcedureThatFlushes() throws IOException {
    create("f");
    write("f:q@1=a");
    String flush = "flush-table-proc";
    String table = name.getNameAsString();
    assertThat(admin.isProcedureFinished(flush, table, Map.of())).isFalse();
    admin.execProcedure(flush, table, Map.of());
    assertThat(admin.isProcedureFinished(flush, table, Map.of())).isTrue();
    write("f:q@2=b");
    its.execProcedure(flush, table, Map.of()).join();
    assertThat(its.isProcedureFinished(flush, table, Map.of()).join()).isTrue();
    assertThat(read()).isEqualTo("f:q@2=b");
    assertThat(admin.execProcedureWithReturn(flush, table, Map.of())).isNull();
    assertThat(admin.execProcedureWithRet(flush, table, Map.of())).isNull();
    assertThat(its.execProcedureWithReturn(flush, table, Map.of()).join()).isNull();
    assertThat(admin.execProcedureWithReturn("online-snapshot", table, Map.of("table", table)))
        .isNull();
    assertThat(admin.listSnapshots(Pattern.compile(table))).isEmpty();
    assertThat(
            Refusals.of(
                () -> admin.execProcedure("none", table, Map.of()),
                () -> its.execProcedure("none", table, Map.of()).join()))
        .containsExactly("DoNotRetryIOException", "DoNotRetryIOException");
  }

  @Test
  @SuppressWarnings("deprecation") // ClusterStatus and names of coprocessors are HBase 1's.
  void theMasterTellsOfItself() throws IOException {
    assertThat(admin.getMasterInfoPort()).isLessThanOrEqualTo(0);
    assertThat(its.getMasterInfoPort().join()).isEqualTo(admin.getMasterInfoPort());
    assertThat(admin.getSecurityCapabilities())
        .containsExactly(SecurityCapability.SIMPLE_AUTHENTICATION);
    assertThat(its.getSecurityCapabilities().join()).isEqualTo(admin.getSecurityCapabilities());
    assertThat(admin.getMasterCoprocessorNames())
        .containsExactly(admin.getMasterCoprocessors())
        .isEqualTo(its.getMasterCoprocessorNames().join());
    assertThat(admin.isMasterInMaintenanceMode()).isFalse();
    ClusterStatus status = admin.getClusterStatus();
    assertThat(status.getServersSize()).isEqualTo(1);
    assertThat(status.getClusterId()).isEqualTo(connection.getClusterId());
    assertThat(status.getMaster()).isEqualTo(admin.getMaster());
    assertThat(status.getBalancerOn()).isTrue();
  }

  @Test
  void theServers() throws IOException {
    assertThat(admin.getRegionServers(true)).containsExactly(server());
    assertThat(admin.getRegionServers(false)).containsExactly(server());
    assertThat(its.getRegionServers(true).join()).containsExactly(server());
    assertThat(its.getBackupMasters().join()).isEmpty();
    assertThat(its.listDeadServers().join()).isEmpty();
    assertThat(its.clearDeadServers(List.of()).join()).isEmpty();
    assertThat(admin.listUnknownServers()).isEmpty();
    assertThat(its.listUnknownServers().join()).isEmpty();
    assertThat(its.listDecommissionedRegionServers().join()).isEmpty();
    admin.rollWALWriter(server());
    its.rollWALWriter(server()).join();
  }

  @Test
  void theRepairs() throws Exception {
    ServerName master = admin.getMaster();
    try (Hbck hbck = connection.getHbck();
        Hbck masters = connection.getHbck(master);
        Hbck asked = async.getHbck().get(1, TimeUnit.MINUTES);
        Hbck askedMasters = async.getHbck(master)) {
      for (Hbck each : List.of(hbck, masters, asked, askedMasters)) {
        assertThat(each.isAborted()).isFalse();
      }
      assertThat(
              Refusals.of(
                  () -> hbck.abort("a test"), () -> hbck.abort("a test", new IOException("x"))))
          .containsExactly("RuntimeException", "RuntimeException");
    }
  }

  @Test
  void theShapeOfTheFigures() throws IOException {
    create("f");
    write("f:q@1=a");
    ClusterMetrics all = its.getClusterMetrics(EnumSet.allOf(ClusterMetrics.Option.class)).join();
    assertThat(all.getHBaseVersion()).isNotEmpty();
    assertThat(all.getBalancerOn()).isTrue();
    assertThat(all.getRegionStatesInTransition()).isEmpty();
    assertThat(all.getServersName()).containsExactly(server());
    assertThat(all.getAverageLoad()).isPositive();
    assertThat(all.getRequestCount()).isNotNegative();
    assertThat(all.getTableRegionStatesCount()).containsKey(name);
    assertThat(all.getTableRegionStatesCount().get(name).getOpenRegions()).isEqualTo(1);
    assertThat(all.getTableRegionStatesCount().get(name).getTotalRegions()).isEqualTo(1);
    ServerMetrics server = all.getLiveServerMetrics().get(server());
    assertThat(server.getServerName()).isEqualTo(server());
    assertThat(server.getMaxHeapSize().getLongValue()).isPositive();
    assertThat(server.getLastReportTimestamp()).isPositive();
    assertThat(server.getReplicationLoadSourceList()).isEmpty();
    ClusterMetrics part = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
    assertThat(part.getLiveServerMetrics()).hasSize(1);
    assertThat(part.getClusterId()).isNull();
    assertThat(part.getMasterName()).isNull();
    assertThat(part.getHBaseVersion()).isNull();
    assertThat(part.getBalancerOn()).isNull();
  }
}
