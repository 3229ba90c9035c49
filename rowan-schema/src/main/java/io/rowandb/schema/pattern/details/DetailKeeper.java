package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.chain.Chain;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.chain.WholeRecords;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes the additional calls of records with details, besides those for their rows. Its thread
 * rules are those of its carrier.
 */
public final class DetailKeeper<R> {
  // Fixed at construction.
  private final TableDesign<R> design;
  private final Chain<R> chain;
  private final RecordDetails<R> details;
  private final TableCalls table;
  private final Removals removals;

  /** Details in rows of their own, and their tables. */
  private final Map<TallDetails<R, ?>, TableCalls> tall = new LinkedHashMap<>();

  /**
   * Of a table.
   *
   * @param chain its records' rows
   * @param removals of these rows
   */
  public DetailKeeper(Carrier carrier, Chain<R> chain, Removals removals) throws IOException {
    this.removals = removals;
    this.chain = chain;
    design = chain.design();
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

  /**
   * Writes the details in rows of their own: the step before the record's row.
   *
   * @param time of the write, in milliseconds since 1970
   */
  public CompletableFuture<Void> write(R record, long time) {
    return Steps.each(tall.keySet(), mapping -> write(mapping, record, time));
  }

  private <D> CompletableFuture<Void> write(TallDetails<R, D> mapping, R record, long time) {
    byte[] row = design.key().encode(record);
    return store(new TallDetailPlace<>(mapping, row, 0, RowRead.NOW))
        .write(mapping.of(record).values(), time);
  }

  /**
   * Removes a record's details in their own rows that are older than a time, which are no longer
   * read: the step after the record's row.
   */
  public CompletableFuture<Void> removeOlder(byte[] row, long time) {
    return Steps.each(
        tall.keySet(),
        mapping -> removeOlder(new TallDetailPlace<>(mapping, row, 0, RowRead.NOW), time));
  }

  private <D> CompletableFuture<Void> removeOlder(TallDetailPlace<R, D> place, long time) {
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
                      return rows.batch(
                              present.stream()
                                  .flatMap(each -> place.removing(each, time).stream())
                                  .toList())
                          .thenCompose(done -> Steps.more(more));
                    }));
  }

  /**
   * What a record has in rows of its details, for comparisons: cells that are equal where those of
   * {@link #stored} are.
   */
  public List<Cell> wanted(R record, byte[] row) {
    List<Cell> wanted = new ArrayList<>();
    for (TallDetails<R, ?> mapping : tall.keySet()) {
      for (RowChange change : mapping.addingAll(record, row)) {
        Stamped.cells(change.put()).forEach(cell -> wanted.add(compared(mapping, cell)));
      }
    }
    wanted.sort(CellComparator.getInstance());
    return wanted;
  }

  /**
   * What is stored of the details of one write of a record: {@link #wanted}.
   *
   * @param time of the write, in milliseconds since 1970
   */
  public CompletableFuture<List<Cell>> stored(byte[] row, long time) {
    List<Cell> stored = new ArrayList<>();
    return Steps.each(
            tall.keySet(),
            mapping ->
                Steps.called(
                    () -> {
                      TallDetailPlace<R, ?> place = new TallDetailPlace<>(mapping, row, time, time);
                      return tall.get(mapping)
                          .scan(
                              place.scan(place.design().range(), DetailPlace.ALL),
                              found -> {
                                for (Cell cell : found.rawCells()) {
                                  stored.add(compared(mapping, cell));
                                }
                                return true;
                              });
                    }))
        .thenApply(
            done -> {
              stored.sort(CellComparator.getInstance());
              return stored;
            });
  }

  /** With the table and the row, of which a comparison of the cells of one row knows nothing. */
  private static Cell compared(TallDetails<?, ?> mapping, Cell cell) {
    byte[] row = CellUtil.cloneRow(cell);
    byte[] name = Bytes.add(Bytes.toBytes(row.length), row, CellUtil.cloneQualifier(cell));
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(row)
        .setFamily(mapping.table().toBytes())
        .setQualifier(name)
        .setTimestamp(cell.getTimestamp())
        .setType(Cell.Type.Put)
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }

  /**
   * The greatest time of anything that is stored of a record's details in rows of their own,
   * deletions included; 0 without any.
   */
  public CompletableFuture<Long> latestStored(byte[] row) {
    AtomicLong latest = new AtomicLong();
    return Steps.each(
            tall.keySet(),
            mapping ->
                Steps.called(
                    () -> {
                      TallDetailPlace<R, ?> place =
                          new TallDetailPlace<>(mapping, row, 0, RowRead.NOW);
                      return tall.get(mapping)
                          .scan(
                              place.present(place.design().range()).setRaw(true).readAllVersions(),
                              found -> {
                                latest.accumulateAndGet(Stamped.latest(found), Math::max);
                                return true;
                              });
                    }))
        .thenApply(done -> latest.get());
  }

  /** The record of a row, and of its details in rows of their own; null of a mark alone. */
  public CompletableFuture<R> read(Result row, long asOfMillis) {
    if (tall.isEmpty()) {
      return Steps.called(
          () -> CompletableFuture.completedFuture(design.isRecord(row) ? design.read(row) : null));
    }
    if (!design.isRecord(row)) {
      return CompletableFuture.completedFuture(null);
    }
    Object[] values = design.rows().noValues();
    return Steps.called(
            () -> {
              Column mark = design.mark();
              byte[] bytes = row.getValue(mark.family(), mark.qualifier());
              long from = bytes == null ? 0 : Mark.of(bytes).since();
              return Steps.each(
                  tall.keySet(),
                  mapping ->
                      read(new TallDetailPlace<>(mapping, row.getRow(), from, asOfMillis))
                          .thenAccept(details -> values[mapping.component().index()] = details));
            })
        .thenApply(done -> design.rows().read(row, values));
  }

  /**
   * What reads records of a table that this program does not write, with their details in rows of
   * their own; empty when there are none.
   */
  public static <R> Optional<WholeRecords<R>> wholeRecords(
      Carrier carrier, TableDesign<R> design, Clock clock) throws IOException {
    Chain<R> chain = new Chain<>(carrier, design, clock, /* isFollowed= */ true);
    return new DetailKeeper<>(carrier, chain, new Removals(carrier)).wholeRecords();
  }

  /** What reads records with their details in rows of their own; empty when there are none. */
  public Optional<WholeRecords<R>> wholeRecords() {
    return areInRows()
        ? Optional.of((row, asOfMillis) -> read(row, asOfMillis.orElse(RowRead.NOW)))
        : Optional.empty();
  }

  private <D> CompletableFuture<Object> read(TallDetailPlace<R, D> place) {
    return store(place)
        .read(place, place.design().range(), DetailPlace.ALL)
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
   * @param mayWrite ends if this program may write the record, and is asked before each change
   * @throws IllegalArgumentException when it has none, or of another class
   */
  public <D> DetailStore<D> storeOf(
      Component field, Class<D> type, byte[] row, Supplier<CompletableFuture<Void>> mayWrite) {
    return store(details.place(field, type, row), mayWrite);
  }

  /**
   * Refuses a class that is not that of the details in a field.
   *
   * @throws IllegalArgumentException as {@link #storeOf}
   */
  public void checkDetails(Component field, Class<?> type) {
    details.mapping(field, type);
  }

  /** Of a write of the record, which has asked. */
  private <D> DetailStore<D> store(DetailPlace<D> place) {
    return store(place, () -> Steps.DONE);
  }

  private <D> DetailStore<D> store(
      DetailPlace<D> place, Supplier<CompletableFuture<Void>> mayWrite) {
    return new DetailStore<>(
        place,
        place instanceof TallDetailPlace<?, ?> own ? tall.get(own.mapping()) : table,
        removals,
        chain,
        mayWrite);
  }
}
