package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import java.io.IOException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.CreateNamespaceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.CreateNamespaceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteNamespaceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteNamespaceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetNamespaceDescriptorRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetNamespaceDescriptorResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListNamespaceDescriptorsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListNamespaceDescriptorsResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListNamespacesRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ListNamespacesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyNamespaceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyNamespaceResponse;

/** Namespaces: lists and changes. Stateless, safe for many threads. */
final class NamespaceAdmin {
  private final Database database;
  private final Procedures procedures;

  NamespaceAdmin(Database database, Procedures procedures) {
    this.database = database;
    this.procedures = procedures;
  }

  CreateNamespaceResponse create(CreateNamespaceRequest request, RpcCall call) throws IOException {
    database.createNamespace(engine(request.getNamespaceDescriptor()));
    return CreateNamespaceResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  ModifyNamespaceResponse modify(ModifyNamespaceRequest request, RpcCall call) throws IOException {
    database.modifyNamespace(engine(request.getNamespaceDescriptor()));
    return ModifyNamespaceResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  DeleteNamespaceResponse delete(DeleteNamespaceRequest request, RpcCall call) throws IOException {
    database.deleteNamespace(request.getNamespaceName());
    return DeleteNamespaceResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  GetNamespaceDescriptorResponse get(GetNamespaceDescriptorRequest request, RpcCall call)
      throws IOException {
    for (NamespaceDescriptor each : database.namespaces()) {
      if (each.name().equals(request.getNamespaceName())) {
        return GetNamespaceDescriptorResponse.newBuilder()
            .setNamespaceDescriptor(proto(each))
            .build();
      }
    }
    throw new NamespaceNotFoundException(request.getNamespaceName());
  }

  ListNamespacesResponse names(ListNamespacesRequest request, RpcCall call) {
    ListNamespacesResponse.Builder response = ListNamespacesResponse.newBuilder();
    database.namespaces().forEach(each -> response.addNamespaceName(each.name()));
    return response.build();
  }

  ListNamespaceDescriptorsResponse descriptors(
      ListNamespaceDescriptorsRequest request, RpcCall call) {
    ListNamespaceDescriptorsResponse.Builder response =
        ListNamespaceDescriptorsResponse.newBuilder();
    database.namespaces().forEach(each -> response.addNamespaceDescriptor(proto(each)));
    return response.build();
  }

  private static NamespaceDescriptor engine(HBaseProtos.NamespaceDescriptor namespace) {
    return DescriptorAdapter.engine(ProtobufUtil.toNamespaceDescriptor(namespace));
  }

  private static HBaseProtos.NamespaceDescriptor proto(NamespaceDescriptor namespace) {
    return ProtobufUtil.toProtoNamespaceDescriptor(DescriptorAdapter.hbase(namespace));
  }
}
