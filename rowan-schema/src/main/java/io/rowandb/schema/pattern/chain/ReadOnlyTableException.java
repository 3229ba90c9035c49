package io.rowandb.schema.pattern.chain;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** A write of a table that is read-only; not all of it was done, and none of it will be. */
public final class ReadOnlyTableException extends IOException {
  private static final long serialVersionUID = 1;

  ReadOnlyTableException(TableName table, Throwable cause) {
    super("table " + table + " is read-only, and the write is not done", cause);
  }

  /** Whether calls to a table fail since it is read-only; asks the master if they may. */
  static CompletableFuture<Boolean> isCause(Carrier carrier, TableName table, Throwable failed) {
    return isRefused(Steps.cause(failed))
        ? carrier
            .descriptor(table)
            .handle(
                (found, failure) ->
                    failure == null && found.filter(TableDescriptor::isReadOnly).isPresent())
        : CompletableFuture.completedFuture(false);
  }

  /** What HBase's regions say, whose calls have all ended before they are read-only. */
  private static final String REASON = "is read only";

  /**
   * Whether the region of a row refused a call since it is read-only; of calls for several rows,
   * whether all that failed were refused so: another may still be executed.
   */
  static boolean isRefused(Throwable failure) {
    if (failure instanceof RetriesExhaustedWithDetailsException several) {
      List<Throwable> causes = several.getCauses();
      return !causes.isEmpty() && causes.stream().allMatch(ReadOnlyTableException::isRefused);
    }
    return failure != null
        && ((failure instanceof DoNotRetryIOException
                && String.valueOf(failure.getMessage()).contains(REASON))
            || isRefused(failure.getCause()));
  }
}
