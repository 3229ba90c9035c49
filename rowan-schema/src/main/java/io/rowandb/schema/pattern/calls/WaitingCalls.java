package io.rowandb.schema.pattern.calls;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Blocking calls, for which the calling thread waits. Used by one thread, like its table. */
record WaitingCalls(Table table) implements TableCalls {
  /** A call of HBase's that fails by an exception. */
  private static <T> CompletableFuture<T> done(Callable<T> call) {
    return Steps.called(() -> CompletableFuture.completedFuture(call.call()));
  }

  private static CompletableFuture<Void> done(Change change) {
    return done(
        () -> {
          change.make();
          return null;
        });
  }

  /** A call of HBase's without an answer. */
  @FunctionalInterface
  private interface Change {
    void make() throws Exception;
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return done(() -> table.get(get));
  }

  @Override
  public CompletableFuture<List<Result>> getAll(List<Get> gets) {
    return done(() -> gets.isEmpty() ? List.of() : Arrays.asList(table.get(gets)));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return done(() -> table.put(put));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return done(() -> table.delete(delete));
  }

  @Override
  public CompletableFuture<Void> mutateRow(RowMutations changes) {
    return done((Change) () -> table.mutateRow(changes));
  }

  @Override
  public CompletableFuture<Void> mutateRows(List<Mutation> changes) {
    return done((Change) () -> MutateRows.make(table, changes));
  }

  @Override
  public CompletableFuture<Void> batch(List<? extends Row> changes) {
    return changes.isEmpty() ? Steps.DONE : done(() -> makeAll(changes));
  }

  private void makeAll(List<? extends Row> changes) throws Exception {
    try {
      table.batch(changes, new Object[changes.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (Exception) new InterruptedIOException("interrupted while writing").initCause(e);
    }
  }

  @Override
  public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate change) {
    return done(() -> table.checkAndMutate(change).isSuccess());
  }

  @Override
  public CompletableFuture<List<Boolean>> checkAndMutate(List<CheckAndMutate> changes) {
    return done(
        () ->
            changes.isEmpty()
                ? List.of()
                : table.checkAndMutate(changes).stream()
                    .map(CheckAndMutateResult::isSuccess)
                    .toList());
  }

  @Override
  public CompletableFuture<Optional<Result>> checkAndAdd(CheckAndMutate change) {
    return done(
        () -> {
          CheckAndMutateResult answer = table.checkAndMutate(change);
          return answer.isSuccess() ? Optional.of(answer.getResult()) : Optional.empty();
        });
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    List<Result> rows = new ArrayList<>();
    return scan(scan, rows::add).thenApply(done -> rows);
  }

  @Override
  public CompletableFuture<Void> scan(Scan scan, Predicate<Result> taker) {
    return done(
        () -> {
          try (ResultScanner rows = table.getScanner(scan)) {
            Result row = rows.next();
            while (row != null && taker.test(row)) {
              row = rows.next();
            }
          }
          return null;
        });
  }
}
