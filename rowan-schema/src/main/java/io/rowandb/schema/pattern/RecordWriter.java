package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Writes and deletes records, each in this order: entries of indexes, details in rows of their own,
 * the row, details that go, claims of unique entries that are done. Wherever a client dies, what
 * comes before the row does no harm, and what comes behind it is done by a later write or after a
 * while. Used as its carrier's calls are.
 */
final class RecordWriter<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final TableCalls table;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Removals removals;

  RecordWriter(
      Records<R> records, IndexKeeper<R> keeper, DetailKeeper<R> details, Removals removals) {
    this.removals = removals;
    design = records.design();
    table = records.table();
    this.keeper = keeper;
    this.details = details;
  }

  /** The steps of one write that another may come before, though it was called later. */
  WriteSteps<R> steps() {
    return new WriteSteps<>(design, keeper, details, removals);
  }

  CompletableFuture<Void> put(R record) {
    return putSome(List.of(design.present(record)));
  }

  CompletableFuture<Void> putAll(Iterable<R> all) {
    Iterator<R> rest = Given.notNull(all, "what is to be put into " + design.name()).iterator();
    return Steps.whileMore(
        () -> {
          List<R> some = new ArrayList<>();
          while (some.size() < RowBatch.ROWS && rest.hasNext()) {
            some.add(design.present(rest.next()));
          }
          return some.isEmpty()
              ? Steps.more(false)
              : putSome(some).thenCompose(done -> Steps.more(true));
        });
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
    return Steps.each(rows, row -> removals.passed(row.getRow()))
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
      return table.batch(rows);
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
        .beforeDelete(List.of(row))
        .thenCompose(done -> time.checked())
        .thenCompose(done -> table.delete(new Delete(row)))
        .thenRun(write::end)
        .thenCompose(done -> details.removeAll(row))
        .thenRun(() -> removals.add(row));
  }
}
