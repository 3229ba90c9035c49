package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RegionInfo;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.CompactRegionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.FlushRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.FlushRegionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetOnlineRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetOnlineRegionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionInfoRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionInfoResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.GetRegionInfoResponse.CompactionState;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MajorCompactionTimestampForRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MajorCompactionTimestampRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MajorCompactionTimestampResponse;
import org.apache.hadoop.hbase.util.Bytes;

/** Queries and operations on single regions. Stateless, safe for many threads. */
final class RegionAdmin {
  /** The start key of the region that stands for a table's files of large values. */
  private static final byte[] LARGE_VALUES = Bytes.toBytes(".mob");

  private final Database database;
  private final RegionDirectory regions;

  RegionAdmin(Database database, RegionDirectory regions) {
    this.database = database;
    this.regions = regions;
  }

  GetRegionInfoResponse info(GetRegionInfoRequest request, RpcCall call) throws IOException {
    Optional<org.apache.hadoop.hbase.client.RegionInfo> large = largeValues(request);
    if (large.isPresent()) {
      // There are no such files, so none of them is ever compacted.
      return GetRegionInfoResponse.newBuilder()
          .setRegionInfo(ProtobufUtil.toRegionInfo(large.get()))
          .setCompactionState(CompactionState.NONE)
          .build();
    }
    Target target = regions.find(request.getRegion());
    boolean whole =
        !target.table().equals(MetaTable.NAME) && target.region().stats().references() == 0;
    GetRegionInfoResponse.Builder response =
        GetRegionInfoResponse.newBuilder()
            .setRegionInfo(ProtobufUtil.toRegionInfo(target.info()))
            .setSplittable(whole)
            .setMergeable(whole);
    if (request.getCompactionState()) {
      response.setCompactionState(compactionState(target));
    }
    return response.build();
  }

  /** The region by whose name a client asks for a table's files of large values (MOB). */
  private static Optional<org.apache.hadoop.hbase.client.RegionInfo> largeValues(
      GetRegionInfoRequest request) {
    byte[] name = request.getRegion().getValue().toByteArray();
    if (Bytes.indexOf(name, (byte) HConstants.DELIMITER) < 1) {
      return Optional.empty();
    }
    org.apache.hadoop.hbase.client.RegionInfo large =
        RegionInfoBuilder.newBuilder(org.apache.hadoop.hbase.client.RegionInfo.getTable(name))
            .setStartKey(LARGE_VALUES)
            .setRegionId(0)
            .build();
    return Optional.of(large).filter(region -> Arrays.equals(region.getRegionName(), name));
  }

  private CompactionState compactionState(Target target) throws IOException {
    return target.table().equals(MetaTable.NAME)
        ? CompactionState.NONE
        : compactionState(database, target.region().info());
  }

  /** Which compactions of a region wait or run. */
  static CompactionState compactionState(Database database, RegionInfo region) throws IOException {
    boolean major = database.upkeep().isCompacting(region.encodedName(), true);
    boolean minor = database.upkeep().isCompacting(region.encodedName(), false);
    if (major) {
      return minor ? CompactionState.MAJOR_AND_MINOR : CompactionState.MAJOR;
    }
    return minor ? CompactionState.MINOR : CompactionState.NONE;
  }

  GetOnlineRegionResponse online(GetOnlineRegionRequest request, RpcCall call) {
    GetOnlineRegionResponse.Builder response = GetOnlineRegionResponse.newBuilder();
    response.addRegionInfo(ProtobufUtil.toRegionInfo(RegionInfoBuilder.FIRST_META_REGIONINFO));
    for (TableName table : database.tableNames()) {
      TableView view = database.table(table);
      if (view != null && view.enabled()) {
        view.regions()
            .forEach(
                region ->
                    response.addRegionInfo(
                        ProtobufUtil.toRegionInfo(DescriptorAdapter.hbase(region.info()))));
      }
    }
    return response.build();
  }

  /** All families of the region are flushed, also when one was named. */
  FlushRegionResponse flush(FlushRegionRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion());
    boolean onDisk = !target.table().equals(MetaTable.NAME);
    if (onDisk) {
      database.upkeep().flushRegion(target.region().info().encodedName());
    }
    return FlushRegionResponse.newBuilder()
        .setLastFlushTime(database.options().clock().millis())
        .setFlushed(onDisk)
        .build();
  }

  CompactRegionResponse compact(CompactRegionRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion());
    if (!target.table().equals(MetaTable.NAME)) {
      String family = request.hasFamily() ? request.getFamily().toStringUtf8() : null;
      database
          .upkeep()
          .requestCompaction(target.region().info().encodedName(), family, request.getMajor());
    }
    return CompactRegionResponse.getDefaultInstance();
  }

  /** The oldest among the regions online; 0 when one was never compacted. */
  MajorCompactionTimestampResponse lastMajorCompaction(
      MajorCompactionTimestampRequest request, RpcCall call) throws IOException {
    TableView view =
        database.table(DescriptorAdapter.engine(ProtobufUtil.toTableName(request.getTableName())));
    long oldest = Long.MAX_VALUE;
    if (view != null && view.enabled()) {
      for (var region : view.regions()) {
        oldest = Math.min(oldest, region.stats().lastMajorCompactionMillis());
      }
    }
    return timestamp(oldest == Long.MAX_VALUE ? 0 : oldest);
  }

  /** 0 also for a region that there is not. */
  MajorCompactionTimestampResponse lastMajorCompactionOfRegion(
      MajorCompactionTimestampForRegionRequest request, RpcCall call) throws IOException {
    byte[] name = request.getRegion().getValue().toByteArray();
    for (TableName table : database.tableNames()) {
      TableView view = database.table(table);
      if (view != null && view.enabled()) {
        for (var region : view.regions()) {
          if (Arrays.equals(DescriptorAdapter.hbase(region.info()).getRegionName(), name)) {
            return timestamp(region.stats().lastMajorCompactionMillis());
          }
        }
      }
    }
    return timestamp(0);
  }

  private static MajorCompactionTimestampResponse timestamp(long millis) {
    return MajorCompactionTimestampResponse.newBuilder().setCompactionTimestamp(millis).build();
  }
}
