package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.async.AsyncSteps;
import io.rowandb.schema.pattern.details.AsyncRecords;
import io.rowandb.schema.pattern.notes.UnusableTable;
import io.rowandb.schema.table.IndexDesign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * {@link IndexKeeper} without a thread that waits: the same calls in the same order, so that what a
 * client leaves behind that dies is the same too.
 */
final class AsyncIndexKeeper<R> {
  // Fixed at construction.
  private final AsyncConnection connection;
  private final AsyncRecords<R> records;
  private final IndexEntries<R> entries;
  private final OwnEntries own;
  private final Map<IndexDesign<R>, AsyncTable<AdvancedScanResultConsumer>> tables =
      new LinkedHashMap<>();

  AsyncIndexKeeper(AsyncConnection connection, AsyncRecords<R> records, IndexSettings settings) {
    this.connection = connection;
    this.records = records;
    entries = new IndexEntries<>(records.design(), settings);
    own = OwnEntries.of(connection, connection.getConfiguration(), entries.design().name());
    for (IndexDesign<R> index : entries.design().indexes()) {
      tables.put(index, connection.getTable(index.table()));
    }
  }

  AsyncTable<AdvancedScanResultConsumer> table(IndexDesign<R> index) {
    return tables.get(index);
  }

  /** A call to the table of an index, whose failure says whether that is not there. */
  <T> CompletableFuture<T> named(IndexDesign<R> index, Callable<CompletableFuture<T>> call) {
    return UnusableTable.named(connection, entries.design(), index, AsyncSteps.called(call));
  }

  /** How long a write has taken that begins now. */
  WriteTime beginTime() {
    return entries.begin();
  }

  /** A write of records, or their deletion, begins: {@link IndexKeeper#begin}. */
  OwnEntries.Write begin(List<byte[]> rows) {
    return own.begin(rows);
  }

  /**
   * The first step of writing records: {@link IndexKeeper#writeEntries(List, OwnEntries.Write)}.
   */
  CompletableFuture<Claims<R>> writeEntries(List<R> written, OwnEntries.Write write) {
    return storedIn(entries.haveCopies() ? entries.rows(written) : List.of())
        .thenCompose(former -> writeEntries(written, former, write));
  }

  private CompletableFuture<List<IndexEntries.Stored<R>>> storedIn(List<byte[]> rows) {
    List<IndexEntries.Stored<R>> stored = new ArrayList<>();
    return rows.isEmpty()
        ? CompletableFuture.completedFuture(stored)
        : AsyncSteps.called(() -> records.at(rows))
            .thenApply(
                found -> {
                  for (int i = 0; i < found.size(); i++) {
                    if (found.get(i) != null) {
                      stored.add(new IndexEntries.Stored<>(rows.get(i), found.get(i)));
                    }
                  }
                  return stored;
                });
  }

  private CompletableFuture<Claims<R>> writeEntries(
      List<R> written, List<IndexEntries.Stored<R>> former, OwnEntries.Write write) {
    Claims<R> claims = new Claims<>();
    return AsyncSteps.each(
            entries.indexes(),
            index -> write(index, entries.of(index, written, former, write), claims))
        .exceptionallyCompose(failure -> withdraw(claims, failure))
        .thenApply(done -> claims);
  }

  private CompletableFuture<Void> write(
      IndexDesign<R> index, IndexEntries.Writes<R> writes, Claims<R> claims) {
    return AsyncSteps.each(
            writes.claims(), claim -> make(claim).thenAccept(former -> claims.add(claim, former)))
        .thenCompose(done -> write(index, withObsolete(index, writes.puts())));
  }

  private List<Row> withObsolete(IndexDesign<R> index, List<Put> puts) {
    List<Row> changes = new ArrayList<>(puts);
    changes.addAll(entries.removing(index, own.takeObsolete(index.name())));
    return changes;
  }

  private CompletableFuture<Void> write(IndexDesign<R> index, List<? extends Row> changes) {
    return changes.isEmpty()
        ? AsyncSteps.DONE
        : named(index, () -> tables.get(index).batchAll(changes).thenApply(done -> null));
  }

  /** Makes a claim; gives the entry as it was seen before. */
  private CompletableFuture<Result> make(Claims.Claim<R> claim) {
    return named(claim.index(), () -> madeIn(claim));
  }

  private CompletableFuture<Result> madeIn(Claims.Claim<R> claim) {
    AsyncTable<AdvancedScanResultConsumer> table = tables.get(claim.index());
    AtomicReference<Result> former = new AtomicReference<>(Result.EMPTY_RESULT);
    return AsyncSteps.whileMore(
            () ->
                table
                    .checkAndMutate(claim.attempt(former.get()))
                    .thenCompose(
                        outcome ->
                            outcome.isSuccess() ? AsyncSteps.more(false) : look(claim, former)))
        .thenApply(done -> former.get());
  }

  /** What is there instead; then it is tried again, or refused. */
  private CompletableFuture<Boolean> look(Claims.Claim<R> claim, AtomicReference<Result> former) {
    return AsyncSteps.called(() -> tables.get(claim.index()).get(claim.look()))
        .thenCompose(
            found -> {
              former.set(found);
              return isFree(claim, found)
                  .thenCompose(
                      free ->
                          free
                              ? AsyncSteps.more(true)
                              : CompletableFuture.failedFuture(claim.takenBy(found)));
            });
  }

  private CompletableFuture<Boolean> isFree(Claims.Claim<R> claim, Result former) {
    if (claim.isOwn(former) || claim.isClaimed(former)) {
      return CompletableFuture.completedFuture(claim.isOwn(former));
    }
    return AsyncSteps.called(() -> records.at(claim.owner(former)))
        .thenApply(owner -> !claim.isOf(owner, former));
  }

  /** The last step of writing records: {@link IndexKeeper#settle}. */
  CompletableFuture<Void> settle(Claims<R> claims) {
    return AsyncSteps.each(
        claims.takeSettling().entrySet(), each -> delete(each.getKey(), each.getValue()));
  }

  /** Fails as a step did, whose records will not be written if it was refused. */
  CompletableFuture<Void> withdraw(Claims<R> claims, Throwable failed) {
    Throwable refusal = AsyncSteps.cause(failed);
    if (!(refusal instanceof UniqueViolationException
        || refusal instanceof LateWriteException
        || refusal instanceof RuntimeException)) {
      return CompletableFuture.failedFuture(refusal);
    }
    return settle(claims)
        .exceptionally(
            failure -> {
              refusal.addSuppressed(failure); // they are free after a grace
              return null;
            })
        .thenCompose(done -> CompletableFuture.failedFuture(refusal));
  }

  /** The first step of deleting a record: {@link IndexKeeper#beforeDelete}. */
  CompletableFuture<Void> beforeDelete(byte[] row) {
    return storedIn(entries.haveCopies() ? List.of(row) : List.of())
        .thenCompose(
            former ->
                AsyncSteps.each(
                    entries.indexes(), index -> write(index, entries.beforeDelete(index, former))));
  }

  /** The present: taken before records are looked up, for {@link #fill} and {@link #removeOld}. */
  long nowMillis() {
    return entries.nowMillis();
  }

  /** Gives entries copies, if they were old enough before their records were looked up. */
  CompletableFuture<Void> fill(
      IndexDesign<R> index, List<IndexEntries.Seen<R>> found, long nowMillis) {
    IndexEntries.Unfilled<R> unfilled = entries.unfilled(index, found, nowMillis);
    CompletableFuture<List<Result>> removals =
        unfilled.removals() == null
            ? CompletableFuture.completedFuture(List.of())
            : named(index, () -> tables.get(index).scanAll(unfilled.removals()));
    return removals.thenCompose(
        rows -> write(index, entries.filling(index, unfilled, rows, nowMillis)));
  }

  /** Removes entries that no record had, if they were old enough before they were looked up. */
  CompletableFuture<Void> removeOld(IndexDesign<R> index, List<Result> stale, long nowMillis) {
    return delete(index, entries.removing(index, stale, nowMillis));
  }

  /** Takes from entries what many writes left there: {@link IndexKeeper#thin}. */
  CompletableFuture<Void> thin(IndexDesign<R> index, List<Result> crowded, long nowMillis) {
    return delete(index, entries.thinning(index, crowded, nowMillis));
  }

  private CompletableFuture<Void> delete(IndexDesign<R> index, List<Delete> deletes) {
    return deletes.isEmpty()
        ? AsyncSteps.DONE
        : named(index, () -> tables.get(index).deleteAll(deletes));
  }
}
