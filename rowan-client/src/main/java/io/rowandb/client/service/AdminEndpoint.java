package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.AdminService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearCompactionQueuesRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearRegionBlockCacheRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactionSwitchRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.FlushRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetOnlineRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionInfoRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionLoadRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionLoadResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetServerInfoRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetServerInfoResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetStoreFileRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.RollWALWriterRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ServerInfo;

/** {@code AdminService}: the region server's side of administration. */
final class AdminEndpoint {
  private AdminEndpoint() {}

  static RpcService create(
      RegionAdmin regions, ServerAdmin own, ClusterReport report, ServerName server) {
    return RpcService.of(AdminService.getDescriptor())
        .on("GetRegionInfo", GetRegionInfoRequest.class, regions::info)
        .on("GetOnlineRegion", GetOnlineRegionRequest.class, regions::online)
        .on("FlushRegion", FlushRegionRequest.class, regions::flush)
        .on("CompactRegion", CompactRegionRequest.class, regions::compact)
        .on(
            "GetServerInfo",
            GetServerInfoRequest.class,
            (request, call) ->
                GetServerInfoResponse.newBuilder()
                    .setServerInfo(
                        ServerInfo.newBuilder().setServerName(ProtobufUtil.toServerName(server)))
                    .build())
        .on(
            "GetRegionLoad",
            GetRegionLoadRequest.class,
            (request, call) -> regionLoad(request, report))
        .on("RollWALWriter", RollWALWriterRequest.class, own::rollLog)
        .on("CompactionSwitch", CompactionSwitchRequest.class, own::switchCompactions)
        .on("ClearCompactionQueues", ClearCompactionQueuesRequest.class, own::clearCompactions)
        .on("ClearRegionBlockCache", ClearRegionBlockCacheRequest.class, own::clearBlocks)
        .on("GetStoreFile", GetStoreFileRequest.class, own::storeFiles)
        .refuse(
            "regions are opened and closed with their table",
            "OpenRegion",
            "WarmupRegion",
            "CloseRegion",
            "ExecuteProcedures",
            "UpdateFavoredNodes")
        .refuse("there is no replication", "ReplicateWALEntry", "Replay", "ReplicateToReplica")
        .refuse("space quotas are not built: the disk is the limit", "GetSpaceQuotaSnapshots")
        .refuse("the store closes when its last connection closes", "StopServer")
        .refuse("settings are fixed when the store is opened", "UpdateConfiguration")
        .refuse("the block cache does not know which files it holds whole", "GetCachedFilesList")
        .refuse(
            "slow calls are not recorded",
            "GetSlowLogResponses",
            "GetLargeLogResponses",
            "ClearSlowLogsResponses",
            "GetLogEntries")
        .build();
  }

  private static GetRegionLoadResponse regionLoad(
      GetRegionLoadRequest request, ClusterReport report) throws IOException {
    TableName table =
        request.hasTableName()
            ? DescriptorAdapter.engine(ProtobufUtil.toTableName(request.getTableName()))
            : null;
    return GetRegionLoadResponse.newBuilder().addAllRegionLoads(report.regionLoads(table)).build();
  }
}
