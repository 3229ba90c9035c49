package io.rowandb.schema.table;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * A table as a design needs it. Not changed by anybody, though it has arrays.
 *
 * @param descriptor its name and families
 * @param splitKeys the first rows of the regions it begins with, but the first; may be empty
 */
public record NewTable(TableDescriptor descriptor, List<byte[]> splitKeys) {
  static NewTable of(TableName name, ColumnFamilyDescriptor family, List<byte[]> splitKeys) {
    return new NewTable(
        TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build(), splitKeys);
  }

  /**
   * Makes it.
   *
   * @throws org.apache.hadoop.hbase.TableExistsException when it is there
   */
  public void create(Admin admin) throws IOException {
    if (splitKeys.isEmpty()) {
      admin.createTable(descriptor);
    } else {
      admin.createTable(descriptor, splitKeys.toArray(byte[][]::new));
    }
  }
}
