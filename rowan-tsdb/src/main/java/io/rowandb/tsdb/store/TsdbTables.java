package io.rowandb.tsdb.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The names of OpenTSDB's tables.
 *
 * @param data {@code tsdb}, the points
 * @param uid {@code tsdb-uid}, the names
 * @param tree {@code tsdb-tree}, series in hierarchies
 * @param meta {@code tsdb-meta}, what people say of series
 */
public record TsdbTables(TableName data, TableName uid, TableName tree, TableName meta) {
  /** OpenTSDB's names. */
  public static final TsdbTables DEFAULT = named("tsdb");

  /** For a store that never expires. */
  public static final int FOREVER = Integer.MAX_VALUE;

  static final String DATA_FAMILY = "t";

  /**
   * A name for the points; the others have a hyphen and {@code uid}, {@code tree}, {@code meta}.
   */
  public static TsdbTables named(String data) {
    return new TsdbTables(
        TableName.valueOf(data),
        TableName.valueOf(data + "-uid"),
        TableName.valueOf(data + "-tree"),
        TableName.valueOf(data + "-meta"));
  }

  /**
   * Creates those that are not there, as OpenTSDB's script does: one version, row Bloom filters,
   * blocks encoded with DIFF. Its default compression is LZO; which codecs there are is the store's
   * affair.
   *
   * @param ttlSeconds after which points are dropped, or {@link #FOREVER}
   * @return those that it created
   * @throws IOException also when one is there without the families
   */
  public List<TableName> create(
      Connection connection, Compression.Algorithm compression, int ttlSeconds) throws IOException {
    if (ttlSeconds < 1) {
      throw new IllegalArgumentException("points live for at least 1 second: " + ttlSeconds);
    }
    List<TableName> created = new ArrayList<>();
    try (Admin admin = connection.getAdmin()) {
      create(admin, table(uid, family("id", compression), family("name", compression)), created);
      create(
          admin,
          table(
              data,
              ColumnFamilyDescriptorBuilder.newBuilder(family(DATA_FAMILY, compression))
                  .setTimeToLive(ttlSeconds)
                  .build()),
          created);
      create(admin, treeTable(compression), created);
      create(admin, metaTable(compression), created);
    }
    return created;
  }

  private TableDescriptor metaTable(Compression.Algorithm compression) {
    return table(meta, family("name", compression));
  }

  private TableDescriptor treeTable(Compression.Algorithm compression) {
    return table(tree, family("t", compression));
  }

  /** Creates the table of trees, if it is not there, as behind a move. */
  public void createTree(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      create(admin, treeTable(Compression.Algorithm.NONE), new ArrayList<>());
    }
  }

  /** Creates the table of meta data, if it is not there, as behind a move. */
  public void createMeta(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      create(admin, metaTable(Compression.Algorithm.NONE), new ArrayList<>());
    }
  }

  /** Creates a table like that of the points, such as one of rollups, if it is not there. */
  public static void createData(
      Connection connection, TableName name, Compression.Algorithm compression) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      create(admin, table(name, family(DATA_FAMILY, compression)), new ArrayList<>());
    }
  }

  private static ColumnFamilyDescriptor family(String name, Compression.Algorithm compression) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
        .setMaxVersions(1)
        .setCompressionType(compression)
        .setBloomFilterType(BloomType.ROW)
        .setDataBlockEncoding(DataBlockEncoding.DIFF)
        .build();
  }

  private static TableDescriptor table(TableName name, ColumnFamilyDescriptor... families) {
    return TableDescriptorBuilder.newBuilder(name).setColumnFamilies(List.of(families)).build();
  }

  private static void create(Admin admin, TableDescriptor table, List<TableName> created)
      throws IOException {
    try {
      if (!admin.tableExists(table.getTableName())) {
        admin.createTable(table);
        created.add(table.getTableName());
        return;
      }
    } catch (TableExistsException e) {
      // Somebody else created it now.
    }
    for (byte[] family : table.getColumnFamilyNames()) {
      if (!admin.getDescriptor(table.getTableName()).hasColumnFamily(family)) {
        throw new IOException(
            "table "
                + table.getTableName()
                + " has no family "
                + Bytes.toString(family)
                + ": it is not one of OpenTSDB's");
      }
    }
  }
}
