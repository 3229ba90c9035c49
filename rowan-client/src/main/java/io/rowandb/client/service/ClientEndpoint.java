package io.rowandb.client.service;

import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;

/** {@code ClientService}: the rows of tables. */
final class ClientEndpoint {
  /** Why endpoints and other code of the user's in the server are refused. */
  static final String NO_COPROCESSORS =
      "coprocessors other than MultiRowMutationEndpoint are not built yet";

  private ClientEndpoint() {}

  static RpcService create(
      RegionDirectory regions, ScannerLeases leases, Nonces nonces, ServiceLimits limits) {
    RowService rows = new RowService(regions, nonces);
    EndpointService endpoints = new EndpointService(regions, nonces, limits.multiRowMutations());
    MultiService multi = new MultiService(regions, rows, endpoints);
    ScanService scans = new ScanService(regions, leases, limits);
    return RpcService.of(ClientService.getDescriptor())
        .on("Get", ClientProtos.GetRequest.class, rows::get)
        .on("Mutate", ClientProtos.MutateRequest.class, rows::mutate)
        .on("Multi", ClientProtos.MultiRequest.class, multi::multi)
        .on("Scan", ClientProtos.ScanRequest.class, scans::scan)
        .refuse(
            "bulk loading of HFiles is not built yet",
            "BulkLoadHFile",
            "PrepareBulkLoad",
            "CleanupBulkLoad")
        .on("ExecService", CoprocessorServiceRequest.class, endpoints::execute)
        .refuse(NO_COPROCESSORS, "ExecRegionServerService")
        .build();
  }
}
