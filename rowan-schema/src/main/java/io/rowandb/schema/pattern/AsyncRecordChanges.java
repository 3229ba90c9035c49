package io.rowandb.schema.pattern;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * {@link RecordChanges} that do not wait for HBase.
 *
 * @param <R> the record
 */
public final class AsyncRecordChanges<R> extends ChangesTogether<R, AsyncRecordChanges<R>> {
  // Fixed at construction.
  private final Function<AsyncRecordChanges<R>, CompletableFuture<Boolean>> run;

  AsyncRecordChanges(Function<AsyncRecordChanges<R>, CompletableFuture<Boolean>> run) {
    this.run = run;
  }

  @Override
  AsyncRecordChanges<R> self() {
    return this;
  }

  /** Makes the changes, as {@link RecordChanges#run}; failures are in the future. */
  public CompletableFuture<Boolean> run() {
    return run.apply(this);
  }
}
