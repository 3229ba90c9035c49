package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;

/**
 * {@link IndexKeeper} without a thread that waits: the same calls in the same order, so that what a
 * client leaves behind that dies is the same too.
 */
final class AsyncIndexKeeper<R> {
  // Fixed at construction.
  private final AsyncRecords<R> records;
  private final IndexEntries<R> entries;
  private final Map<IndexDesign<R>, AsyncTable<AdvancedScanResultConsumer>> tables =
      new HashMap<>();

  AsyncIndexKeeper(AsyncConnection connection, AsyncRecords<R> records, IndexSettings settings) {
    this.records = records;
    entries = new IndexEntries<>(records.declared().design(), settings);
    for (IndexDesign<R> index : entries.design().indexes()) {
      tables.put(index, connection.getTable(index.table()));
    }
  }

  AsyncTable<AdvancedScanResultConsumer> table(IndexDesign<R> index) {
    return tables.get(index);
  }

  /** The first step of writing records: {@link IndexKeeper#writeEntries(List)}. */
  CompletableFuture<Void> writeEntries(List<R> written) {
    return AsyncSteps.each(entries.indexes(), index -> writeEntries(index, written));
  }

  private CompletableFuture<Void> writeEntries(IndexDesign<R> index, List<R> written) {
    List<IndexEntries.Entry<R>> all = entries.of(index, written);
    if (index.isUnique()) {
      return AsyncSteps.each(all, this::claim);
    }
    return all.isEmpty()
        ? AsyncSteps.DONE
        : tables.get(index).putAll(all.stream().map(IndexEntries.Entry::put).toList());
  }

  private CompletableFuture<Void> claim(IndexEntries.Entry<R> entry) {
    AsyncTable<AdvancedScanResultConsumer> table = tables.get(entry.index());
    AtomicReference<Result> former = new AtomicReference<>();
    return AsyncSteps.whileMore(
        () ->
            table
                .checkAndMutate(entry.claim(former.get()))
                .thenCompose(
                    outcome -> outcome.isSuccess() ? AsyncSteps.more(false) : look(entry, former)));
  }

  /** What is there instead; then it is tried again, or refused. */
  private CompletableFuture<Boolean> look(
      IndexEntries.Entry<R> entry, AtomicReference<Result> former) {
    return AsyncSteps.called(() -> tables.get(entry.index()).get(entry.former()))
        .thenCompose(
            found -> {
              former.set(found);
              return isFree(entry, found)
                  .thenCompose(
                      free ->
                          free
                              ? AsyncSteps.more(true)
                              : CompletableFuture.failedFuture(entry.takenBy(found)));
            });
  }

  private CompletableFuture<Boolean> isFree(IndexEntries.Entry<R> entry, Result former) {
    if (entry.isOwn(former) || !entries.isOld(former, entries.nowMillis())) {
      return CompletableFuture.completedFuture(entry.isOwn(former));
    }
    return AsyncSteps.called(() -> records.at(former.value()))
        .thenApply(owner -> !entry.isOf(owner, former));
  }

  /** The present: taken before records are looked up, for {@link #removeOld}. */
  long nowMillis() {
    return entries.nowMillis();
  }

  /** Removes entries that no record had, if they were old enough before they were looked up. */
  CompletableFuture<Void> removeOld(IndexDesign<R> index, List<Result> stale, long nowMillis) {
    List<Delete> deletes = entries.removing(index, stale, nowMillis);
    return deletes.isEmpty() ? AsyncSteps.DONE : tables.get(index).deleteAll(deletes);
  }
}
