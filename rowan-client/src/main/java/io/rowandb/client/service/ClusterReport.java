package io.rowandb.client.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterIdProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.ClusterStatus;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.LiveServerInfo;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.Option;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.RegionLoad;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.RegionStatesCount;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.ServerLoad;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.StoreSequenceId;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.TableRegionStatesCount;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FSProtos.HBaseVersionFileContent;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetClusterStatusRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetClusterStatusResponse;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FieldDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * The answers of {@code getClusterMetrics} and {@code getRegionMetrics}: the engine's own figures,
 * in HBase's units. A figure that the engine does not have is omitted.
 *
 * <p>Safe for many threads.
 */
final class ClusterReport {
  private static final long KILOBYTE = 1024;
  private static final long MEGABYTE = 1024 * KILOBYTE;

  // Fixed at construction.
  private final Database database;
  private final ServerName server;
  private final MasterSwitches switches;
  private final long startMillis;

  // For the requests per second between two reports.
  @GuardedBy("this")
  private long lastRequests;

  @GuardedBy("this")
  private long lastMillis;

  ClusterReport(Database database, ServerName server, MasterSwitches switches) {
    this.database = database;
    this.server = server;
    this.switches = switches;
    this.startMillis = database.options().clock().millis();
    this.lastMillis = startMillis;
  }

  /** {@code MasterService.GetClusterStatus}. */
  GetClusterStatusResponse status(GetClusterStatusRequest request, RpcCall call)
      throws IOException {
    Set<Option> wanted =
        request.getOptionsCount() == 0
            ? EnumSet.allOf(Option.class)
            : EnumSet.copyOf(request.getOptionsList());
    ClusterStatus.Builder status = ClusterStatus.newBuilder();
    for (Option option : wanted) {
      add(option, status);
    }
    return GetClusterStatusResponse.newBuilder().setClusterStatus(status).build();
  }

  /** The figures of all regions of {@code table}; null for those of all tables. */
  List<RegionLoad> regionLoads(TableName table) throws IOException {
    List<RegionLoad> loads = new ArrayList<>();
    List<TableName> tables = new ArrayList<>();
    if (table == null) {
      tables.add(MetaTable.NAME);
      tables.addAll(database.tableNames());
    } else {
      tables.add(table);
    }
    for (TableName each : tables) {
      TableView view = database.table(each);
      if (view != null && view.enabled()) {
        for (Region region : view.regions()) {
          try {
            loads.add(load(each, view, region));
          } catch (RefusedException e) {
            // Closed since the view was taken: not one of the regions online any more.
          }
        }
      }
    }
    return loads;
  }

  private void add(Option option, ClusterStatus.Builder status) throws IOException {
    switch (option) {
      case HBASE_VERSION ->
          status.setHbaseVersion(
              HBaseVersionFileContent.newBuilder().setVersion(VersionInfo.getVersion()));
      case CLUSTER_ID ->
          status.setClusterId(ClusterIdProtos.ClusterId.newBuilder().setClusterId(database.id()));
      case LIVE_SERVERS ->
          status.addLiveServers(
              LiveServerInfo.newBuilder().setServer(serverName()).setServerLoad(serverLoad()));
      case MASTER -> status.setMaster(serverName());
      case BALANCER_ON -> status.setBalancerOn(switches.balancerOn());
      case SERVERS_NAME -> status.addServersName(serverName());
      case TABLE_TO_REGIONS_COUNT -> addRegionCounts(status);
      case DEAD_SERVERS,
          BACKUP_MASTERS,
          MASTER_COPROCESSORS,
          REGIONS_IN_TRANSITION,
          MASTER_INFO_PORT,
          TASKS,
          UNKNOWN_SERVERS -> {
        // One process has none of these: the empty lists are the answer.
      }
    }
  }

  private void addRegionCounts(ClusterStatus.Builder status) {
    List<TableName> tables = new ArrayList<>(database.tableNames());
    tables.add(MetaTable.NAME);
    for (TableName table : tables) {
      TableView view = database.table(table);
      if (view != null) {
        int regions = view.regions().size();
        status.addTableRegionStatesCount(
            TableRegionStatesCount.newBuilder()
                .setTableName(
                    ProtobufUtil.toProtoTableName(
                        org.apache.hadoop.hbase.TableName.valueOf(table.fullName())))
                .setRegionStatesCount(
                    RegionStatesCount.newBuilder()
                        .setOpenRegions(view.enabled() ? regions : 0)
                        .setClosedRegions(view.enabled() ? 0 : regions)
                        .setSplitRegions(0)
                        .setRegionsInTransition(0)
                        .setTotalRegions(regions)));
      }
    }
  }

  private ServerLoad serverLoad() throws IOException {
    List<RegionLoad> loads = regionLoads(null);
    long requests = 0;
    for (RegionLoad load : loads) {
      requests += load.getReadRequestsCount() + load.getWriteRequestsCount();
    }
    long now = database.options().clock().millis();
    Runtime runtime = Runtime.getRuntime();
    return ServerLoad.newBuilder()
        .setNumberOfRequests(requestsPerSecond(requests, now))
        .setTotalNumberOfRequests(requests)
        .setUsedHeapMB(megabytes(runtime.totalMemory() - runtime.freeMemory()))
        .setMaxHeapMB(megabytes(runtime.maxMemory()))
        .setReportStartTime(startMillis)
        .setReportEndTime(now)
        .addAllRegionLoads(loads)
        .build();
  }

  private synchronized long requestsPerSecond(long requests, long now) {
    long millis = Math.max(1, now - lastMillis);
    // Dropped tables take their counts with them.
    long perSecond = Math.max(0, requests - lastRequests) * 1000 / millis;
    lastRequests = requests;
    lastMillis = now;
    return perSecond;
  }

  private RegionLoad load(TableName table, TableView view, Region region) throws IOException {
    RegionStats stats = region.stats();
    byte[] name =
        table.equals(MetaTable.NAME)
            ? RegionInfoBuilder.FIRST_META_REGIONINFO.getRegionName()
            : region.info().name();
    RegionLoad.Builder load = RegionLoad.newBuilder();
    if (!table.equals(MetaTable.NAME)) {
      database
          .flushedSequences(region.info())
          .forEach(
              (family, sequence) ->
                  load.addStoreCompleteSequenceId(
                      StoreSequenceId.newBuilder()
                          .setFamilyName(ByteString.copyFromUtf8(family))
                          .setSequenceId(sequence)));
      String state = RegionAdmin.compactionState(database, region.info()).name();
      load.setCompactionState(RegionLoad.CompactionState.valueOf(state));
    }
    FieldDescriptor regionSize = RegionLoad.getDescriptor().findFieldByName("region_size_MB");
    if (regionSize != null) { // HBase 2.5 does not have it
      Message.Builder any = load; // the class has other methods in other versions
      any.setField(regionSize, megabytes(stats.storeFileBytes()));
    }
    return load.setRegionSpecifier(
            RequestConverter.buildRegionSpecifier(RegionSpecifierType.REGION_NAME, name))
        .setStores(view.descriptor().families().size())
        .setStorefiles(stats.storeFiles())
        .setStorefileSizeMB(megabytes(stats.storeFileBytes()))
        .setStoreUncompressedSizeMB(megabytes(stats.uncompressedBytes()))
        .setStorefileIndexSizeKB(kilobytes(stats.rootIndexBytes()))
        .setRootIndexSizeKB(kilobytes(stats.rootIndexBytes()))
        .setTotalStaticIndexSizeKB(kilobytes(stats.indexBytes()))
        .setTotalStaticBloomSizeKB(kilobytes(stats.bloomBytes()))
        .setMemStoreSizeMB(megabytes(stats.memStoreBytes()))
        .setReadRequestsCount(stats.readRequests())
        .setFilteredReadRequestsCount(stats.filteredRows())
        .setWriteRequestsCount(stats.writeRequests())
        .setLastMajorCompactionTs(stats.lastMajorCompactionMillis())
        .setCompleteSequenceId(stats.maxSequence())
        .setDataLocality(1.0f)
        .build();
  }

  private HBaseProtos.ServerName serverName() {
    return ProtobufUtil.toServerName(server);
  }

  private static int megabytes(long bytes) {
    return rounded(bytes, MEGABYTE);
  }

  private static int kilobytes(long bytes) {
    return rounded(bytes, KILOBYTE);
  }

  /** As HBase rounds: down, but something is at least 1. */
  private static int rounded(long bytes, long unit) {
    if (bytes > 0 && bytes < unit) {
      return 1;
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes / unit);
  }
}
