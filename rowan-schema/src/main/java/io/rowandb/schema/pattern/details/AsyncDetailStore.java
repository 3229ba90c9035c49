package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.async.AsyncRows;
import io.rowandb.schema.pattern.async.AsyncSteps;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Row;

/** {@link DetailStore} without a thread that waits. */
public record AsyncDetailStore<D>(
    DetailPlace<D> place, AsyncTable<AdvancedScanResultConsumer> table, Removals removals) {
  /**
   * The first details of a range, which may be empty.
   *
   * @param wanted how many at most
   */
  public CompletableFuture<List<DetailPages.Keyed<D>>> read(KeyRange keys, int wanted) {
    return AsyncSteps.called(
        () -> {
          DetailCollector<D> details = new DetailCollector<>(place.design(), wanted);
          CompletableFuture<Void> read =
              keys.isEmpty()
                  ? AsyncSteps.DONE
                  : AsyncRows.scan(
                      table, place.scan(keys, wanted), found -> details.add(place.cells(found)));
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
    return AsyncSteps.whileMore(
        () -> {
          List<Row> next = RowBatch.next(rows);
          return next.isEmpty()
              ? AsyncSteps.more(false)
              : table
                  .batchAll(next)
                  .thenRun(() -> written.accept(next))
                  .thenCompose(done -> AsyncSteps.more(true));
        });
  }

  private void noteRemovals(List<Row> written) {
    if (RowBatch.removes(written)) {
      removals.add(place.row());
    }
  }

  /** Removes what there is of a detail, and says whether there was any. */
  public CompletableFuture<Boolean> remove(D detail) {
    return AsyncSteps.called(
        () ->
            table
                .get(place.present(detail))
                .thenCompose(
                    present ->
                        present.isEmpty()
                            ? AsyncSteps.more(false)
                            : table
                                .delete(place.removing(present))
                                .thenRun(() -> removals.add(place.row()))
                                .thenApply(done -> true)));
  }
}
