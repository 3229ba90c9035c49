package io.rowandb.client.service;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearCompactionQueuesRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearCompactionQueuesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearRegionBlockCacheRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.ClearRegionBlockCacheResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactionSwitchRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactionSwitchResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetStoreFileRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetStoreFileResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.RollWALWriterRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.RollWALWriterResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionExceptionMessage;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;

/**
 * Operations on the one server: its log, block cache, compactions and files. Stateless, safe for
 * many threads.
 */
final class ServerAdmin {
  /** HBase has two queues of compactions; here both names mean the one there is. */
  private static final Set<String> COMPACTION_QUEUES = Set.of("long", "short");

  private final Database database;
  private final RegionDirectory regions;

  ServerAdmin(Database database, RegionDirectory regions) {
    this.database = database;
    this.regions = regions;
  }

  /** {@code AdminService.RollWALWriter}. */
  RollWALWriterResponse rollLog(RollWALWriterRequest request, RpcCall call) throws IOException {
    database.upkeep().rollLog();
    return RollWALWriterResponse.getDefaultInstance();
  }

  /** {@code AdminService.CompactionSwitch}. */
  CompactionSwitchResponse switchCompactions(CompactionSwitchRequest request, RpcCall call)
      throws IOException {
    return CompactionSwitchResponse.newBuilder()
        .setPrevState(database.upkeep().switchCompactions(request.getEnabled()))
        .build();
  }

  /** {@code AdminService.ClearCompactionQueues}. */
  ClearCompactionQueuesResponse clearCompactions(ClearCompactionQueuesRequest request, RpcCall call)
      throws IOException {
    for (String queue : request.getQueueNameList()) {
      if (!COMPACTION_QUEUES.contains(queue)) {
        throw new IOException("Unknown queue name " + queue);
      }
    }
    if (request.getQueueNameCount() > 0) {
      database.upkeep().dropWaitingCompactions();
    }
    return ClearCompactionQueuesResponse.getDefaultInstance();
  }

  /** {@code AdminService.ClearRegionBlockCache}. A region that fails is part of the answer. */
  ClearRegionBlockCacheResponse clearBlocks(ClearRegionBlockCacheRequest request, RpcCall call) {
    HBaseProtos.CacheEvictionStats.Builder stats = HBaseProtos.CacheEvictionStats.newBuilder();
    long evicted = 0;
    for (RegionSpecifier region : request.getRegionList()) {
      try {
        Target target = regions.find(region);
        if (!target.table().equals(MetaTable.NAME)) {
          evicted += database.upkeep().evictBlocks(target.region().info().encodedName());
        }
      } catch (IOException e) {
        stats.addException(
            RegionExceptionMessage.newBuilder()
                .setRegion(region)
                .setException(ResponseConverter.buildException(ExceptionAdapter.translate(e))));
      }
    }
    return ClearRegionBlockCacheResponse.newBuilder()
        .setStats(
            stats
                .setEvictedBlocks(evicted)
                .setMaxCacheSize(database.options().blockCache().maxBytes()))
        .build();
  }

  /** {@code AdminService.GetStoreFile}. */
  GetStoreFileResponse storeFiles(GetStoreFileRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion());
    if (target.table().equals(MetaTable.NAME)) {
      return GetStoreFileResponse.getDefaultInstance(); // it lives in memory
    }
    Map<String, List<Path>> files =
        database.upkeep().storeFiles(target.region().info().encodedName());
    List<String> families = new ArrayList<>();
    if (request.getFamilyCount() == 0) {
      families.addAll(files.keySet());
    }
    for (int i = 0; i < request.getFamilyCount(); i++) {
      String family = request.getFamily(i).toStringUtf8();
      expectFamily(target, family);
      families.add(family);
    }
    GetStoreFileResponse.Builder response = GetStoreFileResponse.newBuilder();
    for (String family : families) {
      files.getOrDefault(family, List.of()).forEach(it -> response.addStoreFile(it.toString()));
    }
    return response.build();
  }

  private void expectFamily(Target target, String family) throws NoSuchColumnFamilyException {
    var view = database.table(target.table());
    if (view != null
        && view.descriptor().families().stream().noneMatch(it -> it.name().equals(family))) {
      throw new NoSuchColumnFamilyException(
          "Column family " + family + " does not exist in " + target.table());
    }
  }
}
