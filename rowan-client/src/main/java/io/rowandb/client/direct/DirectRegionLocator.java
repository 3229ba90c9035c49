package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.Replicas;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;

/**
 * Says where the regions of a table are: all on the one server that the store pretends to be.
 * Nothing is cached, so there is nothing to clear. Safe for use by many threads.
 */
final class DirectRegionLocator implements RegionLocator {
  private final TableName name;
  private final TableAccess access;

  DirectRegionLocator(TableName name, TableAccess access) {
    this.name = name;
    this.access = access;
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replicaId, boolean reload)
      throws IOException {
    OpenTable table = existing();
    int count = Replicas.count(table.view().descriptor());
    if (replicaId < 0 || replicaId >= count) {
      throw new IOException(
          "Table "
              + name
              + " has no replica "
              + replicaId
              + " of its regions, only 0 to "
              + (count - 1));
    }
    return location(table.view().locate(row), replicaId);
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row, boolean reload) throws IOException {
    OpenTable table = existing();
    List<HRegionLocation> replicas = new ArrayList<>();
    addLocations(table, table.view().locate(row), replicas);
    return replicas;
  }

  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    OpenTable table = access.peek();
    List<HRegionLocation> all = new ArrayList<>();
    if (table != null) {
      for (Region region : table.view().regions()) {
        addLocations(table, region, all);
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

  private OpenTable existing() throws IOException {
    OpenTable table = access.peek();
    if (table == null) {
      throw ExceptionAdapter.tableNotFound(access.name());
    }
    return table;
  }

  private void addLocations(OpenTable table, Region region, List<HRegionLocation> out) {
    for (int replica = 0; replica < Replicas.count(table.view().descriptor()); replica++) {
      out.add(location(region, replica));
    }
  }

  private HRegionLocation location(Region region, int replica) {
    RegionInfo info = DescriptorAdapter.hbase(region.info());
    return new HRegionLocation(
        RegionReplicaUtil.getRegionInfoForReplica(info, replica),
        access.server(),
        region.stats().maxSequence());
  }
}
