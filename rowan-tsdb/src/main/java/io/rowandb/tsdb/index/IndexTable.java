package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** The table of an index, and what its row 00 says. Used by any number of threads. */
final class IndexTable {
  /** In the table's descriptor: somebody else may have a table of this name. */
  private static final String MARK = "ROWAN_TSDB_INDEX";

  private final Connection connection;
  private final TableName name;

  /** Whether the mark was seen. */
  private volatile boolean isMarked;

  IndexTable(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
  }

  TableName name() {
    return name;
  }

  Table open() throws IOException {
    return connection.getTable(name);
  }

  /** Whether there is a table, and it is one of an index. */
  boolean exists() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(name) && isMarked(admin);
    }
  }

  private boolean isMarked(Admin admin) throws IOException {
    if (!isMarked) {
      try {
        isMarked = admin.getDescriptor(name).getValue(MARK) != null;
      } catch (TableNotFoundException e) {
        return false; // it was deleted now
      }
    }
    return isMarked;
  }

  /** Refuses a table of this name that is none of an index. */
  private void check(Admin admin) throws IOException {
    if (!isMarked(admin)) {
      throw new IOException(
          "there is a table " + name + " that is no index; call it otherwise, or drop it");
    }
  }

  void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        check(admin);
        return;
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setValue(MARK, "1")
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(IndexRows.FAMILY)
                      .setMaxVersions(1)
                      .setBloomFilterType(BloomType.ROW)
                      .setDataBlockEncoding(DataBlockEncoding.DIFF)
                      .build())
              .build());
    } catch (TableExistsException e) {
      // Somebody else created it now.
    }
  }

  void delete() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        check(admin);
        if (admin.isTableEnabled(name)) {
          admin.disableTable(name);
        }
        admin.deleteTable(name);
      }
    }
  }

  /** Off also when there is no table, or it is being deleted. */
  IndexState state() throws IOException {
    if (!exists()) {
      return IndexState.NONE;
    }
    try {
      return IndexState.of(control().getValue(IndexRows.FAMILY, IndexRows.STATE));
    } catch (TableNotFoundException | TableNotEnabledException e) {
      return IndexState.NONE;
    }
  }

  /** How far a build has come; null for not at all. */
  byte[] cursor() throws IOException {
    return control().getValue(IndexRows.FAMILY, IndexRows.CURSOR);
  }

  private Result control() throws IOException {
    try (Table table = open()) {
      return table.get(new Get(IndexRows.CONTROL).addFamily(IndexRows.FAMILY));
    }
  }

  /** Says another state and forgets the cursor, unless somebody else said another since. */
  boolean change(IndexState from, IndexState to) throws IOException {
    RowMutations change =
        RowMutations.of(
            List.of(
                new Put(IndexRows.CONTROL)
                    .addColumn(IndexRows.FAMILY, IndexRows.STATE, to.toBytes()),
                new Delete(IndexRows.CONTROL).addColumns(IndexRows.FAMILY, IndexRows.CURSOR)));
    try (Table table = open()) {
      return table.checkAndMutate(ifIs(table, from).build(change)).isSuccess();
    }
  }

  private static CheckAndMutate.Builder ifIs(Table table, IndexState state) throws IOException {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(IndexRows.CONTROL);
    Get said = new Get(IndexRows.CONTROL).addColumn(IndexRows.FAMILY, IndexRows.STATE);
    return state.equals(IndexState.NONE) && !table.exists(said)
        ? check.ifNotExists(IndexRows.FAMILY, IndexRows.STATE)
        : check.ifEquals(IndexRows.FAMILY, IndexRows.STATE, state.toBytes());
  }

  /** Says how far a build has come, unless the state is another one. */
  boolean advance(IndexState state, byte[] cursor) throws IOException {
    Put put = new Put(IndexRows.CONTROL).addColumn(IndexRows.FAMILY, IndexRows.CURSOR, cursor);
    try (Table table = open()) {
      return table
          .checkAndMutate(
              CheckAndMutate.newBuilder(IndexRows.CONTROL)
                  .ifEquals(IndexRows.FAMILY, IndexRows.STATE, state.toBytes())
                  .build(put))
          .isSuccess();
    }
  }

  static DamagedDataException damaged(TableName name, String what) {
    return new DamagedDataException(
        "table " + name + ": " + what + "; drop the index and build it again");
  }
}
