package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.TableDesign;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Asynchronous {@link TableNotes}: the first call asks what a table knows about a design, and later
 * calls ask again as long as there was no answer or the answer refused the design. Used by any
 * number of threads.
 */
public final class AsyncTableNotes {
  // Fixed at construction.
  private final AsyncConnection connection;
  private final TableDesign<?> design;
  private final IndexStates states;

  /** Whether all tables were there, and fitted. */
  private volatile boolean checked;

  public AsyncTableNotes(AsyncConnection connection, TableDesign<?> design, IndexStates states) {
    this.connection = connection;
    this.design = design;
    this.states = states;
  }

  /** Makes a call if the design fits. */
  public <T> CompletableFuture<T> fitting(Callable<CompletableFuture<T>> call) {
    return checked
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
                refusal.isInstance(Steps.cause(failure)) && !states.unbuilt().isEmpty()
                    ? check().thenCompose(done -> Steps.called(call))
                    : CompletableFuture.failedFuture(failure));
  }

  private CompletableFuture<Void> check() {
    Map<TableName, TableDescriptor> there = new ConcurrentHashMap<>();
    AsyncAdmin admin = connection.getAdmin();
    return Steps.each(
            DesignNotes.tables(design),
            table ->
                admin
                    .getDescriptor(table)
                    .thenAccept(found -> there.put(table, found))
                    .exceptionallyCompose(AsyncTableNotes::unknown))
        .thenRun(
            () -> {
              DesignNotes.check(design, there);
              states.set(DesignNotes.unbuilt(design, there));
              checked = there.keySet().containsAll(DesignNotes.tables(design));
            });
  }

  private static CompletableFuture<Void> unknown(Throwable failure) {
    Throwable cause = Steps.cause(failure);
    return cause instanceof TableNotFoundException || cause instanceof AccessDeniedException
        ? Steps.DONE
        : CompletableFuture.failedFuture(cause);
  }
}
