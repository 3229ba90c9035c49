package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Splits regions as a client does, and waits until it is done. */
final class RegionSplit {
  private static final long LIMIT_SECONDS = 60;

  private RegionSplit() {}

  /** Splits the region of a table that has the row; the new regions serve when it returns. */
  static void at(Connection connection, TableName table, byte[] row) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(table)) {
        if (region.containsRow(row)) {
          admin.splitRegionAsync(region.getRegionName(), row).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("No split at " + Bytes.toStringBinary(row), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    // A client that may ask once only must not ask where the region was.
    connection.clearRegionLocationCache();
  }
}
