package io.rowandb.systems.measure;

import java.io.IOException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Lets one comparison at a time use tables of the same names, also beside other programs: while it
 * runs there is a table that nobody can make twice. After a program that was killed the table
 * stays, beside those of the comparison.
 */
public final class ComparisonClaim {
  private ComparisonClaim() {}

  /** What runs while the claim is held. */
  public interface Work<T> {
    /** Makes the tables, and drops them before it ends. */
    T run() throws IOException;
  }

  /**
   * Runs a comparison.
   *
   * @param prefix of the names of its tables
   * @throws TableExistsException with the name of the claim's table, when another one runs or was
   *     killed; nothing was run then
   */
  public static <T> T run(Connection connection, String prefix, Work<T> work) throws IOException {
    TableName table = TableName.valueOf(prefix + "running");
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        throw new TableExistsException(table);
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"))
              .build());
      try {
        return work.run();
      } finally {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }
}
