package io.rowandb.schema.pattern;

import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Makes the tables of a design: that of the records, of its indexes and of its details. */
final class NewTables {
  private NewTables() {}

  /**
   * Makes them, one after the other.
   *
   * @throws org.apache.hadoop.hbase.TableExistsException when one of them is there
   */
  static <R> void create(Connection connection, TableDesign<R> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      create(admin, design.descriptor(), design.splitKeys());
      for (IndexDesign<R> index : design.indexes()) {
        if (!index.isInTableOfRecords()) {
          create(admin, descriptor(index.table(), index.family()), index.splitKeys());
        }
      }
      for (DetailMapping<R, ?> mapping : design.details()) {
        if (mapping instanceof TallDetails<R, ?> tall) {
          create(
              admin,
              descriptor(tall.table(), tall.family()),
              design.splitKeys()); // its rows begin as those of the records
        }
      }
    }
  }

  private static TableDescriptor descriptor(TableName name, ColumnFamilyDescriptor family) {
    return TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build();
  }

  private static void create(Admin admin, TableDescriptor descriptor, List<byte[]> splitKeys)
      throws IOException {
    if (splitKeys.isEmpty()) {
      admin.createTable(descriptor);
    } else {
      admin.createTable(descriptor, splitKeys.toArray(byte[][]::new));
    }
  }
}
