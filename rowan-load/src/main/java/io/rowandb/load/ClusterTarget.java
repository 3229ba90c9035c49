package io.rowandb.load;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.StoreDisk;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A cluster: its tables get their files one after the other, by a tool of HBase. Files are written
 * as an empty store in memory would write them, which knows HBase's attributes of families.
 */
final class ClusterTarget implements LoadTarget {
  private final HFileTool tool;
  private final StoreTarget model;
  private final FileSystem disk = StoreDisk.ofProgram();

  private final String name;

  private ClusterTarget(HFileTool tool, StoreTarget model, String name) {
    this.tool = tool;
    this.model = model;
    this.name = name;
  }

  /** The one of a connection, by a tool. */
  static ClusterTarget of(Connection connection, HFileTool tool) throws IOException {
    String memory = "mem:rowan-load-" + UUID.randomUUID();
    return new ClusterTarget(tool, StoreTarget.of(Rowan.configuration(memory)), nameOf(connection));
  }

  /** What tells a cluster from others. */
  static String nameOf(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return "cluster "
          + admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID)).getClusterId();
    }
  }

  @Override
  public String store() {
    return name;
  }

  @Override
  public FileSystem disk() {
    return disk;
  }

  @Override
  public Map<String, StoreFileOptions> fileOptions(TableDescriptor table) throws IOException {
    return model.fileOptions(table);
  }

  @Override
  public boolean isOneStep() {
    return false;
  }

  @Override
  public void handOver(List<TableFiles> tables, BulkLoad.LastLook lastLook) throws IOException {
    for (TableFiles table : tables) {
      lastLook.look();
      tool.load(table.table(), table.directory());
      table.handed().note();
    }
  }

  @Override
  public void close() throws IOException {
    model.close();
  }
}
