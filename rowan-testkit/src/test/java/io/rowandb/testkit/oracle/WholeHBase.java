package io.rowandb.testkit.oracle;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HBase whole: ZooKeeper, a master and a region server in this process, on local files, asked
 * through its own client. One history at a time: while it runs, its clock is that of all HBase.
 */
final class WholeHBase implements AutoCloseable {
  static {
    // As for a region alone: in production HBase's assertions are off.
    WholeHBase.class.getClassLoader().setPackageAssertionStatus("org.apache.hadoop.hbase", false);
  }

  private static final long START_LIMIT_SECONDS = 180;
  private static final long POLL_MILLIS = 20;

  // Fixed at construction.
  private final MiniZooKeeperCluster zooKeeper;
  private final LocalHBaseCluster cluster;
  private final Connection connection;

  /** Starts it and returns when it serves. */
  WholeHBase(Path directory) throws IOException, InterruptedException {
    Configuration configuration = configuration(directory);
    DefaultMetricsSystem.setMiniClusterMode(true);
    zooKeeper = new MiniZooKeeperCluster(configuration);
    int port = zooKeeper.startup(new File(configuration.get("hbase.tmp.dir"), "zookeeper"));
    configuration.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    configuration.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    cluster = new LocalHBaseCluster(configuration, 1, 1);
    cluster.startup();
    awaitMaster();
    Configuration client = new Configuration(configuration);
    // What fails inside the server fails again: the history should not wait.
    client.setInt("hbase.client.retries.number", 1);
    client.setInt("hbase.client.pause", 5);
    connection = ConnectionFactory.createConnection(client);
  }

  private static Configuration configuration(Path directory) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("fs.file.impl", PlainFileSystem.class.getName());
    configuration.set(HConstants.HBASE_DIR, directory.resolve("hbase").toUri().toString());
    configuration.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    configuration.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    configuration.set("hbase.wal.provider", "filesystem");
    for (String port : List.of("master", "regionserver")) {
      configuration.setInt("hbase." + port + ".port", 0);
      configuration.setInt("hbase." + port + ".info.port", -1);
    }
    configuration.setInt("hbase.assignment.dispatch.wait.msec", 1);
    configuration.setInt("hbase.procedure.remote.dispatcher.delay.msec", 1);
    configuration.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
    configuration.setInt("hbase.master.wait.on.regionservers.interval", 50);
    configuration.setInt("hbase.regionserver.msginterval", 100);
    OracleRegion.configure(configuration);
    return configuration;
  }

  private void awaitMaster() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SECONDS);
    while (!serves(cluster.getActiveMaster())) {
      if (System.nanoTime() > deadline) {
        throw new IOException("HBase's master does not serve after " + START_LIMIT_SECONDS + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean serves(HMaster master) {
    return master != null && master.isInitialized();
  }

  /** A fresh table; until it is closed, HBase's time is this clock's. */
  RegionDriver open(TableDescriptor table, Clock clock, int run) throws IOException {
    TableName name = TableName.valueOf(table.getTableName().getNameAsString() + run);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(TableDescriptorBuilder.copy(name, table));
    }
    HRegion region = cluster.getRegionServer(0).getRegions(name).get(0);
    EnvironmentEdgeManager.injectEdge(clock::millis);
    return new OneTable(region, connection.getTable(name));
  }

  @Override
  public void close() throws IOException {
    connection.close();
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
  }

  /** One history's table. */
  private final class OneTable implements RegionDriver {
    private final HRegion region;
    private final Table table;
    private final TableCalls calls;

    OneTable(HRegion region, Table table) {
      this.region = region;
      this.table = table;
      this.calls = new TableCalls(table, true);
    }

    @Override
    public List<String> call(Row action) throws IOException {
      return calls.call(action);
    }

    @Override
    public List<List<String>> batch(List<Row> actions) throws IOException {
      return calls.batch(actions);
    }

    @Override
    public OpenScan open(Scan scan) throws IOException {
      return calls.open(scan);
    }

    @Override
    public void flush() throws IOException {
      OracleRegion.flush(region);
    }

    @Override
    public void compactNewest(int files) throws IOException {
      OracleRegion.compactNewest(region, files);
    }

    @Override
    public void compactAll() throws IOException {
      OracleRegion.compactAll(region);
    }

    /** It just goes on; closing flushes. */
    @Override
    public void reopen() throws IOException {
      flush();
    }

    @Override
    public void recover() {
      // It just goes on.
    }

    @Override
    public void close() throws IOException {
      EnvironmentEdgeManager.reset();
      table.close();
      try (Admin admin = connection.getAdmin()) {
        admin.disableTable(table.getName());
        admin.deleteTable(table.getName());
      }
    }
  }
}
