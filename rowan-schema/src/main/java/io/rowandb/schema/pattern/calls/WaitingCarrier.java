package io.rowandb.schema.pattern.calls;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Carries blocking calls, for which the calling thread waits: every returned future is complete,
 * and {@link Steps#ended} gives its value. Keeps the requested tables open until it is closed; the
 * connection stays open. Used by one thread.
 */
public final class WaitingCarrier implements Carrier, AutoCloseable {
  // Fixed at construction.
  private final Connection connection;

  private final Map<TableName, Table> tables = new HashMap<>();

  /** Of a connection. */
  public WaitingCarrier(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Configuration configuration() {
    return connection.getConfiguration();
  }

  /** A table, open as long as this is. */
  public Table opened(TableName name) throws IOException {
    Table table = tables.get(name);
    if (table == null) {
      table = connection.getTable(name);
      tables.put(name, table);
    }
    return table;
  }

  @Override
  public TableCalls table(TableName name) throws IOException {
    return new WaitingCalls(opened(name));
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public CompletableFuture<Void> pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long rest = nanos; rest > 0; rest = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) { // each park would end at once
        return CompletableFuture.failedFuture(
            new InterruptedIOException(
                "the thread was interrupted in a pause of "
                    + TimeUnit.NANOSECONDS.toMillis(nanos)
                    + " ms"));
      }
      LockSupport.parkNanos(rest);
    }
    return Steps.DONE;
  }

  @Override
  public CompletableFuture<Boolean> exists(TableName table) {
    return Steps.called(
        () -> {
          try (Admin admin = connection.getAdmin()) {
            return CompletableFuture.completedFuture(admin.tableExists(table));
          }
        });
  }

  @Override
  public CompletableFuture<Optional<TableDescriptor>> descriptor(TableName table) {
    return Steps.called(
        () -> {
          try (Admin admin = connection.getAdmin()) {
            return CompletableFuture.completedFuture(Optional.of(admin.getDescriptor(table)));
          } catch (TableNotFoundException | AccessDeniedException e) {
            return CompletableFuture.completedFuture(Optional.empty());
          }
        });
  }

  @Override
  public CompletableFuture<Boolean> isDisabled(TableName table) {
    return Steps.called(
        () -> {
          try (Admin admin = connection.getAdmin()) {
            return CompletableFuture.completedFuture(admin.isTableDisabled(table));
          }
        });
  }

  @Override
  public void close() throws IOException {
    for (Table table : tables.values()) {
      table.close();
    }
  }
}
