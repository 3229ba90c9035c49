package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.store.PointStoreOptions;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** The tables whose keys have UIDs: beside that of the points, those of rollups. */
final class DataTables {
  private DataTables() {}

  /** Those with the name of the points' table and {@code -rollup-} or {@code -preagg} behind it. */
  static List<TableName> rollups(Connection connection, PointStoreOptions options)
      throws IOException {
    String data = options.tables().data().getNameAsString();
    try (Admin admin = connection.getAdmin()) {
      return List.of(
          admin.listTableNames(Pattern.compile(Pattern.quote(data) + "-(rollup-.*|preagg)")));
    }
  }
}
