package io.rowandb.systems.web.logs;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import io.rowandb.systems.pool.Pool;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The stores, one for each thread at work, opened when they are first needed; the tables are made
 * when a line is first added. When another program has added the index by source, all are opened
 * anew. Thread-safe.
 */
final class OpenLogs implements AutoCloseable {
  private static final String NO_SOURCE =
      "no index has sources yet; ./rowan logs index adds one, a guid or a code needs none";

  // Fixed at construction.
  private final Connection connection;

  @GuardedBy("this")
  private Pool<LogStore> open;

  @GuardedBy("this")
  private TableDesign<LogRecord> design;

  /** Of designs before, at most one as long as the tables are there: some may be in use still. */
  @GuardedBy("this")
  private final List<Pool<LogStore>> former = new ArrayList<>();

  OpenLogs(Connection connection) {
    this.connection = connection;
  }

  /** Some line; empty when there is none, or no table. */
  Optional<LogRecord> any() throws IOException {
    try {
      return LogStore.any(connection);
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Asks.
   *
   * @throws TableNotFoundException when there is no table
   * @throws WebException when it needs an index that is not there
   */
  <A> A ask(Pool.Use<LogStore, A> question) throws IOException {
    Pool<LogStore> stores = existing();
    try {
      return stores.use(question);
    } catch (UnservedReadException | ChangedDesignException e) {
      if (!renew(stores)) {
        throw e instanceof UnservedReadException
            ? new WebException(WebException.IN_CONFLICT, NO_SOURCE)
            : e;
      }
      return existing().use(question);
    }
  }

  /** Writes; makes the tables if there are none. */
  <A> A write(Pool.Use<LogStore, A> lines) throws IOException {
    Pool<LogStore> stores = made();
    try {
      return stores.use(lines);
    } catch (ChangedDesignException e) {
      renew(stores);
      throw new WebException(
          WebException.UNAVAILABLE, "the table has got another index meanwhile; send it again");
    }
  }

  private synchronized Pool<LogStore> existing() throws IOException {
    return open == null ? opened(LogStore.openExisting(connection)) : open;
  }

  private synchronized Pool<LogStore> made() throws IOException {
    return open == null ? opened(LogStore.open(connection)) : open;
  }

  @GuardedBy("this")
  private Pool<LogStore> opened(LogStore first) throws IOException {
    design = LogStore.design(connection);
    open = Pool.of(first, () -> LogStore.openExisting(connection), LogStore::close);
    return open;
  }

  /** Whether there are other stores now than these. */
  private synchronized boolean renew(Pool<LogStore> stores) throws IOException {
    if (open == stores && design != LogStore.design(connection)) {
      former.add(open);
      open = null;
    }
    return open != stores;
  }

  @Override
  public synchronized void close() throws IOException {
    for (Pool<LogStore> each : former) {
      each.close();
    }
    if (open != null) {
      open.close();
    }
  }
}
