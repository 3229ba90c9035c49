package io.rowandb.cli.demo;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * How a table is created.
 *
 * @param descriptor its name and families
 * @param splitKeys first rows of its second and later regions
 * @param keysRepeat whether several records may have the same row key, so that there are fewer rows
 */
record TableLayout(TableDescriptor descriptor, List<byte[]> splitKeys, boolean keysRepeat) {
  /** Its name. */
  TableName name() {
    return descriptor.getTableName();
  }
}
