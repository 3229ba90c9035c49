package io.rowandb.client.service;

import io.rowandb.engine.Database;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.ClientMetaService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetActiveMasterRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetActiveMasterResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetBootstrapNodesRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetBootstrapNodesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetClusterIdRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetClusterIdResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMastersRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMastersResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMastersResponseEntry;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMetaRegionLocationsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMetaRegionLocationsResponse;

/**
 * {@code ClientMetaService}: the first questions of a client. Master, region server and bootstrap
 * node are all the same server.
 */
final class RegistryEndpoint {
  private RegistryEndpoint() {}

  @SuppressWarnings("deprecation") // GetMasters is how clients before 2.5 look for the master.
  static RpcService create(Database database, ServerName server) {
    HBaseProtos.ServerName name = ProtobufUtil.toServerName(server);
    HBaseProtos.RegionLocation meta =
        ProtobufUtil.toRegionLocation(
            new HRegionLocation(RegionInfoBuilder.FIRST_META_REGIONINFO, server));
    return RpcService.of(ClientMetaService.getDescriptor())
        .on(
            "GetClusterId",
            GetClusterIdRequest.class,
            (request, call) ->
                GetClusterIdResponse.newBuilder().setClusterId(database.id()).build())
        .on(
            "GetActiveMaster",
            GetActiveMasterRequest.class,
            (request, call) -> GetActiveMasterResponse.newBuilder().setServerName(name).build())
        .on(
            "GetMasters",
            GetMastersRequest.class,
            (request, call) ->
                GetMastersResponse.newBuilder()
                    .addMasterServers(
                        GetMastersResponseEntry.newBuilder().setServerName(name).setIsActive(true))
                    .build())
        .on(
            "GetMetaRegionLocations",
            GetMetaRegionLocationsRequest.class,
            (request, call) ->
                GetMetaRegionLocationsResponse.newBuilder().addMetaLocations(meta).build())
        .on(
            "GetBootstrapNodes",
            GetBootstrapNodesRequest.class,
            (request, call) -> GetBootstrapNodesResponse.newBuilder().addServerName(name).build())
        .build();
  }
}
