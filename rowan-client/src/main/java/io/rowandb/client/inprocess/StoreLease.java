package io.rowandb.client.inprocess;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.service.ServiceLimits;
import io.rowandb.client.service.StoreServices;
import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;

/**
 * A share of a store and its services, taken by the first call and released by {@link #close}.
 *
 * <p>It is taken lazily because HBase makes the classes that need it by reflection: otherwise a
 * store that cannot be opened would look like a class that cannot be loaded. Safe for many threads.
 */
final class StoreLease {
  private final Configuration conf;

  /** Null before the first call and after closing. */
  private volatile StoreServices services;

  @GuardedBy("this")
  private SharedStore store;

  @GuardedBy("this")
  private boolean closed;

  StoreLease(Configuration conf) {
    this.conf = conf;
  }

  /**
   * The services of the store.
   *
   * @throws DoNotRetryIOException when the store cannot be opened, or this lease is closed
   */
  StoreServices services() throws IOException {
    StoreServices open = services;
    return open != null && !open.isClosed() ? open : open();
  }

  private synchronized StoreServices open() throws IOException {
    if (closed) {
      throw new StoppedRpcClientException("The connection is closed");
    }
    if (services == null || services.isClosed()) { // the store was opened again meanwhile
      try {
        if (store == null) {
          store = SharedStore.acquire(conf);
        }
        services = store.service(StoreServices.class, this::openServices);
      } catch (IOException | IllegalArgumentException e) {
        throw new DoNotRetryIOException(e.getMessage(), e);
      }
    }
    return services;
  }

  private StoreServices openServices(SharedStore opened) throws IOException {
    return StoreServices.open(
        opened.database(),
        opened.tableChanges(),
        opened.server(),
        ServiceLimits.of(conf),
        HazardMode.of(conf));
  }

  /** Gives the share back; the last share closes the store. Twice does nothing. */
  synchronized void close() {
    closed = true;
    services = null;
    SharedStore giveBack = store;
    store = null;
    if (giveBack != null) {
      try {
        giveBack.close();
      } catch (IOException e) {
        // HBase's close methods have no place for it, yet a store that did not close well must say.
        throw new UncheckedIOException(e);
      }
    }
  }
}
