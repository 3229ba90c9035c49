package io.rowandb.client.inprocess;

import io.rowandb.client.service.StoreServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.security.User;

/**
 * Tells HBase's client what it would ask ZooKeeper or a master: who the cluster is, where its
 * master and {@code hbase:meta} are. Named by {@code hbase.client.registry.impl}, made by HBase.
 *
 * <p>Safe for many threads. Holds a share of the store from the first question to {@link #close}.
 */
public final class InProcessRegistry implements ConnectionRegistry {
  private final StoreLease lease;

  /** As HBase 2.5 and 3.0 construct it. */
  public InProcessRegistry(Configuration conf) {
    this.lease = new StoreLease(conf);
  }

  /** As HBase 2.6 constructs it. */
  public InProcessRegistry(Configuration conf, User user) {
    this(conf);
  }

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return ask(
        services ->
            new RegionLocations(
                new HRegionLocation(RegionInfoBuilder.FIRST_META_REGIONINFO, services.server())));
  }

  /**
   * The first question of every connection, hence the place where a store that cannot be opened
   * must show.
   */
  @Override
  public CompletableFuture<String> getClusterId() {
    try {
      return CompletableFuture.completedFuture(lease.services().clusterId());
    } catch (IOException e) {
      return new NoCluster(e);
    }
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return ask(StoreServices::server);
  }

  @Override
  public String getConnectionString() {
    return "rowan (in process)";
  }

  @Override
  public void close() {
    lease.close();
  }

  /**
   * The failed answer of a store that cannot be opened. HBase's blocking connection takes an {@code
   * ExecutionException} here for a passing one: it logs it, and asks for the regions of {@code
   * hbase:meta} for as long as its retries last. So waiting throws what ends its constructor; the
   * asynchronous connection, which does not wait, sees an ordinary failure.
   */
  private static final class NoCluster extends CompletableFuture<String> {
    private final IOException cause;

    NoCluster(IOException cause) {
      this.cause = cause;
      completeExceptionally(cause);
    }

    @Override
    public String get() {
      throw new UncheckedIOException(cause.getMessage(), cause);
    }
  }

  private <T> CompletableFuture<T> ask(Function<StoreServices, T> question) {
    try {
      return CompletableFuture.completedFuture(question.apply(lease.services()));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
