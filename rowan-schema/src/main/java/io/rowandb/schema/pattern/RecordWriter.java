package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.Attempts;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Writes and deletes records of a table without marks, each in this order: index entries, then the
 * row. No matter when a client dies, the entries written before the row do no harm; a later write
 * removes them, or they are removed after a while. Its thread rules are those of its carrier.
 */
final class RecordWriter<R> implements Writer<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final TableCalls table;
  private final IndexKeeper<R> keeper;
  private final DetailKeeper<R> details;
  private final Removals removals;

  /** Null when records do not expire by a field. */
  private final ExpiringRows<R> expiring;

  RecordWriter(
      Records<R> records,
      IndexKeeper<R> keeper,
      DetailKeeper<R> details,
      Removals removals,
      Attempts attempts) {
    this.removals = removals;
    design = records.design();
    table = records.table();
    this.keeper = keeper;
    this.details = details;
    expiring =
        design
            .expiry()
            .map(expiry -> new ExpiringRows<>(design, expiry, table, keeper, removals, attempts))
            .orElse(null);
  }

  @Override
  public CompletableFuture<Void> put(R record) {
    return putSome(List.of(design.taken(record)));
  }

  @Override
  public CompletableFuture<Void> putAll(Iterable<R> all) {
    return inBatches(design, all, this::putSome);
  }

  /** Some hundred at a time, the next when those before are written. */
  static <R> CompletableFuture<Void> inBatches(
      TableDesign<R> design, Iterable<R> all, Steps.Step<List<R>> step) {
    Iterator<R> rest = Given.notNull(all, "what is to be put into " + design.name()).iterator();
    return Steps.whileMore(
        () -> {
          List<R> some = new ArrayList<>();
          while (some.size() < RowBatch.ROWS && rest.hasNext()) {
            some.add(design.taken(rest.next()));
          }
          return some.isEmpty()
              ? Steps.more(false)
              : step.of(some).thenCompose(done -> Steps.more(true));
        });
  }

  private CompletableFuture<Void> putSome(List<R> some) {
    List<R> written = details.lastOfEach(some);
    if (expiring != null) {
      return putExpiring(written);
    }
    return details.changes(written).thenCompose(rows -> putSome(written, rows));
  }

  private CompletableFuture<Void> putSome(List<R> written, List<Row> rows) {
    WriteTime time = keeper.beginTime();
    if (design.indexes().isEmpty()) {
      return putRows(rows, time);
    }
    OwnEntries.Write write = keeper.begin(written.stream().map(design.key()::encode).toList());
    return keeper
        .writeEntries(written, write)
        .thenCompose(done -> putRows(rows, time))
        .thenRun(write::end);
  }

  private CompletableFuture<Void> putRows(List<Row> rows, WriteTime time) {
    return Steps.each(rows, row -> removals.passed(row.getRow()))
        .thenCompose(done -> keeper.checked(time))
        .thenCompose(done -> write(rows))
        .thenRun(() -> noteRemovals(rows));
  }

  private CompletableFuture<Void> putExpiring(List<R> written) {
    for (R each : written) { // refused before anything is written
      design.write(each);
      expiring.expiry().millis(each, keeper.nowMillis());
    }
    WriteTime time = keeper.beginTime();
    OwnEntries.Write write = keeper.begin(written.stream().map(design.key()::encode).toList());
    return keeper
        .writeEntries(written, write)
        .thenCompose(done -> expiring.write(written, time))
        .thenRun(write::end);
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
      if (!(row instanceof Put)) {
        removals.add(row.getRow());
      }
    }
  }

  @Override
  public CompletableFuture<Void> delete(R record) {
    return deleteRow(design.key().encode(design.present(record)));
  }

  @Override
  public CompletableFuture<Void> deleteRow(byte[] row) {
    WriteTime time = keeper.beginTime();
    OwnEntries.Write write = keeper.begin(List.of(row));
    return keeper
        .checked(time)
        .thenCompose(done -> Steps.called(() -> table.delete(new Delete(row))))
        .thenRun(write::end)
        .thenRun(() -> removals.add(row));
  }

  /**
   * Writes and deletes records whose rows are kept together, as one.
   *
   * @param written of distinct rows, which are not among the deleted ones
   */
  CompletableFuture<Void> together(List<R> written, List<byte[]> deleted) {
    return details
        .changes(written) // what has no form is refused before anything is written
        .thenCompose(rows -> Steps.called(() -> together(written, rows, deleted)));
  }

  private CompletableFuture<Void> together(List<R> written, List<Row> rows, List<byte[]> deleted) {
    List<Mutation> changes = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>(deleted);
    for (Row row : rows) {
      keys.add(row.getRow());
      changes.addAll(
          row instanceof RowMutations parts ? parts.getMutations() : List.of((Mutation) row));
    }
    deleted.forEach(row -> changes.add(new Delete(row)));
    WriteTime time = keeper.beginTime();
    OwnEntries.Write write = keeper.begin(keys);
    return keeper
        .writeEntries(written, write)
        .thenCompose(done -> Steps.each(rows, row -> removals.passed(row.getRow())))
        .thenCompose(done -> keeper.checked(time))
        .thenCompose(done -> table.mutateRows(changes))
        .thenRun(write::end)
        .thenRun(() -> noteRemovals(rows))
        .thenRun(() -> deleted.forEach(removals::add));
  }

  @Override
  public CompletableFuture<Void> load(List<R> records, RowLoad rows) {
    WriteTime time = keeper.beginTime();
    return keeper
        .writeEntries(records, null)
        .thenCompose(
            done ->
                Steps.called(
                    () -> {
                      List<Put> puts = new ArrayList<>();
                      for (R record : records) {
                        puts.add(inserting(record));
                      }
                      return Steps.each(puts, put -> removals.passed(put.getRow()))
                          .thenCompose(passed -> keeper.checked(time))
                          .thenCompose(checked -> write(puts, rows));
                    }));
  }

  private Put inserting(R record) {
    return design
        .expiry()
        .map(expiry -> expiry.insert(record, keeper.nowMillis()))
        .orElseGet(() -> design.rows().writeNew(record).put());
  }

  private static CompletableFuture<Void> write(List<Put> puts, RowLoad rows) {
    return Steps.called(
        () -> {
          rows.write(puts);
          return Steps.DONE;
        });
  }

  @Override
  public CompletableFuture<List<Boolean>> addEntries(IndexDesign<R> index, List<Old<R>> present) {
    return keeper
        .addEntries(index, present.stream().map(each -> each.found().record()).toList())
        .thenApply(done -> Collections.nCopies(present.size(), true));
  }
}
