package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Row;

/**
 * The details of one record, wherever they are: the calls that read and change them.
 *
 * @param removals of the record's row, among others: those of its details are noted there too,
 *     since a removal hides what is written in the millisecond of the cell that it removes
 */
public record DetailStore<D>(
    DetailPlace<D> place, TableCalls table, Removals removals) {
  /**
   * The first details of a range, which may be empty.
   *
   * @param wanted how many at most
   */
  public CompletableFuture<List<DetailPages.Keyed<D>>> read(KeyRange keys, int wanted) {
    return Steps.called(
        () -> {
          DetailCollector<D> details = new DetailCollector<>(place.design(), wanted);
          CompletableFuture<Void> read =
              keys.isEmpty()
                  ? Steps.DONE
                  : table.scan(
                      place.scan(keys, wanted), found -> details.add(place.cells(found)));
          return read.thenApply(done -> details.end());
        });
  }

  /** Writes details, of which no two have the same key, when no removal hides them. */
  public CompletableFuture<Void> put(Collection<D> details) {
    return removals.passed(place.row()).thenCompose(passed -> write(details, this::noteRemovals));
  }

  /** The same as a step of a write of the record, which waits and notes for all of it. */
  public CompletableFuture<Void> write(Collection<D> details) {
    return write(details, written -> {});
  }

  private CompletableFuture<Void> write(Collection<D> details, Consumer<List<Row>> written) {
    Iterator<Row> rows = place.adding(details);
    return Steps.whileMore(
        () -> {
          List<Row> next = RowBatch.next(rows);
          return next.isEmpty()
              ? Steps.more(false)
              : table
                  .batch(next)
                  .thenRun(() -> written.accept(next))
                  .thenCompose(done -> Steps.more(true));
        });
  }

  private void noteRemovals(List<Row> written) {
    if (RowBatch.removes(written)) {
      removals.add(place.row());
    }
  }

  /** Removes what there is of a detail, and says whether there was any. */
  public CompletableFuture<Boolean> remove(D detail) {
    return Steps.called(
        () ->
            table
                .get(place.present(detail))
                .thenCompose(
                    present ->
                        present.isEmpty()
                            ? Steps.more(false)
                            : table
                                .delete(place.removing(present))
                                .thenRun(() -> removals.add(place.row()))
                                .thenApply(done -> true)));
  }
}
