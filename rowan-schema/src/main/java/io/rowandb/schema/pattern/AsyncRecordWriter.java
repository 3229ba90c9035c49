package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.async.AsyncSteps;
import io.rowandb.schema.pattern.details.AsyncDetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/** {@link RecordWriter} without a thread that waits. Used by any number of threads. */
final class AsyncRecordWriter<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final AsyncIndexKeeper<R> keeper;
  private final AsyncDetailKeeper<R> details;
  private final Removals removals;

  AsyncRecordWriter(
      TableDesign<R> design,
      AsyncTable<AdvancedScanResultConsumer> table,
      AsyncIndexKeeper<R> keeper,
      AsyncDetailKeeper<R> details,
      Removals removals) {
    this.removals = removals;
    this.design = design;
    this.table = table;
    this.keeper = keeper;
    this.details = details;
  }

  CompletableFuture<Void> put(R record) {
    return putSome(List.of(design.present(record)));
  }

  CompletableFuture<Void> putAll(Collection<R> all) {
    Given.notNull(all, "what is to be put into " + design.name());
    List<R> present = all.stream().map(design::present).toList();
    return AsyncSteps.each(RowBatch.of(present), this::putSome);
  }

  private CompletableFuture<Void> putSome(List<R> some) {
    List<R> written = details.lastOfEach(some);
    return details
        .changes(written)
        .thenCompose(
            rows -> {
              WriteTime time = keeper.beginTime();
              OwnEntries.Write write =
                  keeper.begin(written.stream().map(design.key()::encode).toList());
              return keeper
                  .writeEntries(written, write)
                  .thenCompose(claims -> putSome(written, rows, claims, write, time));
            });
  }

  private CompletableFuture<Void> putSome(
      List<R> written, List<Row> rows, Claims<R> claims, OwnEntries.Write write, WriteTime time) {
    return AsyncSteps.each(rows, row -> removals.passed(row.getRow()))
        .thenCompose(done -> details.write(written))
        .thenCompose(done -> time.checked())
        .exceptionallyCompose(failure -> keeper.withdraw(claims, failure))
        .thenCompose(done -> write(rows))
        .thenRun(write::end)
        .thenCompose(done -> details.removeOthers(written))
        .thenRun(() -> noteRemovals(rows))
        .thenCompose(done -> keeper.settle(claims));
  }

  private CompletableFuture<?> write(List<Row> rows) {
    if (rows.size() > 1) {
      return table.batchAll(rows);
    }
    return rows.get(0) instanceof Put put
        ? table.put(put)
        : table.mutateRow((RowMutations) rows.get(0));
  }

  private void noteRemovals(List<Row> rows) {
    for (Row row : rows) {
      if (!(row instanceof Put) || details.areInRows()) {
        removals.add(row.getRow());
      }
    }
  }

  CompletableFuture<Void> delete(R record) {
    byte[] row = design.key().encode(design.present(record));
    WriteTime time = keeper.beginTime();
    OwnEntries.Write write = keeper.begin(List.of(row));
    return keeper
        .beforeDelete(row)
        .thenCompose(done -> time.checked())
        .thenCompose(done -> table.delete(new Delete(row)))
        .thenRun(write::end)
        .thenCompose(done -> details.removeAll(row))
        .thenRun(() -> removals.add(row));
  }
}
