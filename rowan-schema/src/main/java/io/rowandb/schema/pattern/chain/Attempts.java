package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Steps that are retried when another writer was faster. Between attempts it waits for a growing
 * random time, so that writers of one row do not block one another forever.
 */
public final class Attempts {
  /** Each time another writer was faster; so many in a row are a fault in the program. */
  private static final int MOST = 100;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  // Fixed at construction.
  private final Carrier carrier;
  private final TableName table;

  Attempts(Carrier carrier, TableName table) {
    this.carrier = carrier;
    this.table = table;
  }

  /**
   * Takes steps until one says that it has done it.
   *
   * @param row that others write, for people
   * @return fails also when others write the row again and again
   */
  public CompletableFuture<Void> until(
      Supplier<byte[]> row, Callable<CompletableFuture<Boolean>> step) {
    int[] taken = new int[1];
    return Steps.whileMore(
        () -> {
          if (taken[0] == MOST) {
            throw tooMany(row.get());
          }
          return pauseBefore(taken[0]++)
              .thenCompose(done -> Steps.called(step))
              .thenApply(done -> !done);
        });
  }

  private CompletableFuture<Void> pauseBefore(int attempt) {
    long most = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempt, 20));
    return attempt == 0 ? Steps.DONE : carrier.pause(ThreadLocalRandom.current().nextLong(most));
  }

  private ContendedRowException tooMany(byte[] row) {
    return new ContendedRowException(
        "row "
            + Bytes.toStringBinary(row)
            + " of "
            + table
            + " was written by others "
            + MOST
            + " times while this client tried to");
  }
}
