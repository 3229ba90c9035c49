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
 * Answers the questions that HBase's client otherwise asks ZooKeeper or a master: the cluster's id,
 * and where its master and {@code hbase:meta} are. {@code hbase.client.registry.impl} names this
 * class; HBase makes it.
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
