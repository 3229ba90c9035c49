package io.rowandb.bench.peer;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HBase in this process: ZooKeeper, a master and a region server on local files, assembled from the
 * classes of HBase's own standalone mode. Lives from {@link #start} to {@link #close}.
 */
final class HBaseCluster implements AutoCloseable {
  private static final long START_LIMIT_SECONDS = 120;
  private static final long POLL_MILLIS = 20;

  private final MiniZooKeeperCluster zooKeeper;
  private final LocalHBaseCluster cluster;

  private HBaseCluster(MiniZooKeeperCluster zooKeeper, LocalHBaseCluster cluster) {
    this.zooKeeper = zooKeeper;
    this.cluster = cluster;
  }

  /** Starts all three and returns when the master serves; {@code conf} learns the ports. */
  static HBaseCluster start(Configuration conf) throws IOException, InterruptedException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    int port = zooKeeper.startup(new File(conf.get("hbase.tmp.dir"), "zookeeper"));
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    LocalHBaseCluster cluster = new LocalHBaseCluster(conf, 1, 1);
    cluster.startup();
    HBaseCluster started = new HBaseCluster(zooKeeper, cluster);
    started.awaitMaster();
    return started;
  }

  private void awaitMaster() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SECONDS);
    while (true) {
      HMaster master = cluster.getActiveMaster();
      if (master != null && master.isInitialized()) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException("HBase's master does not serve after " + START_LIMIT_SECONDS + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
  }
}
