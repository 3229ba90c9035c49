package io.rowandb.schema.pattern.calls;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/** Asynchronous calls, for which no thread waits. Used by any number of threads. */
record AsyncCalls(AsyncTable<AdvancedScanResultConsumer> table) implements TableCalls {
  @Override
  public CompletableFuture<Result> get(Get get) {
    return Steps.called(() -> table.get(get));
  }

  @Override
  public CompletableFuture<List<Result>> getAll(List<Get> gets) {
    return gets.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : Steps.called(() -> table.getAll(gets));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return Steps.called(() -> table.put(put));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return Steps.called(() -> table.delete(delete));
  }

  @Override
  public CompletableFuture<Void> mutateRow(RowMutations changes) {
    return Steps.called(() -> table.mutateRow(changes).thenApply(done -> null));
  }

  @Override
  public CompletableFuture<Void> mutateRows(List<Mutation> changes) {
    return Steps.called(() -> MutateRows.make(table, changes));
  }

  @Override
  public CompletableFuture<Void> batch(List<? extends Row> changes) {
    return changes.isEmpty()
        ? Steps.DONE
        : Steps.called(() -> table.batchAll(changes).thenApply(done -> null));
  }

  @Override
  public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate change) {
    return Steps.called(() -> table.checkAndMutate(change))
        .thenApply(CheckAndMutateResult::isSuccess);
  }

  @Override
  public CompletableFuture<List<Boolean>> checkAndMutate(List<CheckAndMutate> changes) {
    return changes.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : Steps.called(() -> table.checkAndMutateAll(changes))
            .thenApply(answers -> answers.stream().map(CheckAndMutateResult::isSuccess).toList());
  }

  @Override
  public CompletableFuture<Optional<Result>> checkAndAdd(CheckAndMutate change) {
    return Steps.called(() -> table.checkAndMutate(change))
        .thenApply(
            answer -> answer.isSuccess() ? Optional.of(answer.getResult()) : Optional.empty());
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    return Steps.called(() -> table.scanAll(scan));
  }

  @Override
  public CompletableFuture<Void> scan(Scan scan, Predicate<Result> taker) {
    return Steps.called(() -> AsyncRows.scan(table, scan, taker));
  }
}
