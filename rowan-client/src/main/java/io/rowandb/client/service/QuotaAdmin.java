package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.client.quota.QuotaRows;
import io.rowandb.client.quota.Quotas;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsRpcThrottleEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsRpcThrottleEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetQuotaRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetQuotaResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SwitchRpcThrottleRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SwitchRpcThrottleResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.Throttle;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.ThrottleRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * Changes of quotas: rows of {@code hbase:quota} in HBase's format, from which HBase's client reads
 * them. A quota is in force and durable when its call returns. Changes are made one at a time.
 */
final class QuotaAdmin {
  /** The one name of a region server that HBase takes: its quota counts for each of them. */
  private static final String ALL_SERVERS = "all";

  // Fixed at construction.
  private final Database database;
  private final TableChanges changes;
  private final boolean enabled;

  QuotaAdmin(Database database, TableChanges changes, ServiceLimits limits) {
    this.database = database;
    this.changes = changes;
    this.enabled = limits.quotas();
  }

  /** {@code MasterService.SetQuota}. */
  synchronized SetQuotaResponse set(SetQuotaRequest request, RpcCall call) throws IOException {
    if (!enabled) {
      throw unsupported("quota support disabled");
    }
    QuotaRows.Place place = place(request);
    if (database.table(QuotaRows.TABLE) == null) {
      changes.apply(
          QuotaRows.TABLE, name -> database.createTable(QuotaRows.descriptor(), List.of()));
    }
    QuotaProtos.Quotas.Builder quotas = QuotaRows.read(database, place).toBuilder();
    if (request.getRemoveAll()) {
      quotas.clear();
    } else {
      merge(request, quotas);
    }
    QuotaRows.write(database, place, quotas.build());
    Quotas.load(database);
    return SetQuotaResponse.getDefaultInstance();
  }

  /** {@code MasterService.SwitchRpcThrottle}. */
  synchronized SwitchRpcThrottleResponse setThrottling(
      SwitchRpcThrottleRequest request, RpcCall call) throws IOException {
    boolean before = database.setSwitch(Quotas.SWITCH, request.getRpcThrottleEnabled());
    Quotas.load(database);
    return SwitchRpcThrottleResponse.newBuilder().setPreviousRpcThrottleEnabled(before).build();
  }

  /** {@code MasterService.IsRpcThrottleEnabled}. */
  IsRpcThrottleEnabledResponse throttling(IsRpcThrottleEnabledRequest request, RpcCall call) {
    return IsRpcThrottleEnabledResponse.newBuilder()
        .setRpcThrottleEnabled(database.isSwitchOn(Quotas.SWITCH))
        .build();
  }

  private static QuotaRows.Place place(SetQuotaRequest request) throws DoNotRetryIOException {
    if (request.hasUserGroup()) {
      throw unsupported("there are no groups of users");
    }
    if (request.hasSpaceLimit()) {
      throw unsupported("space quotas are not built: the disk is the limit");
    }
    if (request.hasUserName()) {
      return placeOfUser(request);
    }
    if (request.hasTableName()) {
      return QuotaRows.ofTable(table(request));
    }
    if (request.hasNamespace()) {
      return QuotaRows.ofNamespace(request.getNamespace());
    }
    if (!request.hasRegionServer()) {
      throw unsupported("a user, a table, a namespace or region server must be specified");
    }
    if (!request.getRegionServer().equals(ALL_SERVERS)) {
      throw unsupported("only \"" + ALL_SERVERS + "\" region servers can have a quota");
    }
    return QuotaRows.ofServers(request.getRegionServer());
  }

  private static QuotaRows.Place placeOfUser(SetQuotaRequest request) {
    String user = request.getUserName();
    if (request.hasTableName()) {
      return QuotaRows.ofUser(user, table(request));
    }
    return request.hasNamespace()
        ? QuotaRows.ofUser(user, request.getNamespace())
        : QuotaRows.ofUser(user);
  }

  private static TableName table(SetQuotaRequest request) {
    return DescriptorAdapter.engine(ProtobufUtil.toTableName(request.getTableName()));
  }

  private static void merge(SetQuotaRequest request, QuotaProtos.Quotas.Builder quotas)
      throws DoNotRetryIOException {
    if (request.hasBypassGlobals()) {
      quotas.setBypassGlobals(request.getBypassGlobals());
    }
    if (!request.hasThrottle()) {
      return;
    }
    ThrottleRequest change = request.getThrottle();
    Throttle.Builder throttle = quotas.getThrottle().toBuilder();
    if (!change.hasType()) {
      throttle.clear();
    } else {
      String field =
          switch (change.getType()) {
            case REQUEST_NUMBER -> "req_num";
            case REQUEST_SIZE -> "req_size";
            case WRITE_NUMBER -> "write_num";
            case WRITE_SIZE -> "write_size";
            case READ_NUMBER -> "read_num";
            case READ_SIZE -> "read_size";
            default ->
                throw unsupported(
                    change.getType() + " is not built: limit the number or the size of requests");
          };
      set(throttle, field, change);
    }
    quotas.setThrottle(throttle);
    if (throttle.getAllFields().isEmpty()) {
      quotas.clearThrottle();
    }
  }

  private static void set(Message.Builder throttle, String field, ThrottleRequest change)
      throws DoNotRetryIOException {
    var descriptor = Throttle.getDescriptor().findFieldByName(field);
    if (!change.hasTimedQuota()) {
      throttle.clearField(descriptor);
      return;
    }
    long limit = change.getTimedQuota().getSoftLimit();
    if (limit < 1) {
      throw unsupported("The throttle limit must be greater than 0, got " + limit);
    }
    throttle.setField(descriptor, change.getTimedQuota());
  }

  private static DoNotRetryIOException unsupported(String reason) {
    return new DoNotRetryIOException(reason, new UnsupportedOperationException(reason));
  }
}
