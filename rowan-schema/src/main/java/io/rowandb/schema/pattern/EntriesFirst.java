package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.DetailKeeper;
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
  private final DetailKeeper<R> details;

  EntriesFirst(IndexKeeper<R> keeper, DetailKeeper<R> details) {
    this.keeper = keeper;
    this.details = details;
  }

  /** The details of these records that are in rows of their own. */
  public DetailKeeper<R> details() {
    return details;
  }

  /** Ends if this program may write the rows. */
  public CompletableFuture<Void> mayWrite() {
    return keeper.mayWrite();
  }

  /**
   * Writes entries and details in rows of their own, and then rows, unless that comes too late.
   *
   * @param written the records of rows that will be written
   * @param times of each of them, in milliseconds since 1970, which its details get
   * @param rows writes and deletes them
   * @return fails with an {@code IOException} when it had taken half the grace of the indexes
   *     before the rows could be sent: what they are written for must know of them
   */
  public CompletableFuture<Void> write(
      List<R> written, List<Long> times, Callable<CompletableFuture<Void>> rows) {
    WriteTime time = keeper.beginTime();
    return keeper
        .writeEntries(written, null)
        .thenCompose(done -> writeDetails(written, times))
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

  private CompletableFuture<Void> writeDetails(List<R> written, List<Long> times) {
    return details.areInRows()
        ? Steps.sideBySide(written.size(), i -> details.write(written.get(i), times.get(i)))
        : Steps.DONE;
  }
}
