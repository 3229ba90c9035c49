package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.client.lease.ScanLeases;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ConnectionUtils;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Leads requests to the regions of one table, and is the one place that retries them.
 *
 * <p>When a request is refused because a region moved (it was split, or the table was disabled and
 * enabled), the table is looked up again and the request is retried. When the region is too busy,
 * the same happens after a pause. HBase's client settings determine how often, with which pauses
 * and for how long it retries. Every other failure is thrown as HBase's exception. Safe for use by
 * many threads.
 */
final class TableAccess {
  private final ConnectedStore store;
  private final ClientSettings settings;
  private final TableName name;

  /** The last view met, so that traits are made once a descriptor. */
  private volatile OpenTable last;

  private volatile int operationTimeoutMillis;

  TableAccess(
      ConnectedStore store, ClientSettings settings, org.apache.hadoop.hbase.TableName name) {
    this.store = store;
    this.settings = settings;
    this.name = DescriptorAdapter.engine(name);
    this.operationTimeoutMillis = settings.operationTimeoutMillis();
  }

  /** A call on the region of a row. */
  interface RegionCall<T> {
    T on(OpenTable table, Region region) throws IOException;
  }

  /** The table now; a volatile read and a look-up. */
  OpenTable open() throws IOException {
    Database database = store.database();
    TableView view = database.table(name);
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(name);
    }
    if (!view.enabled()) {
      throw ExceptionAdapter.tableDisabled(name);
    }
    return with(view, database);
  }

  /** The table now, whether enabled or not, or null. */
  OpenTable peek() throws IOException {
    Database database = store.database();
    TableView view = database.table(name);
    return view == null ? null : with(view, database);
  }

  /** Where the store's open scans are kept. */
  ScanLeases leases() throws IOException {
    return store.leases();
  }

  /** The server that all regions are on. */
  ServerName server() {
    return store.server();
  }

  /** Whether the connection is closed. */
  boolean isClosed() {
    return store.isClosed();
  }

  /** Whether anything that failed may be tried again. */
  boolean mayRepeat() {
    return settings.retries() > 0;
  }

  /** The engine's name of the table. */
  TableName name() {
    return name;
  }

  /** How long an operation may take with its repetitions; applies to those that begin later. */
  void setOperationTimeout(int millis) {
    operationTimeoutMillis = millis;
  }

  /** The time of a batch that begins now. */
  OperationTime batchTime() {
    return OperationTime.ofBatch(operationTimeoutMillis);
  }

  /** The time of a scan's way to its next row that begins now. */
  OperationTime scanTime() {
    return OperationTime.ofScan(settings.scannerTimeoutMillis());
  }

  /**
   * Runs a call on the region that holds {@code row}.
   *
   * @param shared the time of the batch that the call belongs to, or null when it stands alone
   */
  <T> T onRegionOf(byte[] row, OperationTime shared, RegionCall<T> call) throws IOException {
    OperationTime time = shared;
    int failures = 0;
    while (true) {
      OpenTable table = open();
      try {
        return call.on(table, table.view().locate(row));
      } catch (IOException e) {
        if (time == null) {
          time = OperationTime.ofCall(operationTimeoutMillis);
        }
        awaitRetry(e, failures++, time);
      } catch (RuntimeException | LinkageError e) {
        DoNotRetryIOException unexpected = ExceptionAdapter.unexpected(e);
        throw time == null ? ExceptionAdapter.asSent(unexpected) : unexpected;
      }
    }
  }

  /**
   * Returns when the request that failed may be tried again, and throws HBase's exception when it
   * may not.
   *
   * @param failures how many tries failed before this one
   * @param time of the operation that the request belongs to
   */
  void awaitRetry(IOException failure, int failures, OperationTime time) throws IOException {
    long pauseMillis = pauseMillis(failure, failures);
    IOException end = end(failure, failures, pauseMillis, time);
    if (end != null) {
      throw end;
    }
    pause(pauseMillis);
  }

  /** HBase's exception when the request that failed may not be tried again, else null. */
  IOException end(IOException failure, int failures, long pauseMillis, OperationTime time) {
    IOException translated = ExceptionAdapter.translate(failure);
    if (!mayRetry(failure)) {
      return time.isOfBatch() || isMetByClient(translated)
          ? translated
          : ExceptionAdapter.asSent(translated);
    }
    if (failures >= settings.retries()) {
      return time.endAfter(failures + 1, translated);
    }
    return time.endBefore(pauseMillis, failures + 1, translated);
  }

  /** Whether HBase's client finds it out, so that it does not come from a server. */
  private static boolean isMetByClient(IOException failure) {
    return failure instanceof TableNotFoundException || failure instanceof TableNotEnabledException;
  }

  /**
   * How long to wait before trying again: what the quota says; not at all for a region that has
   * just moved.
   *
   * @param failures how many tries failed before this one
   */
  long pauseMillis(IOException failure, int failures) {
    if (failure instanceof RpcThrottlingException throttled) {
      return throttled.getWaitInterval();
    }
    boolean atOnce = failures == 0 && ExceptionAdapter.isRegionGone(failure);
    return atOnce ? 0 : ConnectionUtils.getPauseTime(settings.pauseMillis(), failures);
  }

  /** Whether trying again may help. */
  static boolean mayRetry(IOException failure) {
    return ExceptionAdapter.isRegionGone(failure)
        || failure instanceof RpcThrottlingException
        || (failure instanceof RefusedException refused
            && refused.reason() == RefusedException.Reason.REGION_TOO_BUSY);
  }

  /** Waits, if at all; an interruption then ends the request. */
  void pause(long millis) throws InterruptedIOException {
    if (millis <= 0) {
      return;
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting to repeat a request on " + name);
    }
  }

  private OpenTable with(TableView view, Database database) {
    OpenTable known = last;
    if (known != null && isSame(known.found(), view)) {
      return known;
    }
    boolean sameDescriptor = known != null && isSame(known.found().descriptor(), view.descriptor());
    OpenTable fresh =
        new OpenTable(
            view,
            store.watched(view),
            sameDescriptor
                ? known.traits()
                : TableTraits.of(
                        view.descriptor(),
                        database.options().log().alwaysForce(),
                        FilterLimit.of(settings.rpcTimeoutMillis(), database::isClosed))
                    .withTags(settings.tags()));
    last = fresh;
    return fresh;
  }

  /** Whether it is the very object: views and descriptors are replaced, never changed. */
  private static boolean isSame(Object one, Object other) {
    return one == other;
  }
}
