package io.rowandb.client.service;

import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ClearDeadServersResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetLocksResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetProceduresResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsInMaintenanceModeResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsMasterRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListDecommissionedRegionServersResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SecurityCapabilitiesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SecurityCapabilitiesResponse.Capability;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ReplicationProtos.ListReplicationPeersRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ReplicationProtos.ListReplicationPeersResponse;

/**
 * {@code MasterService}: tables, snapshots, namespaces and the state of the cluster. Listing things
 * that do not exist here (peers, dead servers, running procedures) gives an empty list; making one
 * is refused. Methods that some HBase versions lack are looked up by name before any of their
 * message classes is touched.
 */
final class MasterEndpoint {
  private MasterEndpoint() {}

  /** The parts that answer. */
  record Parts(
      TableAdmin tables,
      TableListing listing,
      NamespaceAdmin namespaces,
      SnapshotAdmin snapshots,
      QuotaAdmin quotas,
      RegionAdmin regions,
      RegroupingAdmin regrouping,
      ClusterReport report,
      MasterSwitches switches,
      Procedures procedures) {}

  static RpcService create(Parts parts) {
    RpcService.Builder service = RpcService.of(MasterService.getDescriptor());
    addTables(service, parts.tables());
    addListing(service, parts.listing());
    addNamespaces(service, parts.namespaces());
    addSnapshots(service, parts.snapshots());
    addQuotas(service, parts.quotas());
    addRegrouping(service, parts.regrouping());
    addSwitches(service, parts.switches());
    addProcedures(
        service, parts.procedures(), new NamedProcedures(parts.tables(), parts.snapshots()));
    addState(service, parts);
    addEmptyLists(service);
    refuse(service);
    return service.build();
  }

  private static void addTables(RpcService.Builder service, TableAdmin tables) {
    service
        .on("CreateTable", MasterProtos.CreateTableRequest.class, tables::create)
        .on("DeleteTable", MasterProtos.DeleteTableRequest.class, tables::delete)
        .on("truncateTable", MasterProtos.TruncateTableRequest.class, tables::truncate)
        .on("EnableTable", MasterProtos.EnableTableRequest.class, tables::enable)
        .on("DisableTable", MasterProtos.DisableTableRequest.class, tables::disable)
        .on("ModifyTable", MasterProtos.ModifyTableRequest.class, tables::modify)
        .on("AddColumn", MasterProtos.AddColumnRequest.class, tables::addFamily)
        .on("ModifyColumn", MasterProtos.ModifyColumnRequest.class, tables::modifyFamily)
        .on("DeleteColumn", MasterProtos.DeleteColumnRequest.class, tables::deleteFamily);
    if (service.has("FlushTable")) {
      service.on("FlushTable", MasterProtos.FlushTableRequest.class, tables::flush);
    }
  }

  private static void addListing(RpcService.Builder service, TableListing tables) {
    service
        .on("GetTableNames", MasterProtos.GetTableNamesRequest.class, tables::names)
        .on(
            "GetTableDescriptors",
            MasterProtos.GetTableDescriptorsRequest.class,
            tables::descriptors)
        .on(
            "ListTableNamesByNamespace",
            MasterProtos.ListTableNamesByNamespaceRequest.class,
            tables::namesIn)
        .on(
            "ListTableDescriptorsByNamespace",
            MasterProtos.ListTableDescriptorsByNamespaceRequest.class,
            tables::descriptorsIn)
        .on("GetTableState", MasterProtos.GetTableStateRequest.class, tables::state)
        .on(
            "GetSchemaAlterStatus",
            MasterProtos.GetSchemaAlterStatusRequest.class,
            tables::alterStatus);
    if (service.has("ListTableNamesByState")) {
      service
          .on(
              "ListTableNamesByState",
              MasterProtos.ListTableNamesByStateRequest.class,
              tables::namesByState)
          .on(
              "ListTableDescriptorsByState",
              MasterProtos.ListTableDescriptorsByStateRequest.class,
              tables::descriptorsByState);
    }
  }

  private static void addNamespaces(RpcService.Builder service, NamespaceAdmin namespaces) {
    service
        .on("CreateNamespace", MasterProtos.CreateNamespaceRequest.class, namespaces::create)
        .on("ModifyNamespace", MasterProtos.ModifyNamespaceRequest.class, namespaces::modify)
        .on("DeleteNamespace", MasterProtos.DeleteNamespaceRequest.class, namespaces::delete)
        .on(
            "GetNamespaceDescriptor",
            MasterProtos.GetNamespaceDescriptorRequest.class,
            namespaces::get)
        .on("ListNamespaces", MasterProtos.ListNamespacesRequest.class, namespaces::names)
        .on(
            "ListNamespaceDescriptors",
            MasterProtos.ListNamespaceDescriptorsRequest.class,
            namespaces::descriptors);
  }

  private static void addSnapshots(RpcService.Builder service, SnapshotAdmin snapshots) {
    service
        .on("Snapshot", MasterProtos.SnapshotRequest.class, snapshots::take)
        .on("IsSnapshotDone", MasterProtos.IsSnapshotDoneRequest.class, snapshots::isDone)
        .on("DeleteSnapshot", MasterProtos.DeleteSnapshotRequest.class, snapshots::delete)
        .on(
            "GetCompletedSnapshots",
            MasterProtos.GetCompletedSnapshotsRequest.class,
            snapshots::list)
        .on("RestoreSnapshot", MasterProtos.RestoreSnapshotRequest.class, snapshots::restore);
  }

  private static void addQuotas(RpcService.Builder service, QuotaAdmin quotas) {
    service
        .on("SetQuota", MasterProtos.SetQuotaRequest.class, quotas::set)
        .on("SwitchRpcThrottle", MasterProtos.SwitchRpcThrottleRequest.class, quotas::setThrottling)
        .on(
            "IsRpcThrottleEnabled",
            MasterProtos.IsRpcThrottleEnabledRequest.class,
            quotas::throttling);
  }

  private static void addRegrouping(RpcService.Builder service, RegroupingAdmin regrouping) {
    service
        .on("SplitRegion", MasterProtos.SplitTableRegionRequest.class, regrouping::split)
        .on("MergeTableRegions", MasterProtos.MergeTableRegionsRequest.class, regrouping::merge);
    if (service.has("TruncateRegion")) {
      service.on("TruncateRegion", MasterProtos.TruncateRegionRequest.class, regrouping::truncate);
    }
  }

  private static void addSwitches(RpcService.Builder service, MasterSwitches switches) {
    service
        .on("Balance", MasterProtos.BalanceRequest.class, switches::balance)
        .on(
            "SetBalancerRunning",
            MasterProtos.SetBalancerRunningRequest.class,
            switches::setBalancer)
        .on("IsBalancerEnabled", MasterProtos.IsBalancerEnabledRequest.class, switches::balancer)
        .on("Normalize", MasterProtos.NormalizeRequest.class, switches::normalize)
        .on(
            "SetNormalizerRunning",
            MasterProtos.SetNormalizerRunningRequest.class,
            switches::setNormalizer)
        .on(
            "IsNormalizerEnabled",
            MasterProtos.IsNormalizerEnabledRequest.class,
            switches::normalizer)
        .on("RunCleanerChore", MasterProtos.RunCleanerChoreRequest.class, switches::runCleaner)
        .on(
            "SetCleanerChoreRunning",
            MasterProtos.SetCleanerChoreRunningRequest.class,
            switches::setCleaner)
        .on(
            "IsCleanerChoreEnabled",
            MasterProtos.IsCleanerChoreEnabledRequest.class,
            switches::cleaner)
        .on("RunCatalogScan", MasterProtos.RunCatalogScanRequest.class, switches::runCatalogScan)
        .on(
            "EnableCatalogJanitor",
            MasterProtos.EnableCatalogJanitorRequest.class,
            switches::setCatalogJanitor)
        .on(
            "IsCatalogJanitorEnabled",
            MasterProtos.IsCatalogJanitorEnabledRequest.class,
            switches::catalogJanitor)
        .on(
            "SetSplitOrMergeEnabled",
            MasterProtos.SetSplitOrMergeEnabledRequest.class,
            switches::setSplitOrMerge)
        .on(
            "IsSplitOrMergeEnabled",
            MasterProtos.IsSplitOrMergeEnabledRequest.class,
            switches::splitOrMerge)
        .on(
            "SwitchSnapshotCleanup",
            MasterProtos.SetSnapshotCleanupRequest.class,
            switches::setSnapshotCleanup)
        .on(
            "IsSnapshotCleanupEnabled",
            MasterProtos.IsSnapshotCleanupEnabledRequest.class,
            switches::snapshotCleanup);
  }

  private static void addProcedures(
      RpcService.Builder service, Procedures procedures, NamedProcedures named) {
    service
        .on("getProcedureResult", MasterProtos.GetProcedureResultRequest.class, procedures::result)
        .on("AbortProcedure", MasterProtos.AbortProcedureRequest.class, procedures::abort)
        .on("ExecProcedure", MasterProtos.ExecProcedureRequest.class, named::execute)
        .on(
            "ExecProcedureWithRet",
            MasterProtos.ExecProcedureRequest.class,
            named::executeForAnswer)
        .on("IsProcedureDone", MasterProtos.IsProcedureDoneRequest.class, named::isDone);
  }

  private static void addState(RpcService.Builder service, Parts parts) {
    service
        .on("GetClusterStatus", MasterProtos.GetClusterStatusRequest.class, parts.report()::status)
        .on(
            "IsMasterRunning",
            MasterProtos.IsMasterRunningRequest.class,
            (request, call) ->
                IsMasterRunningResponse.newBuilder().setIsMasterRunning(true).build())
        .on(
            "IsMasterInMaintenanceMode",
            MasterProtos.IsInMaintenanceModeRequest.class,
            (request, call) ->
                IsInMaintenanceModeResponse.newBuilder().setInMaintenanceMode(false).build())
        .on(
            "getLastMajorCompactionTimestamp",
            MasterProtos.MajorCompactionTimestampRequest.class,
            parts.regions()::lastMajorCompaction)
        .on(
            "getLastMajorCompactionTimestampForRegion",
            MasterProtos.MajorCompactionTimestampForRegionRequest.class,
            parts.regions()::lastMajorCompactionOfRegion);
  }

  private static void addEmptyLists(RpcService.Builder service) {
    service
        .on(
            "GetProcedures",
            MasterProtos.GetProceduresRequest.class,
            (request, call) -> GetProceduresResponse.getDefaultInstance())
        .on(
            "GetLocks",
            MasterProtos.GetLocksRequest.class,
            (request, call) -> GetLocksResponse.getDefaultInstance())
        .on(
            "ListReplicationPeers",
            ListReplicationPeersRequest.class,
            (request, call) -> ListReplicationPeersResponse.getDefaultInstance())
        .on(
            "ListDecommissionedRegionServers",
            MasterProtos.ListDecommissionedRegionServersRequest.class,
            (request, call) -> ListDecommissionedRegionServersResponse.getDefaultInstance())
        .on(
            "ClearDeadServers",
            MasterProtos.ClearDeadServersRequest.class,
            (request, call) ->
                ClearDeadServersResponse.newBuilder()
                    .addAllServerName(request.getServerNameList())
                    .build())
        .on(
            "getSecurityCapabilities",
            MasterProtos.SecurityCapabilitiesRequest.class,
            (request, call) ->
                SecurityCapabilitiesResponse.newBuilder()
                    .addCapabilities(Capability.SIMPLE_AUTHENTICATION)
                    .build());
  }

  private static void refuse(RpcService.Builder service) {
    service
        .refuse(
            "there is one server, and regions are opened and closed with their table",
            "MoveRegion",
            "AssignRegion",
            "UnassignRegion",
            "OfflineRegion",
            "DecommissionRegionServers",
            "RecommissionRegionServer")
        .refuse("the store closes when its last connection closes", "Shutdown", "StopMaster")
        .refuse(Coprocessors.NOT_BUILT, "ExecMasterService")
        .refuse(
            "space quotas are not built: the disk is the limit",
            "GetSpaceQuotaRegionSizes",
            "GetQuotaStates")
        .refuse("with one server nobody's share of a quota is unused", "SwitchExceedThrottleQuota")
        .refuse(
            "there is no replication",
            "AddReplicationPeer",
            "RemoveReplicationPeer",
            "EnableReplicationPeer",
            "DisableReplicationPeer",
            "GetReplicationPeerConfig",
            "UpdateReplicationPeerConfig",
            "IsReplicationPeerEnabled",
            "ReplicationPeerModificationSwitch",
            "GetReplicationPeerModificationProcedures",
            "IsReplicationPeerModificationEnabled",
            "TransitReplicationPeerSyncReplicationState")
        .refuse(
            "there is one server, hence no groups of servers",
            "GetRSGroupInfo",
            "GetRSGroupInfoOfTable",
            "GetRSGroupInfoOfServer",
            "AddRSGroup",
            "RemoveRSGroup",
            "BalanceRSGroup",
            "ListRSGroupInfos",
            "MoveServers",
            "RemoveServers",
            "ListTablesInRSGroup",
            "GetConfiguredNamespacesAndTablesInRSGroup",
            "RenameRSGroup",
            "UpdateRSGroupConfig")
        .refuse(
            "there is no access control: whoever opens the store may do everything",
            "Grant",
            "Revoke",
            "GetUserPermissions",
            "HasUserPermissions")
        .refuse("balancer decisions and slow calls are not recorded", "GetLogEntries")
        .refuse(
            "live files are listed in the manifest, never found by a tracker",
            "ModifyTableStoreFileTracker",
            "ModifyColumnStoreFileTracker")
        .refuse("there is no store of the master's own", "FlushMasterStore");
  }
}
