package io.rowandb.schema.pattern.calls;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Carries asynchronous calls, for which no thread waits. Used by any number of threads. */
public record AsyncCarrier(AsyncConnection connection) implements Carrier {
  @Override
  public Configuration configuration() {
    return connection.getConfiguration();
  }

  @Override
  public TableCalls table(TableName name) {
    return new AsyncCalls(connection.getTable(name));
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public CompletableFuture<Void> pause(long nanos) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS));
  }

  @Override
  public CompletableFuture<Boolean> exists(TableName table) {
    return Steps.called(() -> connection.getAdmin().tableExists(table));
  }

  @Override
  public CompletableFuture<Optional<TableDescriptor>> descriptor(TableName table) {
    return Steps.called(() -> connection.getAdmin().getDescriptor(table))
        .thenApply(Optional::of)
        .exceptionallyCompose(
            failure -> {
              Throwable cause = Steps.cause(failure);
              return cause instanceof TableNotFoundException
                      || cause instanceof AccessDeniedException
                  ? CompletableFuture.completedFuture(Optional.empty())
                  : CompletableFuture.failedFuture(cause);
            });
  }

  @Override
  public CompletableFuture<Boolean> isDisabled(TableName table) {
    return Steps.called(() -> connection.getAdmin().isTableDisabled(table));
  }
}
