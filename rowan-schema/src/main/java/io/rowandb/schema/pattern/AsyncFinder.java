package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.PointRows;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Result;

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

  /**
   * Of rows that have all that is asked for.
   *
   * @param reader makes it; what it throws says why a row is malformed
   */
  record OfRowsAlone<V>(Function<ScannedRow, V> reader, QuerySettings<?> settings)
      implements AsyncFinder<V> {
    /** What is made of a row; empty for a malformed one that is skipped. */
    Optional<Found<V>> made(ScannedRow row) {
      try {
        return Optional.of(Found.of(reader.apply(row), row));
      } catch (RuntimeException e) { // whatever the record's constructor throws
        settings.passOver(row.result().getRow(), e);
        return Optional.empty();
      }
    }

    @Override
    public int nextBatch() {
      return PointRows.BATCH;
    }

    @Override
    public CompletableFuture<List<Found<V>>> find(List<ScannedRow> rows) {
      return CompletableFuture.completedFuture(
          rows.stream().map(this::made).flatMap(Optional::stream).toList());
    }
  }

  /** Of rows whose records have details in rows of their own. */
  record WithDetails<R>(Records<R> records, QuerySettings<R> settings) implements AsyncFinder<R> {
    /** Those whose details are read side by side. */
    @Override
    public int nextBatch() {
      return Steps.LANES;
    }

    @Override
    public CompletableFuture<List<Found<R>>> find(List<ScannedRow> rows) {
      List<Result> results = rows.stream().map(ScannedRow::result).toList();
      return settings.endsAtMalformed()
          ? records.of(results, settings.asOfMillis()).thenApply(found -> found(rows, found))
          : records
              .readable(results, settings.asOfMillis(), settings::passOver)
              .thenApply(found -> found(rows, found));
    }

    private List<Found<R>> found(List<ScannedRow> rows, List<R> made) {
      return IntStream.range(0, rows.size())
          .filter(i -> made.get(i) != null)
          .mapToObj(i -> Found.of(made.get(i), rows.get(i)))
          .toList();
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
