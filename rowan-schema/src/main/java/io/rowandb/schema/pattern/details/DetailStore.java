package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.Stamped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Row;

/**
 * Makes the calls that read and change the details of one record, wherever these are. Details in
 * their own rows belong to the record only if they are not older than its last write, whose time is
 * in its mark.
 *
 * @param removals recent removals, including those of the record's row: removals of its details are
 *     noted there too, since a removal hides what is written in the millisecond of the removed cell
 * @param chain the records' rows
 * @param mayWrite ends if this program may write the record: asked before each change that is not a
 *     step of a write of the record
 */
public record DetailStore<D>(
    DetailPlace<D> place,
    TableCalls table,
    Removals removals,
    Chain<?> chain,
    Supplier<CompletableFuture<Void>> mayWrite) {
  /** The same place, when it is known which details are the record's own. */
  public CompletableFuture<DetailPlace<D>> look() {
    return place instanceof TallDetailPlace<?, D> tall
        ? mark().thenApply(mark -> tall.from(mark.map(Mark::since).orElse(0L)))
        : CompletableFuture.completedFuture(place);
  }

  private CompletableFuture<Optional<Mark>> mark() {
    return Steps.called(() -> chain.rows().markOf(place.row()));
  }

  /**
   * The first details of a range, which may be empty.
   *
   * @param wanted how many at most
   */
  public CompletableFuture<List<DetailPages.Keyed<D>>> read(KeyRange keys, int wanted) {
    return look().thenCompose(own -> read(own, keys, wanted));
  }

  /** The same when it is known which details are the record's own. */
  CompletableFuture<List<DetailPages.Keyed<D>>> read(
      DetailPlace<D> own, KeyRange keys, int wanted) {
    return Steps.called(
        () -> {
          DetailCollector<D> details = new DetailCollector<>(own.design(), wanted);
          CompletableFuture<Void> read =
              keys.isEmpty()
                  ? Steps.DONE
                  : table.scan(own.scan(keys, wanted), found -> details.add(own.cells(found)));
          return read.thenApply(done -> details.end());
        });
  }

  /** Writes details, of which no two have the same key, when no removal hides them. */
  public CompletableFuture<Void> put(Collection<D> details) {
    return mayWrite
        .get()
        .thenCompose(may -> removals.passed(place.row()))
        .thenCompose(
            passed ->
                chain.design().isMarked()
                    ? chain
                        .timeBeside(place.row(), () -> latestStored(place.adding(details)))
                        .thenCompose(time -> write(details, time))
                        .thenRun(() -> removals.addBeside(place.row()))
                    : write(details, Optional.empty()));
  }

  /**
   * Rows that write details, at the time which is theirs if they are written at once, when no
   * removal hides them. Another call writes them, and then {@link #noteWritten}.
   *
   * @param rows of {@link DetailPlace#adding}
   */
  public CompletableFuture<List<Row>> timed(List<Row> rows) {
    return mayWrite
        .get()
        .thenCompose(may -> removals.passed(place.row()))
        .thenCompose(
            passed ->
                chain.design().isMarked()
                    ? chain.timeBeside(place.row(), () -> latestStored(rows.iterator()))
                    : CompletableFuture.completedFuture(Optional.<Long>empty()))
        .thenCompose(
            time -> Steps.called(() -> CompletableFuture.completedFuture(stamped(rows, time))));
  }

  /** Notes that rows of {@link #timed} were written. */
  public void noteWritten(List<Row> rows) {
    if (RowBatch.removes(rows)) {
      removals.add(place.row());
    }
    if (chain.design().isMarked()) {
      removals.addBeside(place.row());
    }
  }

  /** The greatest time of what was written or removed where details go. */
  private CompletableFuture<Long> latestStored(Iterator<Row> rows) {
    List<byte[]> places = new ArrayList<>();
    if (place instanceof TallDetailPlace) { // of columns of the record's row its mark tells enough
      rows.forEachRemaining(each -> places.add(each.getRow()));
    }
    return Stamped.latestStored(table, places)
        .thenApply(latest -> latest.values().stream().mapToLong(each -> each).max().orElse(0));
  }

  /**
   * Writes details as a step of a write of the record.
   *
   * @param time that of the write, in milliseconds since 1970
   */
  CompletableFuture<Void> write(Collection<D> details, long time) {
    return write(details, Optional.of(time));
  }

  private CompletableFuture<Void> write(Collection<D> details, Optional<Long> time) {
    Iterator<Row> rows = place.adding(details);
    return Steps.whileMore(
        () -> {
          List<Row> next = RowBatch.next(rows);
          boolean removes = RowBatch.removes(next);
          return next.isEmpty()
              ? Steps.more(false)
              : table
                  .batch(stamped(next, time))
                  .thenCompose(
                      done -> {
                        if (removes) {
                          removals.add(place.row());
                        }
                        return Steps.more(true);
                      });
        });
  }

  private static List<Row> stamped(List<Row> rows, Optional<Long> time) throws IOException {
    if (time.isEmpty()) {
      return rows;
    }
    List<Row> stamped = new ArrayList<>();
    for (Row row : rows) {
      stamped.add(Stamped.rowAt(row, time.get()));
    }
    return stamped;
  }

  /** Removes what there is of a detail, and says whether there was any. */
  public CompletableFuture<Boolean> remove(D detail) {
    return mayWrite
        .get()
        .thenCompose(may -> look())
        .thenCompose(
            own ->
                Steps.called(() -> table.get(own.present(detail)))
                    .thenCompose(
                        present ->
                            present.isEmpty()
                                ? Steps.more(false)
                                : table
                                    .delete(own.removing(present))
                                    .thenRun(() -> removals.add(place.row()))
                                    .thenApply(done -> true)));
  }
}
