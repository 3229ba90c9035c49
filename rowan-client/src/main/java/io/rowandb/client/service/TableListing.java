package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.WantedTables;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetSchemaAlterStatusRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetSchemaAlterStatusResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableDescriptorsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableDescriptorsResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableNamesRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableNamesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableStateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetTableStateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableDescriptorsByNamespaceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableDescriptorsByNamespaceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableDescriptorsByStateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableDescriptorsByStateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableNamesByNamespaceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableNamesByNamespaceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableNamesByStateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListTableNamesByStateResponse;

/**
 * Lists and describes tables from the catalogue. Stateless, safe for many threads. A list is
 * consistent only if no table changes meanwhile.
 */
final class TableListing {
  private final Database database;

  TableListing(Database database) {
    this.database = database;
  }

  GetTableNamesResponse names(GetTableNamesRequest request, RpcCall call) throws IOException {
    GetTableNamesResponse.Builder response = GetTableNamesResponse.newBuilder();
    String namespace = request.hasNamespace() ? request.getNamespace() : null;
    String regex = request.hasRegex() ? request.getRegex() : null;
    tables(namespace, regex, request.getIncludeSysTables())
        .forEach(view -> response.addTableNames(name(view)));
    return response.build();
  }

  GetTableDescriptorsResponse descriptors(GetTableDescriptorsRequest request, RpcCall call)
      throws IOException {
    GetTableDescriptorsResponse.Builder response = GetTableDescriptorsResponse.newBuilder();
    if (request.getTableNamesCount() > 0) {
      for (HBaseProtos.TableName name : request.getTableNamesList()) {
        TableView view = database.table(DescriptorAdapter.engine(ProtobufUtil.toTableName(name)));
        if (view != null) {
          response.addTableSchema(schema(view));
        }
      }
      return response.build();
    }
    String namespace = request.hasNamespace() ? request.getNamespace() : null;
    String regex = request.hasRegex() ? request.getRegex() : null;
    tables(namespace, regex, request.getIncludeSysTables())
        .forEach(view -> response.addTableSchema(schema(view)));
    return response.build();
  }

  ListTableNamesByNamespaceResponse namesIn(ListTableNamesByNamespaceRequest request, RpcCall call)
      throws IOException {
    ListTableNamesByNamespaceResponse.Builder response =
        ListTableNamesByNamespaceResponse.newBuilder();
    tables(request.getNamespaceName(), null, true)
        .forEach(view -> response.addTableName(name(view)));
    return response.build();
  }

  ListTableDescriptorsByNamespaceResponse descriptorsIn(
      ListTableDescriptorsByNamespaceRequest request, RpcCall call) throws IOException {
    ListTableDescriptorsByNamespaceResponse.Builder response =
        ListTableDescriptorsByNamespaceResponse.newBuilder();
    tables(request.getNamespaceName(), null, true)
        .forEach(view -> response.addTableSchema(schema(view)));
    return response.build();
  }

  ListTableNamesByStateResponse namesByState(ListTableNamesByStateRequest request, RpcCall call)
      throws IOException {
    ListTableNamesByStateResponse.Builder response = ListTableNamesByStateResponse.newBuilder();
    for (TableView view : tables(null, null, false)) {
      if (view.enabled() == request.getIsEnabled()) {
        response.addTableNames(name(view));
      }
    }
    return response.build();
  }

  ListTableDescriptorsByStateResponse descriptorsByState(
      ListTableDescriptorsByStateRequest request, RpcCall call) throws IOException {
    ListTableDescriptorsByStateResponse.Builder response =
        ListTableDescriptorsByStateResponse.newBuilder();
    for (TableView view : tables(null, null, false)) {
      if (view.enabled() == request.getIsEnabled()) {
        response.addTableSchema(schema(view));
      }
    }
    return response.build();
  }

  GetTableStateResponse state(GetTableStateRequest request, RpcCall call) throws IOException {
    org.apache.hadoop.hbase.TableName name = ProtobufUtil.toTableName(request.getTableName());
    TableState.State state =
        view(name).enabled() ? TableState.State.ENABLED : TableState.State.DISABLED;
    return GetTableStateResponse.newBuilder()
        .setTableState(new TableState(name, state).convert())
        .build();
  }

  /** A change is in all regions when its call returns: none is yet to be updated. */
  GetSchemaAlterStatusResponse alterStatus(GetSchemaAlterStatusRequest request, RpcCall call)
      throws IOException {
    int regions = view(ProtobufUtil.toTableName(request.getTableName())).regions().size();
    return GetSchemaAlterStatusResponse.newBuilder()
        .setYetToUpdateRegions(0)
        .setTotalRegions(regions)
        .build();
  }

  /** The table as it is now. */
  TableView view(org.apache.hadoop.hbase.TableName name) throws IOException {
    TableView view = database.table(DescriptorAdapter.engine(name));
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(DescriptorAdapter.engine(name));
    }
    return view;
  }

  private List<TableView> tables(String namespace, String regex, boolean includeSystem)
      throws IOException {
    return WantedTables.of(database, namespace, regex, includeSystem);
  }

  private static HBaseProtos.TableName name(TableView view) {
    return ProtobufUtil.toProtoTableName(DescriptorAdapter.hbase(view.descriptor().name()));
  }

  private static HBaseProtos.TableSchema schema(TableView view) {
    return ProtobufUtil.toTableSchema(DescriptorAdapter.hbase(view.descriptor()));
  }
}
