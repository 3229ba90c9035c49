package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Makes records, or values of theirs, from the rows that a read finds. Used by one thread at a
 * time.
 *
 * @param <V> what is made
 */
sealed interface AsyncFinder<V> {
  /** How many rows it is given next, at most. */
  int nextBatch();

  /** What is made of rows, in their order. */
  CompletableFuture<List<Found<V>>> find(List<ScannedRow> rows);

  /** Of rows that have all that is asked for. */
  record OfRowsAlone<V>(Function<ScannedRow, Found<V>> reader) implements AsyncFinder<V> {
    @Override
    public int nextBatch() {
      return PointRows.BATCH;
    }

    @Override
    public CompletableFuture<List<Found<V>>> find(List<ScannedRow> rows) {
      return CompletableFuture.completedFuture(rows.stream().map(reader).toList());
    }
  }

  /** Of rows whose records have details in rows of their own. */
  record WithDetails<R>(Records<R> records, long asOfMillis) implements AsyncFinder<R> {
    /** Those whose details are read side by side. */
    @Override
    public int nextBatch() {
      return Steps.LANES;
    }

    @Override
    public CompletableFuture<List<Found<R>>> find(List<ScannedRow> rows) {
      return records
          .of(rows.stream().map(ScannedRow::result).toList(), asOfMillis)
          .thenApply(
              found ->
                  IntStream.range(0, rows.size())
                      .mapToObj(i -> Found.of(found.get(i), rows.get(i)))
                      .toList());
    }
  }

  /** Of entries of an index: {@link IndexedRecords} without a thread that waits. */
  record ThroughIndex<R, V>(
      Records<R> records, IndexKeeper<R> keeper, IndexDesign<R> index, EntryCheck<R, V> check)
      implements AsyncFinder<V> {
    @Override
    public int nextBatch() {
      return check.nextBatch();
    }

    @Override
    public CompletableFuture<List<Found<V>>> find(List<ScannedRow> entries) {
      long nowMillis = keeper.nowMillis();
      return records
          .lookUp(check.rows(entries))
          .thenCompose(
              named -> {
                EntryCheck.Checked<R, V> checked = check.check(entries, named);
                return keeper.tidy(index, checked, nowMillis).thenApply(done -> checked.found());
              });
    }
  }
}
