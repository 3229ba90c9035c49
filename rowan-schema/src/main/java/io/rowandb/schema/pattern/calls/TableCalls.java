package io.rowandb.schema.pattern.calls;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The calls that writers and readers make on one table. With {@link WaitingCalls} the thread waits,
 * and each returned future is already complete; with {@link AsyncCalls} no thread waits. Code over
 * this interface works with either. A failure is in the future, never thrown.
 */
public interface TableCalls {
  CompletableFuture<Result> get(Get get);

  /** One for each, in their order; no call when there are none. */
  CompletableFuture<List<Result>> getAll(List<Get> gets);

  CompletableFuture<Void> put(Put put);

  CompletableFuture<Void> delete(Delete delete);

  /** Changes of one row, in one step. */
  CompletableFuture<Void> mutateRow(RowMutations changes);

  /**
   * Puts and deletes of rows, in one step: all or none. They are of one region of a table that has
   * HBase's endpoint for it; there is at least one.
   */
  CompletableFuture<Void> mutateRows(List<Mutation> changes);

  /**
   * Changes rows, each of them whole or not; no call when there are none. When one fails, others
   * may have been done.
   */
  CompletableFuture<Void> batch(List<? extends Row> changes);

  /** Whether the condition held, and the change was made. */
  CompletableFuture<Boolean> checkAndMutate(CheckAndMutate change);

  /** The same of many, one answer for each; no call when there are none. */
  CompletableFuture<List<Boolean>> checkAndMutate(List<CheckAndMutate> changes);

  /**
   * Adds to columns of a row if a condition holds: what these have then, or empty when it did not
   * hold.
   */
  CompletableFuture<Optional<Result>> checkAndAdd(CheckAndMutate change);

  /** All rows of a scan, which the caller bounds. */
  CompletableFuture<List<Result>> scanAll(Scan scan);

  /**
   * Gives the rows of a scan to a taker, which does not wait, until it says that it wants no more.
   */
  CompletableFuture<Void> scan(Scan scan, Predicate<Result> taker);
}
