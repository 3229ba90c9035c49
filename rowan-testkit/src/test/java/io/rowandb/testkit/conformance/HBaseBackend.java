package io.rowandb.testkit.conformance;

import io.rowandb.testkit.oracle.PlainFileSystem;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HBase itself: ZooKeeper, a master and a region server in this process, on local files. Flushes
 * and compactions go to the region server's regions directly, which return when they are done.
 */
final class HBaseBackend implements Backend {
  static {
    // Some of HBase's assertions do not hold (NEW_VERSION_BEHAVIOR with KEEP_DELETED_CELLS); in
    // production they are off, and what it answers then is the truth.
    HBaseBackend.class.getClassLoader().setPackageAssertionStatus("org.apache.hadoop.hbase", false);
  }

  private static final long START_LIMIT_SECONDS = 120;
  private static final long POLL_MILLIS = 20;

  // Fixed at construction.
  private final Path directory = Files.createTempDirectory("rowan-conformance-hbase");
  private final BackendClock clock = new BackendClock();
  private final Configuration conf = configuration(directory);
  private final MiniZooKeeperCluster zooKeeper;
  private final LocalHBaseCluster cluster;
  private final Connection connection;

  private HBaseBackend() throws IOException, InterruptedException {
    EnvironmentEdgeManager.injectEdge(clock);
    DefaultMetricsSystem.setMiniClusterMode(true);
    zooKeeper = new MiniZooKeeperCluster(conf);
    int port = zooKeeper.startup(new File(conf.get("hbase.tmp.dir"), "zookeeper"));
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    cluster = new LocalHBaseCluster(conf, 1, 1);
    cluster.startup();
    awaitMaster();
    connection = open();
  }

  /** Starts it and returns when its master serves. */
  static Backend start() throws IOException {
    try {
      return new HBaseBackend();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while HBase was starting");
    }
  }

  private static Configuration configuration(Path directory) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.set("fs.file.impl", PlainFileSystem.class.getName());
    conf.set(HConstants.HBASE_DIR, directory.resolve("hbase").toUri().toString());
    conf.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.setInt("hbase.master.port", 0);
    conf.setInt("hbase.regionserver.port", 0);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("hbase.regionserver.handler.count", 5);
    conf.setInt("hbase.regionserver.metahandler.count", 3);
    // Each test has tables of its own: they must be small and quickly made.
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setInt("hbase.assignment.dispatch.wait.msec", 1);
    conf.setInt("hbase.procedure.remote.dispatcher.delay.msec", 1);
    // It waits for region servers that may still come.
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
    conf.setInt("hbase.master.wait.on.regionservers.interval", 50);
    conf.setInt("hbase.regionserver.msginterval", 100);
    // A test that must fail should not wait for minutes.
    conf.setInt("hbase.client.retries.number", 10);
    conf.setInt("hbase.client.pause", 5);
    return conf;
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

  @Override
  public String name() {
    return "hbase";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.REOPEN));
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Connection open() throws IOException {
    return ConnectionFactory.createConnection(conf);
  }

  @Override
  public AsyncConnection openAsync() throws IOException {
    return ConnectionFactory.createAsyncConnection(conf).join();
  }

  @Override
  public void flush(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.flush(true);
    }
  }

  @Override
  public void compact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.compact(false);
    }
  }

  /** The files that were merged go at once, and not some minutes later. */
  @Override
  public void majorCompact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.compact(true);
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
    }
  }

  private List<HRegion> regions(TableName table) throws IOException {
    return cluster.getRegionServer(0).getRegions(table).stream().map(HRegion.class::cast).toList();
  }

  @Override
  public void reopen() {
    throw new UnsupportedOperationException("a cluster takes too long to stop and start");
  }

  @Override
  public BackendClock clock() {
    return clock;
  }

  @Override
  public void close() throws IOException {
    connection.close();
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
    EnvironmentEdgeManager.reset();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(HBaseBackend::delete);
    }
  }

  private static void delete(File file) {
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
