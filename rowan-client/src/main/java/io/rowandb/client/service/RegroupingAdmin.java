package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.ProcedureFailure;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MergeTableRegionsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MergeTableRegionsResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SplitTableRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SplitTableRegionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.TruncateRegionRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.TruncateRegionResponse;

/**
 * Splits, merges and truncations of regions that a client asks for. When a call returns, the change
 * is complete and {@code hbase:meta} has the new regions in place of the old: no parent region
 * waits for cleanup. The switches of the master and of the table are obeyed. Safe for many threads;
 * their changes are made one after the other.
 */
final class RegroupingAdmin {
  private final Database database;
  private final TableChanges changes;
  private final MasterSwitches switches;
  private final Procedures procedures;

  RegroupingAdmin(
      Database database, TableChanges changes, MasterSwitches switches, Procedures procedures) {
    this.database = database;
    this.changes = changes;
    this.switches = switches;
    this.procedures = procedures;
  }

  SplitTableRegionResponse split(SplitTableRegionRequest request, RpcCall call) throws IOException {
    RegionInfo region = ProtobufUtil.toRegionInfo(request.getRegionInfo());
    byte[] splitRow = request.hasSplitRow() ? request.getSplitRow().toByteArray() : null;
    String failed = "Split region " + region.getRegionNameAsString() + " failed ";
    if (!switches.splitOn()) {
      throw new DoNotRetryIOException(failed + "due to split switch off");
    }
    if (region.isMetaRegion()) {
      throw new DoNotRetryIOException(region.getEncodedName() + " NOT splittable");
    }
    TableName table = DescriptorAdapter.engine(region.getTable());
    if (!enabled(table).isSplitEnabled()) {
      throw new DoNotRetryIOException(failed + "as region split is disabled for the table");
    }
    change(table, name -> database.splitRegion(region.getEncodedName(), splitRow));
    return SplitTableRegionResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  /** Regions that are no neighbours are not merged by force either: their rows would overlap. */
  MergeTableRegionsResponse merge(MergeTableRegionsRequest request, RpcCall call)
      throws IOException {
    List<String> names = new ArrayList<>();
    for (RegionSpecifier region : request.getRegionList()) {
      names.add(region.getValue().toStringUtf8());
    }
    TableName table = tableOf(names);
    String failed = "Merge of " + names + " failed ";
    if (!switches.mergeOn()) {
      throw new DoNotRetryIOException(failed + "because merge switch is off");
    }
    if (!enabled(table).isMergeEnabled()) {
      throw new DoNotRetryIOException(failed + "as region merge is disabled for the table");
    }
    change(table, name -> database.mergeRegions(names));
    return MergeTableRegionsResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  TruncateRegionResponse truncate(TruncateRegionRequest request, RpcCall call) throws IOException {
    RegionInfo region = ProtobufUtil.toRegionInfo(request.getRegionInfo());
    if (region.isMetaRegion()) {
      throw new ProcedureFailure(
          new DoNotRetryIOException("Can't truncate region in catalog tables"));
    }
    if (region.getReplicaId() != RegionInfo.DEFAULT_REPLICA_ID) {
      throw new ProcedureFailure(
          new DoNotRetryIOException(
              "Can't truncate replicas directly. Replicas are auto-truncated when their primary is"
                  + " truncated."));
    }
    TableName table = DescriptorAdapter.engine(region.getTable());
    TableDescriptor descriptor = enabled(table);
    assert descriptor.getTableName().equals(region.getTable());
    change(table, name -> database.truncateRegion(region.getEncodedName()));
    return TruncateRegionResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  private void change(TableName table, TableChanges.Change change) throws IOException {
    try {
      changes.apply(table, change);
    } catch (RefusedException e) {
      // To a request for rows this would mean: look again. Here nobody would find it.
      throw e.reason() == Reason.REGION_CLOSED ? new UnknownRegionException(e.getMessage()) : e;
    }
  }

  /** The descriptor of a table that serves. */
  private TableDescriptor enabled(TableName table) throws IOException {
    TableView view = database.table(table);
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(table);
    }
    if (!view.enabled()) {
      throw new TableNotEnabledException(table.fullName());
    }
    return DescriptorAdapter.hbase(view.descriptor());
  }

  /** The table of the first region; that all are there, and of one table, the engine finds out. */
  private TableName tableOf(List<String> names) throws UnknownRegionException {
    for (TableName table : database.tableNames()) {
      TableView view = database.table(table);
      if (view != null && hasRegion(view, names.get(0))) {
        return table;
      }
    }
    throw new UnknownRegionException(names.get(0));
  }

  private static boolean hasRegion(TableView view, String encodedName) {
    for (Region region : view.regions()) {
      if (region.info().encodedName().equals(encodedName)) {
        return true;
      }
    }
    return false;
  }
}
