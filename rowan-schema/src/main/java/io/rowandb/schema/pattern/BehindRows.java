package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * Failures of what comes behind rows that are written. An exception that says that a call is
 * refused, as {@link io.rowandb.schema.table.ChangedDesignException} does, also says that nothing
 * is done, and callers make such a call again. Behind a row that is not true any more.
 */
final class BehindRows {
  private BehindRows() {}

  /**
   * Fails as what comes behind a row did, and with an {@code IOException} where that was refused.
   *
   * @param table of the row
   */
  static <T> CompletableFuture<T> failed(TableName table, Throwable failed) {
    Throwable failure = Steps.cause(failed);
    return CompletableFuture.failedFuture(
        failure instanceof RuntimeException refusal ? unfinished(table, refusal) : failure);
  }

  private static IOException unfinished(TableName table, RuntimeException refusal) {
    return new IOException(
        "a row of "
            + table
            + " is written, and what follows it is refused; its mark tells what is left, and the"
            + " next write of that row, or a repair, ends it: "
            + refusal.getMessage(),
        refusal);
  }
}
