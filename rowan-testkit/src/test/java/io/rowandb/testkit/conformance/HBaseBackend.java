package io.rowandb.testkit.conformance;

import io.rowandb.testkit.oracle.LocalHBase;
import io.rowandb.testkit.oracle.WholeRun;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegion.FlushResult;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase itself, whole, in this process. Flushes and compactions go to the region server's regions
 * directly, which return when they are done.
 */
final class HBaseBackend implements Backend {
  /** How long a flush of a test's few cells may take at most. */
  private static final long FLUSH_MILLIS = 60_000;

  /** How long a compaction of them may take at most. */
  private static final long COMPACTION_MILLIS = 60_000;

  private static final long LOOK_MILLIS = 20;

  private static HBaseBackend started;

  // Fixed at construction.
  private final BackendClock clock = new BackendClock();
  private final LocalHBase hbase;
  private final Connection connection;

  private HBaseBackend() throws IOException {
    EnvironmentEdgeManager.injectEdge(clock);
    hbase = LocalHBase.startForProcess("conformance", HBaseBackend::configure);
    connection = open();
    WholeRun.closeAtEnd(connection);
  }

  /** That of this process; starts it where it is the first, and returns when its master serves. */
  static synchronized Backend start() throws IOException {
    if (started == null) {
      started = new HBaseBackend();
    }
    return started;
  }

  private static void configure(Configuration conf) {
    conf.setInt("hbase.regionserver.handler.count", 5);
    conf.setInt("hbase.regionserver.metahandler.count", 3);
    // Each test has tables of its own: they must be small and quickly made.
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    // A quota is looked up in its table again and again: the tests wait for that.
    conf.setBoolean("hbase.quota.enabled", true);
    conf.setInt("hbase.quota.refresh.period", 200);
    // A test that must fail should not wait for minutes.
    conf.setInt("hbase.client.retries.number", 10);
    conf.setInt("hbase.client.pause", 5);
  }

  @Override
  public String name() {
    return "hbase";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.REOPEN, Capability.REFUSALS));
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Connection open() throws IOException {
    return ConnectionFactory.createConnection(hbase.configuration());
  }

  @Override
  public AsyncConnection openAsync() throws IOException {
    return ConnectionFactory.createAsyncConnection(hbase.configuration()).join();
  }

  /**
   * Where a test's clock runs ahead, the server flushes old memstores by itself, and a region that
   * it is busy with is passed over here: so until none is.
   */
  @Override
  public void flush(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      Waiter.waitFor(hbase.configuration(), FLUSH_MILLIS, LOOK_MILLIS, () -> isFlushed(region));
    }
  }

  private static boolean isFlushed(HRegion region) throws IOException {
    return region.flush(true).getResult() != FlushResult.Result.CANNOT_FLUSH || region.isReadOnly();
  }

  @Override
  public void compact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      region.compact(false);
    }
  }

  /**
   * The files that were merged go at once, and not some minutes later. After a split HBase compacts
   * by itself too, and what it is busy with is passed over here: so until no half is left.
   */
  @Override
  public void majorCompact(TableName table) throws IOException {
    for (HRegion region : regions(table)) {
      Waiter.waitFor(
          hbase.configuration(), COMPACTION_MILLIS, LOOK_MILLIS, () -> isCompacted(region));
    }
  }

  private static boolean isCompacted(HRegion region) throws IOException {
    region.compact(true);
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
    return !region.hasReferences();
  }

  private List<HRegion> regions(TableName table) throws IOException {
    return hbase.cluster().getRegionServer(0).getRegions(table).stream()
        .map(HRegion.class::cast)
        .toList();
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
  public void close() {
    // It serves the test classes after this one too; its process closes it.
  }
}
