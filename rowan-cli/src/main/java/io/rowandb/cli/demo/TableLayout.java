package io.rowandb.cli.demo;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How a table is made.
 *
 * @param name without namespace
 * @param families its column families
 * @param versions versions kept of each cell
 * @param keysRepeat whether several records may have the same row key, so that rows are fewer
 * @param splitKeys first rows of its second and later regions
 */
record TableLayout(
    String name, List<String> families, int versions, boolean keysRepeat, List<byte[]> splitKeys) {

  /** One region, one version. */
  static TableLayout of(String name, boolean keysRepeat, String... families) {
    return new TableLayout(name, List.of(families), 1, keysRepeat, List.of());
  }

  /** The table in {@code namespace}, its files compressed with LZ4. */
  TableDescriptor descriptor(String namespace) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(namespace, name));
    for (String family : families) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(versions)
              .setCompressionType(Compression.Algorithm.LZ4)
              .build());
    }
    return table.build();
  }
}
