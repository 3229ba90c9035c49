package io.rowandb.schema.pattern.calls;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Carries calls to HBase: over a blocking connection ({@link WaitingCarrier}) or an asynchronous
 * one ({@link AsyncCarrier}).
 */
public interface Carrier {
  /** The connection, which is only compared. */
  Object connection();

  /** The connection's. */
  Configuration configuration();

  /**
   * The calls of a table, which need not be there.
   *
   * @throws IOException when the connection is closed
   */
  TableCalls table(TableName name) throws IOException;

  /**
   * Ends when so much time has passed; of a thread that waits and is interrupted, with an {@link
   * java.io.InterruptedIOException}.
   */
  CompletableFuture<Void> pause(long nanos);

  /** The time that passes in pauses, in nanoseconds since any moment: only differences count. */
  long nanoTime();

  /** Whether a table is there. */
  CompletableFuture<Boolean> exists(TableName table);

  /** What HBase keeps of a table; empty when it is not there, or this user may not see it. */
  CompletableFuture<Optional<TableDescriptor>> descriptor(TableName table);

  /** Whether a table is disabled; fails when it is not there. */
  CompletableFuture<Boolean> isDisabled(TableName table);
}
