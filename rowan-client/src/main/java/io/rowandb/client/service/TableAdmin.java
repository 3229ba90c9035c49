package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.AddColumnRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.AddColumnResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.CreateTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.CreateTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteColumnRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteColumnResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DisableTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DisableTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.FlushTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.FlushTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyColumnRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyColumnResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ModifyTableResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.TruncateTableRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.TruncateTableResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FieldDescriptor;

/**
 * Changes of tables. When a call returns, its change is complete and visible in {@code hbase:meta}.
 * Safe for many threads; their changes are made one after the other.
 */
final class TableAdmin {
  private static final List<String> FIXED_WHILE_OPEN =
      List.of(
          TableDescriptorBuilder.REGION_REPLICATION,
          TableDescriptorBuilder.REGION_MEMSTORE_REPLICATION,
          "hbase.rsgroup.name");

  private final Database database;
  private final TableChanges changes;
  private final Procedures procedures;

  TableAdmin(Database database, TableChanges changes, Procedures procedures) {
    this.database = database;
    this.changes = changes;
    this.procedures = procedures;
  }

  CreateTableResponse create(CreateTableRequest request, RpcCall call) throws IOException {
    TableDescriptor table = ProtobufUtil.toTableDescriptor(request.getTableSchema());
    TableChanges.requireNew(table.getTableName());
    List<byte[]> splitKeys = new ArrayList<>(request.getSplitKeysCount());
    for (ByteString key : request.getSplitKeysList()) {
      splitKeys.add(key.toByteArray());
    }
    io.rowandb.engine.catalog.TableDescriptor descriptor = DescriptorAdapter.engine(table);
    long id = change(descriptor.name(), name -> database.createTable(descriptor, splitKeys));
    return CreateTableResponse.newBuilder().setProcId(id).build();
  }

  DeleteTableResponse delete(DeleteTableRequest request, RpcCall call) throws IOException {
    changes.delete(name(request.getTableName()));
    return DeleteTableResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  EnableTableResponse enable(EnableTableRequest request, RpcCall call) throws IOException {
    changes.enable(name(request.getTableName()));
    return EnableTableResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  DisableTableResponse disable(DisableTableRequest request, RpcCall call) throws IOException {
    TableName table = name(request.getTableName());
    TableChanges.requireDisablable(table);
    long id = change(table, database::disableTable);
    return DisableTableResponse.newBuilder().setProcId(id).build();
  }

  TruncateTableResponse truncate(TruncateTableRequest request, RpcCall call) throws IOException {
    boolean preserveSplits = request.getPreserveSplits();
    long id =
        change(name(request.getTableName()), name -> database.truncateTable(name, preserveSplits));
    return TruncateTableResponse.newBuilder().setProcId(id).build();
  }

  ModifyTableResponse modify(ModifyTableRequest request, RpcCall call) throws IOException {
    TableDescriptor table = ProtobufUtil.toTableDescriptor(request.getTableSchema());
    io.rowandb.engine.catalog.TableDescriptor descriptor = DescriptorAdapter.engine(table);
    if (!descriptor.name().equals(name(request.getTableName()))) {
      throw new DoNotRetryIOException(
          "The descriptor of "
              + descriptor.name()
              + " cannot replace that of "
              + name(request.getTableName()));
    }
    long id =
        change(
            descriptor.name(),
            name -> {
              if (!reopensRegions(request)) {
                expectSameRegions(DescriptorAdapter.hbase(view(name).descriptor()), table);
              }
              database.modifyTable(descriptor);
            });
    return ModifyTableResponse.newBuilder().setProcId(id).build();
  }

  /** Versions before 2.6 cannot ask for anything else. */
  private static boolean reopensRegions(ModifyTableRequest request) {
    FieldDescriptor field = ModifyTableRequest.getDescriptor().findFieldByName("reopen_regions");
    return field == null || (Boolean) request.getField(field);
  }

  /** Without reopening regions nothing can be changed that a region is opened for. */
  private static void expectSameRegions(TableDescriptor before, TableDescriptor after)
      throws DoNotRetryIOException {
    if (before.getColumnFamilyCount() != after.getColumnFamilyCount()) {
      throw new DoNotRetryIOException(
          "Families cannot be added or removed without reopening regions");
    }
    if (!Set.copyOf(before.getCoprocessorDescriptors())
        .equals(Set.copyOf(after.getCoprocessorDescriptors()))) {
      throw new DoNotRetryIOException("Coprocessors cannot be changed without reopening regions");
    }
    for (String key : FIXED_WHILE_OPEN) {
      if (!Objects.equals(before.getValue(key), after.getValue(key))) {
        throw new DoNotRetryIOException(key + " cannot be changed without reopening regions");
      }
    }
  }

  AddColumnResponse addFamily(AddColumnRequest request, RpcCall call) throws IOException {
    ColumnFamilyDescriptor family =
        ProtobufUtil.toColumnFamilyDescriptor(request.getColumnFamilies());
    long id =
        alter(
            name(request.getTableName()),
            table -> {
              if (table.hasColumnFamily(family.getName())) {
                throw new InvalidFamilyOperationException(
                    "Column family '"
                        + family.getNameAsString()
                        + "' in table '"
                        + table.getTableName()
                        + "' already exists so cannot be added");
              }
              return TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build();
            });
    return AddColumnResponse.newBuilder().setProcId(id).build();
  }

  ModifyColumnResponse modifyFamily(ModifyColumnRequest request, RpcCall call) throws IOException {
    ColumnFamilyDescriptor family =
        ProtobufUtil.toColumnFamilyDescriptor(request.getColumnFamilies());
    long id =
        alter(
            name(request.getTableName()),
            table -> {
              expectFamily(table, family.getName(), "modified");
              return TableDescriptorBuilder.newBuilder(table).modifyColumnFamily(family).build();
            });
    return ModifyColumnResponse.newBuilder().setProcId(id).build();
  }

  DeleteColumnResponse deleteFamily(DeleteColumnRequest request, RpcCall call) throws IOException {
    byte[] family = request.getColumnName().toByteArray();
    long id =
        alter(
            name(request.getTableName()),
            table -> {
              expectFamily(table, family, "deleted");
              if (table.getColumnFamilyCount() == 1) {
                throw new InvalidFamilyOperationException(
                    "Family '"
                        + printable(family)
                        + "' is the only column family in the table, so it cannot be deleted");
              }
              return TableDescriptorBuilder.newBuilder(table).removeColumnFamily(family).build();
            });
    return DeleteColumnResponse.newBuilder().setProcId(id).build();
  }

  /** All families are flushed, also when only some were named: the engine flushes regions. */
  FlushTableResponse flush(FlushTableRequest request, RpcCall call) throws IOException {
    List<byte[]> families =
        request.getColumnFamilyList().stream().map(ByteString::toByteArray).toList();
    flush(name(request.getTableName()), families);
    return FlushTableResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  /**
   * Flushes a table that has these families, and asks for no compaction, as HBase does; {@code
   * hbase:meta} is never on disk.
   */
  void flush(TableName table, List<byte[]> families) throws IOException {
    TableDescriptor descriptor = DescriptorAdapter.hbase(view(table).descriptor());
    for (byte[] family : families) {
      if (!descriptor.hasColumnFamily(family)) {
        throw new NoSuchColumnFamilyException(
            "Column family " + printable(family) + " does not exist in " + table);
      }
    }
    if (!table.equals(MetaTable.NAME)) {
      database.upkeep().flushAlone(table);
    }
  }

  /** A new descriptor made from the old. */
  @FunctionalInterface
  private interface Alteration {
    TableDescriptor of(TableDescriptor table) throws IOException;
  }

  private long change(TableName table, TableChanges.Change change) throws IOException {
    changes.apply(table, change);
    return procedures.finished();
  }

  private long alter(TableName table, Alteration alteration) throws IOException {
    return change(
        table,
        name -> {
          TableDescriptor old = DescriptorAdapter.hbase(view(name).descriptor());
          database.modifyTable(DescriptorAdapter.engine(alteration.of(old)));
        });
  }

  private TableView view(TableName table) throws IOException {
    TableView view = database.table(table);
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(table);
    }
    return view;
  }

  private static void expectFamily(TableDescriptor table, byte[] family, String done)
      throws InvalidFamilyOperationException {
    if (!table.hasColumnFamily(family)) {
      throw new InvalidFamilyOperationException(
          "Family '" + printable(family) + "' does not exist, so it cannot be " + done);
    }
  }

  private static TableName name(HBaseProtos.TableName name) {
    return DescriptorAdapter.engine(ProtobufUtil.toTableName(name));
  }

  private static String printable(byte[] name) {
    return io.rowandb.engine.cell.Bytes.printable(name);
  }
}
