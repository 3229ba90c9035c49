package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Where the regions of a table are: all on the one server that the store claims to be. Nothing is
 * cached, so there is nothing to clear. Safe for use by many threads.
 */
final class DirectRegionLocator implements RegionLocator {
  private final TableName name;
  private final TableAccess access;
  private final ServerName server;

  DirectRegionLocator(TableName name, TableAccess access, ServerName server) {
    this.name = name;
    this.access = access;
    this.server = server;
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replicaId, boolean reload)
      throws IOException {
    if (replicaId != 0) {
      throw new IOException(
          "Table " + name + " has no replica " + replicaId + " of its regions, only 0");
    }
    return location(row);
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row, boolean reload) throws IOException {
    return List.of(location(row));
  }

  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    OpenTable table = access.peek();
    List<HRegionLocation> all = new ArrayList<>();
    if (table != null) {
      for (Region region : table.view().regions()) {
        all.add(location(region));
      }
    }
    return all;
  }

  @Override
  public void clearRegionLocationCache() {
    // There is no cache.
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public void close() {
    // It holds nothing.
  }

  private HRegionLocation location(byte[] row) throws IOException {
    OpenTable table = access.peek();
    if (table == null) {
      throw ExceptionAdapter.tableNotFound(access.name());
    }
    return location(table.view().locate(row));
  }

  private HRegionLocation location(Region region) {
    return new HRegionLocation(
        DescriptorAdapter.hbase(region.info()), server, region.stats().maxSequence());
  }
}
