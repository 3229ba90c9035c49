package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.engine.Database;
import io.rowandb.engine.TableName;
import io.rowandb.engine.TableView;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.client.ConnectionUtils;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * The way from a request to the regions of one table, and the one place that repeats requests.
 *
 * <p>A refusal because a region moved (it was split, or the table disabled and enabled) leads to a
 * new look at the table and another try; a refusal because the region is too busy, to the same
 * after a pause. Both as often, and with the pauses, that HBase's client settings say. Everything
 * else is thrown as HBase's exception. Safe for use by many threads.
 */
final class TableAccess {
  private final DirectConnection connection;
  private final TableName name;

  /** The last view met, so that traits are made once a descriptor. */
  private volatile OpenTable last;

  TableAccess(DirectConnection connection, org.apache.hadoop.hbase.TableName name) {
    this.connection = connection;
    this.name = DescriptorAdapter.engine(name);
  }

  /** A call on the region of a row. */
  interface RegionCall<T> {
    T on(OpenTable table, Region region) throws IOException;
  }

  /** The table now; a volatile read and a look-up. */
  OpenTable open() throws IOException {
    Database database = connection.database();
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
    Database database = connection.database();
    TableView view = database.table(name);
    return view == null ? null : with(view, database);
  }

  /** The engine's name of the table. */
  TableName name() {
    return name;
  }

  /** Runs a call on the region that holds {@code row}. */
  <T> T onRegionOf(byte[] row, RegionCall<T> call) throws IOException {
    int failures = 0;
    while (true) {
      OpenTable table = open();
      try {
        return call.on(table, table.view().locate(row));
      } catch (IOException e) {
        awaitRetry(e, failures++);
      } catch (RuntimeException e) {
        throw ExceptionAdapter.unexpected(e);
      }
    }
  }

  /**
   * Returns when the request that failed may be tried again, and throws HBase's exception when it
   * may not.
   *
   * @param failures how many tries failed before this one
   */
  void awaitRetry(IOException failure, int failures) throws IOException {
    if (!mayRetry(failure)) {
      throw ExceptionAdapter.translate(failure);
    }
    int retries = connection.settings().retries();
    if (failures >= retries) {
      throw new RetriesExhaustedException(
          "Failed after attempts=" + (failures + 1), ExceptionAdapter.translate(failure));
    }
    if (failure instanceof RpcThrottlingException throttled) {
      awaitQuota(throttled);
      return;
    }
    boolean atOnce = failures == 0 && ExceptionAdapter.isRegionGone(failure);
    if (!atOnce) {
      pause(ConnectionUtils.getPauseTime(connection.settings().pauseMillis(), failures));
    }
  }

  /** Whether trying again may help. */
  static boolean mayRetry(IOException failure) {
    return ExceptionAdapter.isRegionGone(failure)
        || failure instanceof RpcThrottlingException
        || (failure instanceof RefusedException refused
            && refused.reason() == RefusedException.Reason.REGION_TOO_BUSY);
  }

  /** Waits as long as the quota says; not at all when that is longer than an operation may take. */
  private void awaitQuota(RpcThrottlingException throttled) throws IOException {
    long timeoutMillis = connection.settings().operationTimeoutMillis();
    if (throttled.getWaitInterval() > timeoutMillis) {
      SocketTimeoutException tooLong =
          new SocketTimeoutException(
              "callTimeout=" + timeoutMillis + ": " + throttled.getMessage());
      tooLong.initCause(throttled);
      throw tooLong;
    }
    pause(throttled.getWaitInterval());
  }

  private void pause(long millis) throws InterruptedIOException {
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
            connection.hazards().on(view),
            sameDescriptor
                ? known.traits()
                : TableTraits.of(view.descriptor(), database.options().alwaysForce()));
    last = fresh;
    return fresh;
  }

  /** Whether it is the very object: views and descriptors are replaced, never changed. */
  private static boolean isSame(Object one, Object other) {
    return one == other;
  }
}
