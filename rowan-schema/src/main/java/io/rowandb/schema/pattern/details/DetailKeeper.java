package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * Makes the calls for what records with details need beside their rows. Used as its carrier's calls
 * are.
 */
public final class DetailKeeper<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final RecordDetails<R> details;
  private final TableCalls table;
  private final Removals removals;

  /** Details in rows of their own, and their tables. */
  private final Map<TallDetails<R, ?>, TableCalls> tall =
      new LinkedHashMap<>();

  /**
   * Of a table.
   *
   * @param removals of its records' rows
   */
  public DetailKeeper(
      Carrier carrier, TableDesign<R> design, Removals removals) throws IOException {
    this.removals = removals;
    this.design = design;
    table = carrier.table(design.name());
    details = new RecordDetails<>(design);
    for (TallDetails<R, ?> each : details.tall()) {
      tall.put(each, carrier.table(each.table()));
    }
  }

  /** Records that may be written in one call: {@link RecordDetails#lastOfEach}. */
  public List<R> lastOfEach(List<R> records) {
    return details.lastOfEach(records);
  }

  /** Whether a record's row has not all of it. */
  public boolean areInRows() {
    return !tall.isEmpty();
  }

  /** What makes rows hold records, of which no details are there that these have not. */
  public CompletableFuture<List<Row>> changes(List<R> records) {
    return Steps.called(
        () -> {
          List<RowChange> changes = details.changes(records);
          if (!details.areInColumns()) {
            return CompletableFuture.completedFuture(details.rows(records, changes, List.of()));
          }
          List<Get> gets = new ArrayList<>();
          for (RowChange change : changes) {
            gets.add(details.present(change));
          }
          return table
              .getAll(gets)
              .thenCompose(
                  present ->
                      Steps.called(
                          () ->
                              CompletableFuture.completedFuture(
                                  details.rows(records, changes, present))));
        });
  }

  /** Writes the details in rows of their own: the step before the records' rows. */
  public CompletableFuture<Void> write(List<R> records) {
    return Steps.each(
        tall.keySet(),
        mapping -> Steps.sideBySide(records.size(), i -> write(mapping, records.get(i))));
  }

  private <D> CompletableFuture<Void> write(TallDetails<R, D> mapping, R record) {
    return store(place(mapping, design.key().encode(record))).write(mapping.of(record).values());
  }

  private static <R, D> TallDetailPlace<R, D> place(TallDetails<R, D> mapping, byte[] row) {
    return new TallDetailPlace<>(mapping, row, RowRead.NOW);
  }

  /** Removes rows of details that records have not: the step after the records' rows. */
  public CompletableFuture<Void> removeOthers(List<R> records) {
    return Steps.each(
        tall.keySet(),
        mapping ->
            Steps.sideBySide(records.size(), i -> removeOthers(mapping, records.get(i))));
  }

  private <D> CompletableFuture<Void> removeOthers(TallDetails<R, D> mapping, R record) {
    return removeOthers(place(mapping, design.key().encode(record)), mapping.of(record));
  }

  /** Removes all rows of a record's details. */
  public CompletableFuture<Void> removeAll(byte[] row) {
    return Steps.each(tall.keySet(), mapping -> removeAll(place(mapping, row)));
  }

  private <D> CompletableFuture<Void> removeAll(TallDetailPlace<R, D> place) {
    return removeOthers(place, place.none());
  }

  private <D> CompletableFuture<Void> removeOthers(
      TallDetailPlace<R, D> place, SortedMap<byte[], D> kept) {
    TableCalls rows = tall.get(place.mapping());
    AtomicReference<KeyRange> rest = new AtomicReference<>(place.design().range());
    return Steps.whileMore(
        () ->
            rows.scanAll(place.present(rest.get()).setLimit(RowBatch.ROWS))
                .thenCompose(
                    present -> {
                      if (!present.isEmpty()) {
                        rest.set(place.keysBehind(present.get(present.size() - 1)));
                      }
                      boolean more = present.size() == RowBatch.ROWS && !rest.get().isEmpty();
                      return remove(rows, place, present, kept)
                          .thenCompose(done -> Steps.more(more));
                    }));
  }

  private <D> CompletableFuture<?> remove(
      TableCalls rows,
      TallDetailPlace<R, D> place,
      List<Result> present,
      SortedMap<byte[], D> kept) {
    List<Delete> deletes = new ArrayList<>();
    for (Result each : present) {
      place.removing(each, kept).ifPresent(deletes::add);
    }
    return rows.batch(deletes);
  }

  /** The record of a row, and of its details in rows of their own. */
  public CompletableFuture<R> read(Result row, long asOfMillis) {
    Object[] values = design.noValues();
    return Steps.each(
            tall.keySet(),
            mapping ->
                read(new TallDetailPlace<>(mapping, row.getRow(), asOfMillis))
                    .thenAccept(details -> values[mapping.component().index()] = details))
        .thenApply(done -> design.read(row, values));
  }

  private <D> CompletableFuture<Object> read(TallDetailPlace<R, D> place) {
    return store(place)
        .read(place.design().range(), DetailPlace.ALL)
        .exceptionally(
            failure -> {
              throw failure instanceof IllegalArgumentException malformed
                  ? place.named(malformed)
                  : new CompletionException(failure);
            })
        .thenApply(
            found ->
                place.mapping().valueOf(found.stream().map(DetailPages.Keyed::detail).iterator()));
  }

  /**
   * The details of a record in one of its fields.
   *
   * @throws IllegalArgumentException when it has none, or of another class
   */
  public <D> DetailStore<D> storeOf(Component field, Class<D> type, byte[] row) {
    return store(details.place(field, type, row));
  }

  private <D> DetailStore<D> store(DetailPlace<D> place) {
    return new DetailStore<>(
        place,
        place instanceof TallDetailPlace<?, ?> own ? tall.get(own.mapping()) : table,
        removals);
  }
}
