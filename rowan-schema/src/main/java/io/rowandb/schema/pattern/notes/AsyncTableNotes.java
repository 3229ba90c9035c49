package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.DesignStates;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Asynchronous {@link TableNotes}: the first call asks what a table knows about a design, and later
 * calls ask again when that is older than a lease, and as long as there was no answer or the answer
 * refused the design. Used by any number of threads.
 */
public final class AsyncTableNotes {
  // Fixed at construction.
  private final Carrier carrier;
  private final TableDesign<?> design;
  private final ReadStates states;
  private final long leaseNanos;

  /** Whether all tables were there, and fitted. */
  private volatile boolean checked;

  /** When they were looked at last. */
  private volatile Since since = Since.now();

  public AsyncTableNotes(
      Carrier carrier, TableDesign<?> design, ReadStates states, Duration lease) {
    this.carrier = carrier;
    this.design = design;
    this.states = states;
    leaseNanos = lease.toNanos();
  }

  /** Makes a call if the design fits. */
  public <T> CompletableFuture<T> fitting(Callable<CompletableFuture<T>> call) {
    return checked && since.isYounger(leaseNanos)
        ? Steps.called(call)
        : Steps.called(() -> check().thenCompose(done -> Steps.called(call)));
  }

  /**
   * Makes a call, and once more if it was refused and an index was built meanwhile.
   *
   * @param refusal how a call fails for lack of an index
   */
  public <T> CompletableFuture<T> fitting(
      Callable<CompletableFuture<T>> call, Class<? extends Exception> refusal) {
    return fitting(call)
        .exceptionallyCompose(
            failure ->
                refusal.isInstance(Steps.cause(failure)) && !states.areComplete()
                    ? check().thenCompose(done -> Steps.called(call))
                    : CompletableFuture.failedFuture(failure));
  }

  /** While no master answers, an open table goes on by what was seen before. */
  private CompletableFuture<Void> check() {
    Since now = Since.now();
    return DesignLease.look(carrier, DesignNotes.tables(design))
        .thenAccept(
            there -> {
              DesignNotes.check(design, there);
              states.set(DesignStates.of(design, there));
              checked = there.keySet().containsAll(DesignNotes.tables(design));
            })
        .exceptionallyCompose(
            failure ->
                checked && Steps.cause(failure) instanceof IOException
                    ? Steps.DONE
                    : CompletableFuture.failedFuture(Steps.cause(failure)))
        .thenRun(() -> since = now);
  }
}
