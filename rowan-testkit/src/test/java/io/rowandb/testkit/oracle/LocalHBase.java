package io.rowandb.testkit.oracle;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.impl.JmxCacheBuster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HBase whole: ZooKeeper, a master and region servers in this process, on local files and free
 * ports. It serves from {@link #start} to {@link #close}; the files stay.
 */
public final class LocalHBase implements AutoCloseable {
  private static final long START_LIMIT_SECONDS = 180;
  private static final long LOOK_MILLIS = 20;

  // Fixed at construction.
  private final Configuration configuration;
  private final MiniZooKeeperCluster zooKeeper;
  private final LocalHBaseCluster cluster;

  private LocalHBase(Configuration configuration, int servers)
      throws IOException, InterruptedException {
    this.configuration = configuration;
    DefaultMetricsSystem.setMiniClusterMode(true);
    // It would read all figures of all tables anew after each change to one of them. It stops only
    // once it has something to do.
    JmxCacheBuster.clearJmxCache();
    JmxCacheBuster.stop();
    zooKeeper = new MiniZooKeeperCluster(configuration);
    int port = zooKeeper.startup(new File(configuration.get("hbase.tmp.dir"), "zookeeper"));
    configuration.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    configuration.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    cluster = new LocalHBaseCluster(configuration, 1, servers);
    cluster.startup();
    awaitMaster();
  }

  /**
   * Starts it and returns when its master serves.
   *
   * @param directory where its files go
   * @param settings what else it is to be told
   */
  public static LocalHBase start(Path directory, Consumer<Configuration> settings)
      throws IOException {
    return start(directory, 1, settings);
  }

  /**
   * The same with several region servers.
   *
   * @param servers how many; all of them serve
   */
  public static LocalHBase start(Path directory, int servers, Consumer<Configuration> settings)
      throws IOException {
    Configuration configuration = quick(directory);
    configuration.setInt("hbase.master.wait.on.regionservers.mintostart", servers);
    settings.accept(configuration);
    try {
      return new LocalHBase(configuration, servers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while HBase was starting");
    }
  }

  /**
   * Starts it for all test classes of this process, on files that go with it.
   *
   * @param purpose part of the name of their directory
   * @param settings what else it is to be told
   */
  public static LocalHBase startForProcess(String purpose, Consumer<Configuration> settings)
      throws IOException {
    Path directory = Files.createTempDirectory("rowan-" + purpose + "-hbase");
    LocalHBase hbase = start(directory, settings);
    WholeRun.closeAtEnd(
        () -> {
          hbase.abort();
          delete(directory);
        });
    return hbase;
  }

  /** Ends it without a flush of its hundreds of tables, whose files nobody reads again. */
  private void abort() throws IOException {
    for (HRegionServer each : List.of(cluster.getRegionServer(0), cluster.getActiveMaster())) {
      each.abort("its files are deleted");
    }
    cluster.join();
    zooKeeper.shutdown();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(LocalHBase::delete);
    }
  }

  private static void delete(File file) {
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }

  /** Settings of a small HBase that makes tables quickly and has no pages for people. */
  private static Configuration quick(Path directory) {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("fs.file.impl", PlainFileSystem.class.getName());
    configuration.set(HConstants.HBASE_DIR, directory.resolve("hbase").toUri().toString());
    configuration.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    configuration.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    configuration.set("hbase.wal.provider", "filesystem");
    for (String server : List.of("master", "regionserver")) {
      configuration.setInt("hbase." + server + ".port", 0);
      configuration.setInt("hbase." + server + ".info.port", -1);
    }
    configuration.setInt("hbase.assignment.dispatch.wait.msec", 1);
    configuration.setInt("hbase.procedure.remote.dispatcher.delay.msec", 1);
    // It waits for region servers that may still come.
    configuration.setInt("hbase.master.wait.on.regionservers.interval", 50);
    // Each report has figures of every region.
    configuration.setInt("hbase.regionserver.msginterval", 500);
    return configuration;
  }

  private void awaitMaster() throws IOException {
    long waited =
        Waiter.waitFor(
            configuration,
            TimeUnit.SECONDS.toMillis(START_LIMIT_SECONDS),
            LOOK_MILLIS,
            false,
            () -> serves(cluster.getActiveMaster()));
    if (waited < 0) {
      throw new IOException("HBase's master does not serve after " + START_LIMIT_SECONDS + " s");
    }
  }

  private static boolean serves(HMaster master) {
    return master != null && master.isInitialized();
  }

  /** What it was started with, and how a client finds it. */
  public Configuration configuration() {
    return configuration;
  }

  /** Its master and its region servers. */
  public LocalHBaseCluster cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
  }
}
