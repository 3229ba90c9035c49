package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * A table of records whose calls do not wait for HBase. As its {@code AsyncTable}: used by any
 * number of threads, with nothing to close; the connection stays open.
 *
 * <p>Whatever goes wrong arrives in the future, wrong arguments too. Futures are completed by
 * threads of the connection, which also read records and ask filters: what is hung on to a future
 * must not wait there, or be hung on with an executor of its own.
 *
 * @param <R> the record
 */
public final class AsyncRecordTable<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final AsyncTable<AdvancedScanResultConsumer> table;

  /** Knows row keys and begins reads; has no connection. */
  private final RecordTable<R> declared;

  private AsyncRecordTable(AsyncConnection connection, TableDesign<R> design) {
    if (!design.indexes().isEmpty() || !design.details().isEmpty()) {
      throw new IllegalArgumentException(
          design.name()
              + " has second indexes or details, which only a RecordTable can keep so far");
    }
    this.design = design;
    table = connection.getTable(design.name());
    declared = RecordTable.withoutConnection(design);
  }

  /** Opens a table, which need not be there yet. */
  public static <R> AsyncRecordTable<R> open(AsyncConnection connection, TableDesign<R> design) {
    return new AsyncRecordTable<>(connection, design);
  }

  /** What it is a table of. */
  public TableDesign<R> design() {
    return design;
  }

  /** Writes a record, as {@link RecordTable#put}. */
  public CompletableFuture<Void> put(R record) {
    return called(
        () -> {
          Row row = design.write(record).row();
          return row instanceof Put put
              ? table.put(put)
              : table.mutateRow((RowMutations) row).thenAccept(done -> {});
        });
  }

  /** The record of a key, as {@link RecordTable#get}. */
  public CompletableFuture<Optional<R>> get(Object... key) {
    return called(
        () ->
            table
                .get(declared.get(declared.row(key)))
                .thenApply(
                    row -> row.isEmpty() ? Optional.empty() : Optional.of(design.read(row))));
  }

  /** Deletes the row of a record's key, with all its columns. */
  public CompletableFuture<Void> delete(R record) {
    return called(() -> table.delete(new Delete(design.key().encode(record))));
  }

  /** Adds to a counter, as {@link RecordTable#increment}; gives what it is then. */
  public CompletableFuture<Long> increment(Field<R, Long> counter, long amount, Object... key) {
    return called(
        () -> {
          Column column = design.counter(counter);
          return table.incrementColumnValue(
              declared.row(key), column.family(), column.qualifier(), amount);
        });
  }

  /** Begins a read of the records whose field has this value, for {@link #list} or a page. */
  public <T> Query<R> where(Field<R, T> field, T value) {
    return declared.where(field, value);
  }

  /**
   * Begins a read, for {@link #list} or a page. What the query itself would read it refuses with an
   * IllegalStateException, as that waits.
   */
  public Query<R> all() {
    return declared.all();
  }

  /**
   * The records of a read, in its order. Ranges that are merged are read side by side, each up to
   * the read's limit.
   *
   * @param query begun here, or by a {@link RecordTable} of the same design
   */
  public CompletableFuture<List<R>> list(Query<R> query) {
    return called(
        () -> {
          QueryPlan<R> plan = plan(query);
          return new AsyncRead<>(plan, table, plan.settings().limit())
              .behind(Position.START)
              .thenApply(found -> found.stream().map(Found::record).toList());
        });
  }

  /** The first record of a read. */
  public CompletableFuture<Optional<R>> first(Query<R> query) {
    return called(() -> list(query.limit(1)).thenApply(records -> records.stream().findFirst()));
  }

  /** So many records of a read, from the beginning: {@link Query#page(int)}. */
  public CompletableFuture<Page<R>> page(Query<R> query, int size) {
    return called(() -> page(plan(query), size, Position.START));
  }

  /** So many records of a read, behind an earlier page of it: {@link Query#page(int, String)}. */
  public CompletableFuture<Page<R>> page(Query<R> query, int size, String token) {
    return called(
        () -> {
          QueryPlan<R> plan = plan(query);
          return page(plan, size, Position.ofToken(token, plan.fingerprint()));
        });
  }

  private CompletableFuture<Page<R>> page(QueryPlan<R> plan, int size, Position after) {
    plan.checkPage(size);
    return new AsyncRead<>(plan, table, QueryPlan.ofPage(size))
        .behind(after)
        .thenApply(found -> plan.page(size, found));
  }

  private QueryPlan<R> plan(Query<R> query) {
    if (query.design() != design) {
      throw new IllegalArgumentException(
          "the read is of "
              + query.design().name()
              + ", or of another design of it, and this is a table of "
              + design.name());
    }
    return QueryPlan.of(declared, query);
  }

  /** What a call gives, or a future with what it throws. */
  private static <T> CompletableFuture<T> called(Callable<CompletableFuture<T>> call) {
    try {
      return call.call();
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
