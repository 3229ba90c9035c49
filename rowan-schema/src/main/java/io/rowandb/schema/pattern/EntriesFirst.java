package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Writes the entries of records whose rows another class writes, such as those of a view: the mark
 * of its source tells when they are written. Its thread rules are those of its carrier.
 *
 * @param <R> the record
 */
public final class EntriesFirst<R> {
  // Fixed at construction.
  private final IndexKeeper<R> keeper;

  EntriesFirst(IndexKeeper<R> keeper) {
    this.keeper = keeper;
  }

  /** Ends if this program may write the rows. */
  public CompletableFuture<Void> mayWrite() {
    return keeper.mayWrite();
  }

  /**
   * Writes entries, and then rows, unless that comes too late.
   *
   * @param written the records of rows that will be written
   * @param rows writes and deletes them
   * @return fails with an {@code IOException} when it had taken half the grace of the indexes
   *     before the rows could be sent: what they are written for must know of them
   */
  public CompletableFuture<Void> write(List<R> written, Callable<CompletableFuture<Void>> rows) {
    WriteTime time = keeper.beginTime();
    return keeper
        .writeEntries(written, null)
        .thenCompose(done -> keeper.checked(time))
        .thenCompose(done -> Steps.called(rows))
        .exceptionallyCompose(
            failed -> {
              Throwable failure = Steps.cause(failed);
              return CompletableFuture.failedFuture(
                  failure instanceof LateWriteException
                      ? LateWriteException.noted(keeper.table(), failure)
                      : failure);
            });
  }
}
