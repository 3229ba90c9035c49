package io.rowandb.tsdb.layout;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How far the copy of each table is, so that it goes on from there after a death. In a table of its
 * own, {@code NEW-moving}, which is dropped at the end:
 *
 * <pre>
 *   row            c:row                        c:ended
 *   the old name   the last row that was met    once it was copied to its end
 * </pre>
 */
final class CopyCursor {
  private static final byte[] FAMILY = {'c'};
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] ENDED = Bytes.toBytes("ended");

  private final Connection connection;
  private final TableName name;

  CopyCursor(Connection connection, TableName target) {
    this.connection = connection;
    name = TableName.valueOf(target.getNameAsString() + "-moving");
  }

  TableName name() {
    return name;
  }

  void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
      } else if (!admin.getDescriptor(name).hasColumnFamily(FAMILY)) {
        throw new TableExistsException("there is a table " + name + " already; give another name");
      }
    }
  }

  /** From which row on it is to be copied; empty when it is copied. */
  Optional<byte[]> next(TableName old) throws IOException {
    try (Table table = connection.getTable(name)) {
      Result found = table.get(new Get(old.getName()));
      if (found.containsColumn(FAMILY, ENDED)) {
        return Optional.empty();
      }
      return Optional.of(
          Optional.ofNullable(found.getValue(FAMILY, ROW)).orElseGet(() -> new byte[0]));
    }
  }

  void reached(TableName old, byte[] row) throws IOException {
    put(old, ROW, row);
  }

  void ended(TableName old) throws IOException {
    put(old, ENDED, new byte[] {1});
  }

  private void put(TableName old, byte[] column, byte[] value) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(new Put(old.getName()).addColumn(FAMILY, column, value));
    }
  }
}
