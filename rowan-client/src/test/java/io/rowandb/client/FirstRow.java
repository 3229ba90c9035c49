package io.rowandb.client;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A program for a process of its own: creates a table, writes a row, reads it back and says so.
 * With an argument {@code hold} it then keeps the store open until its input ends. It knows nothing
 * of Rowan: an {@code hbase-site.xml} on its class path does.
 */
final class FirstRow {
  private FirstRow() {}

  public static void main(String[] arguments) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    TableName name = TableName.valueOf("t");
    byte[] row = Bytes.toBytes("row");
    byte[] family = Bytes.toBytes("f");
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      try (Admin admin = connection.getAdmin()) {
        if (!admin.tableExists(name)) {
          admin.createTable(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
                  .build());
        }
      }
      try (Table table = connection.getTable(name)) {
        table.put(new Put(row).addColumn(family, row, Bytes.toBytes("value")));
        byte[] value = table.get(new Get(row)).getValue(family, row);
        System.out.println(Bytes.toString(value) + " " + connection.getClass().getSimpleName());
      }
      if (arguments.length > 0 && arguments[0].equals("hold")) {
        System.in.read();
      }
    }
  }
}
