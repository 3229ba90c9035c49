package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.Attempts;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.Removals;
import io.rowandb.schema.table.RecordExpiry;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Writes rows of records that expire by a field. When such a record expires, HBase shows what its
 * row had before, as far as that lives longer. So each write removes that, as it was read, and is
 * made only if nobody has written the row since; else it begins again. Its thread rules are those
 * of its carrier.
 */
record ExpiringRows<R>(
    TableDesign<R> design,
    RecordExpiry<R> expiry,
    TableCalls table,
    IndexKeeper<R> keeper,
    Removals removals,
    Attempts attempts) {

  /**
   * Writes records, no two of one row.
   *
   * @param time when their entries were begun
   */
  CompletableFuture<Void> write(List<R> records, WriteTime time) {
    AtomicReference<List<R>> rest = new AtomicReference<>(records);
    return attempts.until(
        () -> design.key().encode(rest.get().get(0)),
        () ->
            attempt(rest.get(), time)
                .thenApply(
                    left -> {
                      rest.set(left);
                      return left.isEmpty();
                    }));
  }

  /** Gives those whose rows others have written meanwhile. */
  private CompletableFuture<List<R>> attempt(List<R> todo, WriteTime time) throws IOException {
    List<byte[]> rows = todo.stream().map(design.key()::encode).toList();
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      gets.add(Records.get(design, row));
    }
    return Steps.each(rows, removals::passed)
        .thenCompose(done -> table.getAll(gets))
        .thenCompose(
            read -> {
              for (Result each : read) {
                if (!each.isEmpty()) {
                  removals.add(each.getRow()); // what removes it must not hide what is written
                }
              }
              return Steps.each(rows, removals::passed)
                  .thenCompose(done -> keeper.checked(time))
                  .thenCompose(
                      done -> Steps.called(() -> table.checkAndMutate(changes(todo, read))));
            })
        .thenApply(
            answers -> {
              rows.forEach(removals::add);
              List<R> left = new ArrayList<>();
              for (int i = 0; i < todo.size(); i++) {
                if (!answers.get(i)) {
                  left.add(todo.get(i));
                }
              }
              return left;
            });
  }

  private List<CheckAndMutate> changes(List<R> todo, List<Result> read) throws IOException {
    List<CheckAndMutate> changes = new ArrayList<>();
    for (int i = 0; i < todo.size(); i++) {
      changes.add(expiry.replace(todo.get(i), read.get(i), keeper.nowMillis()));
    }
    return changes;
  }
}
