package io.rowandb.cli;

import io.rowandb.client.Rowan;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The process that {@link BackupProcessTest} copies the store of: puts row after row until it is
 * killed, with flushes and compactions between, and says after each twenty how many were
 * acknowledged.
 */
final class BackedUpWriter {
  static final TableName TABLE = TableName.valueOf("rows");
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] QUALIFIER = Bytes.toBytes("q");
  static final String ACKNOWLEDGED = "ack ";
  private static final int EACH = 20;

  private BackedUpWriter() {}

  /** Argument: the store's directory. */
  public static void main(String[] arguments) throws IOException {
    Configuration configuration = Rowan.configuration(arguments[0]);
    configuration.setLong("hbase.hregion.memstore.flush.size", 100_000);
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          new byte[][] {Bytes.toBytes("r5")});
      try (Table table = connection.getTable(TABLE)) {
        for (int n = 1; ; n++) {
          Put put = new Put(row(n)).addColumn(FAMILY, QUALIFIER, new byte[500]);
          table.put(put.setDurability(Durability.FSYNC_WAL)); // not faster than it is looked at
          if (n % EACH == 0) {
            System.out.println(ACKNOWLEDGED + n);
          }
        }
      }
    }
  }

  /** Neighbours go to different regions. */
  static byte[] row(int n) {
    return Bytes.toBytes("r" + n % 10 + "-" + n);
  }
}
