package io.rowandb.client.service;

import io.rowandb.engine.Database;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;

/** {@code ClientService}: the rows of tables. */
final class ClientEndpoint {
  private ClientEndpoint() {}

  static RpcService create(
      Database database,
      RegionDirectory regions,
      ScannerLeases leases,
      Nonces nonces,
      ServiceLimits limits) {
    RowService rows = new RowService(regions, nonces);
    EndpointService endpoints = new EndpointService(regions, nonces, limits.multiRowMutations());
    MultiService multi = new MultiService(regions, rows, endpoints);
    ScanService scans = new ScanService(regions, leases, limits);
    BulkLoadService bulkLoads = new BulkLoadService(database, regions, limits.verifyBulkLoads());
    return RpcService.of(ClientService.getDescriptor())
        .on("Get", ClientProtos.GetRequest.class, rows::get)
        .on("Mutate", ClientProtos.MutateRequest.class, rows::mutate)
        .on("Multi", ClientProtos.MultiRequest.class, multi::multi)
        .on("Scan", ClientProtos.ScanRequest.class, scans::scan)
        .on("PrepareBulkLoad", ClientProtos.PrepareBulkLoadRequest.class, bulkLoads::prepare)
        .on("BulkLoadHFile", ClientProtos.BulkLoadHFileRequest.class, bulkLoads::load)
        .on("CleanupBulkLoad", ClientProtos.CleanupBulkLoadRequest.class, bulkLoads::cleanup)
        .on("ExecService", CoprocessorServiceRequest.class, endpoints::execute)
        .refuse(Coprocessors.NOT_BUILT, "ExecRegionServerService")
        .build();
  }
}
