package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.AsyncCarrier;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.notes.AsyncTableNotes;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * A table of records whose calls do not wait for HBase, with its indexes and details. Like {@code
 * AsyncTable} it is used by any number of threads and needs no closing; the connection stays open.
 *
 * <p>A call does the same as that of a {@link RecordTable}, in the same steps and with the same
 * result. All failures arrive in the future, even those of wrong arguments: the exception that the
 * other table throws, not wrapped. Threads of the connection complete the futures, and also read
 * records and call filters: a callback on a future must not block, or must run in its own executor.
 * Cancelling a future stops nothing.
 *
 * <p>Memory holds the records of the answer and those of one call; of a read that merges ranges,
 * those of one call for each range.
 *
 * @param <R> the record
 */
public final class AsyncRecordTable<R> extends AsyncConditionalCalls<R> {
  // Fixed at construction.
  private final AsyncConnection connection;
  private final AsyncCarrier carrier;
  private final TableDesign<R> design;
  private final TableParts<R> parts;
  private final DetailKeeper<R> details;
  private final Records<R> records;
  private final IndexKeeper<R> keeper;
  private final Writer<R> writer;
  private final AsyncTableNotes notes;
  private final Planner<R> planner;
  private final KeyFields<R> keyFields;
  private final AsyncPlanReader<R> reader;
  private final Answers<R> answers;

  private AsyncRecordTable(
      AsyncConnection connection, TableDesign<R> design, IndexSettings settings)
      throws IOException {
    this.connection = connection;
    this.design = design;
    ReadStates states = ReadStates.told();
    carrier = new AsyncCarrier(connection);
    notes = new AsyncTableNotes(carrier, design, states, settings.lease());
    planner = new Planner<>(design, states);
    keyFields = new KeyFields<>(design.name().toString(), design.key());
    parts = TableParts.of(carrier, design, settings);
    details = parts.details();
    records = parts.records();
    keeper = parts.keeper();
    writer = parts.writer();
    reader = new AsyncPlanReader<>(records, keeper);
    answers = new Answers<>(planner, reader);
  }

  /**
   * Opens a table, which need not exist yet. The first call checks the design by which it was made.
   * While that design encodes something differently, each call is refused like {@link
   * RecordTable#open}.
   */
  public static <R> AsyncRecordTable<R> open(AsyncConnection connection, TableDesign<R> design) {
    return open(connection, design, IndexSettings.usual());
  }

  /** The same with other settings. */
  public static <R> AsyncRecordTable<R> open(
      AsyncConnection connection, TableDesign<R> design, IndexSettings settings) {
    try {
      return new AsyncRecordTable<>(connection, design, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a connection that waits, which this is not
    }
  }

  @Override
  protected TableDesign<R> recordDesign() {
    return design;
  }

  @Override
  protected <T> CompletableFuture<T> conditionally(
      Function<ConditionalWriter<R>, CompletableFuture<T>> call) {
    return notes.fitting(() -> call.apply(parts.conditional()));
  }

  /** The design of the table. */
  public TableDesign<R> design() {
    return design;
  }

  /** What carries its calls; for a room that keeps what follows its rows. */
  public Carrier carrier() {
    return carrier;
  }

  /** Makes a call if the tables are of the design; for a room that makes calls of its own. */
  public <T> CompletableFuture<T> fitting(Callable<CompletableFuture<T>> call) {
    return notes.fitting(Given.notNull(call, "a call to " + design.name()));
  }

  /**
   * Writes records of rows that something follows; for a room that keeps it.
   *
   * @param clock gives writes their times
   */
  public ChainedWriter<R> writer(Followers<R> followers, Clock clock) throws IOException {
    Given.notNull(followers, "what follows the rows of " + design.name());
    Given.notNull(clock, "the clock of the writes of " + design.name());
    return parts.writer(followers, clock);
  }

  /** Writes entries of indexes; for a room whose rows have more than the record. */
  public EntriesFirst<R> entriesFirst() {
    return new EntriesFirst<>(keeper, details);
  }

  /**
   * Writes a record like {@link RecordTable#put}: first the index entries, then details in their
   * own rows, then its row; then details that it does not have are removed. If a call through this
   * object has just removed something of the row, the write begins in the next millisecond, without
   * a waiting thread.
   *
   * @return fails with {@link UniqueViolationException} when another record has the values of a
   *     unique index, or is possibly about to be written with them
   */
  public CompletableFuture<Void> put(R record) {
    return Steps.called(
        () -> {
          R taken = design.taken(record); // before anything is asked
          return notes.fitting(() -> writer.put(taken));
        });
  }

  /**
   * Writes records like {@link RecordTable#putAll}: some hundreds at a time, one batch after the
   * other.
   */
  public CompletableFuture<Void> putAll(Collection<R> all) {
    return Steps.called(
        () -> {
          List<R> taken = design.takenAll(all); // before anything is asked
          return notes.fitting(() -> writer.putAll(taken));
        });
  }

  /** The record of a key, as {@link RecordTable#get}. */
  public CompletableFuture<Optional<R>> get(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return read(
        () -> {
          planner.checkServed();
          return records
              .at(keyFields.encode(kept))
              .thenApply(
                  found -> Optional.ofNullable(found).filter(each -> keyFields.isOf(each, kept)));
        });
  }

  /** The records of keys, as {@link RecordTable#getAll}. */
  public CompletableFuture<List<Optional<R>>> getAll(List<? extends List<?>> keys) {
    return Steps.called(
        () -> {
          List<byte[]> rows = keyFields.encodeAll(keys);
          List<List<Object>> kept =
              keys.stream().map(each -> Arrays.asList(KeyFields.kept(each.toArray()))).toList();
          return getRows(rows).thenApply(found -> keyFields.matching(kept, found));
        });
  }

  /** The records of row keys, as {@link RecordTable#getRows}. */
  public CompletableFuture<List<Optional<R>>> getRows(List<byte[]> rows) {
    return Steps.called(
        () -> {
          Given.notNull(rows, "the list of row keys of " + design.name());
          List<byte[]> kept = rows.stream().map(row -> row == null ? null : row.clone()).toList();
          return getKept(kept);
        });
  }

  private CompletableFuture<List<Optional<R>>> getKept(List<byte[]> rows) {
    return read(
        () -> {
          planner.checkServed();
          return records
              .at(rows)
              .thenApply(found -> found.stream().map(Optional::ofNullable).toList());
        });
  }

  /** Deletes a record and its details, as {@link RecordTable#delete}. */
  public CompletableFuture<Void> delete(R record) {
    return Steps.called(
        () -> {
          byte[] row = design.key().encode(design.present(record)); // before anything is asked
          return notes.fitting(() -> writer.deleteRow(row));
        });
  }

  /** Deletes the record of a key, as {@link RecordTable#deleteKey}. */
  public CompletableFuture<Void> deleteKey(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return notes.fitting(
        () -> {
          design.checkDeclared();
          return rowToDelete(kept)
              .thenCompose(row -> row.isPresent() ? writer.deleteRow(row.get()) : Steps.DONE);
        });
  }

  /** Deletes the records of keys, as {@link RecordTable#deleteKeys}, some at the same time. */
  public CompletableFuture<Void> deleteKeys(List<? extends List<?>> keys) {
    return Steps.called(
        () -> {
          checkKeys(keys);
          List<Object[]> kept = keys.stream().map(each -> KeyFields.kept(each.toArray())).toList();
          return Steps.sideBySide(kept.size(), i -> deleteKey(kept.get(i)));
        });
  }

  /** Refuses keys that {@link #get} refuses; for tables that delete more with a record. */
  public void checkKeys(List<? extends List<?>> keys) {
    keyFields.encodeAll(keys);
  }

  /** The row that {@link #deleteKey} deletes, for tables that delete more with it. */
  public CompletableFuture<Optional<byte[]>> rowToDelete(Object... key) {
    return Steps.called(
        () -> {
          byte[] row = keyFields.encode(key);
          return keyFields.isLossy()
              ? get(key).thenApply(found -> found.map(each -> row))
              : CompletableFuture.completedFuture(Optional.of(row));
        });
  }

  /**
   * Deletes what a read finds, as {@link RecordTable#deleteAll}: once all of it is read, some
   * records at the same time. Memory holds their row keys. When a call fails, some are deleted.
   *
   * @return how many
   */
  public CompletableFuture<Long> deleteAll(RecordQuery<R> query) {
    return deleteAll(query, writer::deleteRow);
  }

  /**
   * The same by another deletion; for tables that delete more with a record.
   *
   * @param deletion of a row
   */
  public CompletableFuture<Long> deleteAll(
      RecordQuery<R> query, Function<byte[], CompletableFuture<Void>> deletion) {
    List<byte[]> rows = new ArrayList<>();
    return read(() -> {
          checked(query).checkOfNow();
          Given.notNull(deletion, "a deletion from " + design.name());
          design.checkDeclared();
          return reader.found(planner.plans(query.spec()), found -> rows.add(found.ownRow()));
        })
        .thenCompose(read -> Steps.sideBySide(rows.size(), i -> deletion.apply(rows.get(i))))
        .thenApply(done -> (long) rows.size());
  }

  /**
   * The details of a record in one of its fields, as {@link RecordTable#details}.
   *
   * @throws IllegalArgumentException when the field has no details, or of another class
   */
  public <D> AsyncDetails<D> details(Field<R, ?> field, Class<D> type, Object... key) {
    return new AsyncDetails<>(
        this,
        details.storeOf(
            design.shape().component(field), type, keyFields.encode(key), keeper::mayWrite));
  }

  /** Adds to a counter like {@link RecordTable#increment}; gives the new value. */
  public CompletableFuture<Long> increment(Field<R, Long> counter, long amount, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return notes.fitting(
        () -> {
          Column column = design.counter(counter);
          return connection
              .getTable(design.name())
              .incrementColumnValue(
                  keyFields.encode(kept), column.family(), column.qualifier(), amount);
        });
  }

  /** Adds to a counter within limits like {@link RecordTable#incrementWithin}. */
  public CompletableFuture<OptionalLong> incrementWithin(
      CountRange range, Field<R, Long> counter, long amount, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return notes.fitting(
        () -> parts.counters().add(range, counter, amount, keyFields.encode(kept)));
  }

  /** Begins a read with a condition on a field, for {@link #list} and others. */
  public <T> FieldCondition<R, T> where(Field<R, T> field) {
    return all().where(field);
  }

  /** Begins a read of the records of an index, in its order: {@link RecordTable#byIndex}. */
  public RecordQuery<R> byIndex(String name) {
    return all().through(name);
  }

  /**
   * Begins a read, for {@link #list} and the other methods that take one. The blocking reads of the
   * query itself are refused with an IllegalStateException.
   */
  public RecordQuery<R> all() {
    return new RecordQuery<>(QuerySpec.all(design), new RefusedReads<>());
  }

  /**
   * The records of a read, in its order. Ranges that are merged are read side by side.
   *
   * @param query begun here, or by a {@link RecordTable} of the same design
   */
  public CompletableFuture<List<R>> list(RecordQuery<R> query) {
    return read(() -> list(planner.plans(checked(query).spec())));
  }

  /** Makes a call that reads, if the tables are of the design and serve it. */
  <T> CompletableFuture<T> read(Callable<CompletableFuture<T>> call) {
    return notes.fitting(call, UnservedReadException.class);
  }

  /** The same of a call that has no plan: it is refused while the table is an unbuilt view. */
  <T> CompletableFuture<T> served(Callable<CompletableFuture<T>> call) {
    return read(
        () -> {
          planner.checkServed();
          return call.call();
        });
  }

  private CompletableFuture<List<R>> list(PlanUnion<R> union) {
    List<R> all = new ArrayList<>();
    return reader.records(union, all::add).thenApply(done -> all);
  }

  /** The first record of a read. */
  public CompletableFuture<Optional<R>> first(RecordQuery<R> query) {
    return Steps.called(
        () -> list(checked(query).limit(1)).thenApply(found -> found.stream().findFirst()));
  }

  /** The first page of a read: {@link RecordQuery#page(int)}. */
  public CompletableFuture<Page<R>> page(RecordQuery<R> query, int size) {
    return read(() -> reader.page(planner.planOfPages(checked(query).spec()), size, Stretch.ALL));
  }

  /** The page of a read after an earlier one: {@link RecordQuery#page(int, String)}. */
  public CompletableFuture<Page<R>> page(RecordQuery<R> query, int size, String token) {
    return read(
        () -> {
          QueryPlan<R> plan = planner.planOfPages(checked(query).spec());
          return reader.page(plan, size, plan.stretch(token));
        });
  }

  /** How many records a read finds: {@link RecordQuery#count}. */
  public CompletableFuture<Long> count(RecordQuery<R> query) {
    return read(() -> answers.count(checked(query).spec()));
  }

  /** Whether a read finds a record: {@link RecordQuery#exists}. */
  public CompletableFuture<Boolean> exists(RecordQuery<R> query) {
    return first(query).thenApply(Optional::isPresent);
  }

  /** The least value of a field: {@link RecordQuery#min}. */
  public <T extends Comparable<? super T>> CompletableFuture<Optional<T>> min(
      RecordQuery<R> query, Field<R, T> field) {
    return extreme(query, field, QuerySettings.Order.LEAST_FIRST);
  }

  /** The greatest value of a field: {@link RecordQuery#max}. */
  public <T extends Comparable<? super T>> CompletableFuture<Optional<T>> max(
      RecordQuery<R> query, Field<R, T> field) {
    return extreme(query, field, QuerySettings.Order.GREATEST_FIRST);
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private <T> CompletableFuture<Optional<T>> extreme(
      RecordQuery<R> query, Field<R, T> field, QuerySettings.Order order) {
    return read(
        () ->
            answers
                .extreme(checked(query).spec(), design.shape().component(field), order)
                .thenApply(found -> found.map(value -> (T) value)));
  }

  /** The sum of a field of whole numbers: {@link RecordQuery#sum}. */
  public CompletableFuture<OptionalLong> sum(
      RecordQuery<R> query, Field<R, ? extends Number> field) {
    return read(
        () ->
            answers
                .total(checked(query).spec(), Total.whole(design.shape(), field))
                .thenApply(total -> Total.sum(total)));
  }

  /** The exact sum of a field of any numbers: {@link RecordQuery#sumDecimal}. */
  public CompletableFuture<Optional<BigDecimal>> sumDecimal(
      RecordQuery<R> query, Field<R, ? extends Number> field) {
    return total(query, field).thenApply(total -> total.map(Total::sumDecimal));
  }

  /** The mean of a field of numbers: {@link RecordQuery#average}. */
  public CompletableFuture<OptionalDouble> average(
      RecordQuery<R> query, Field<R, ? extends Number> field) {
    return total(query, field).thenApply(total -> Total.average(total));
  }

  private CompletableFuture<Optional<Total>> total(
      RecordQuery<R> query, Field<R, ? extends Number> field) {
    return read(() -> answers.total(checked(query).spec(), Total.number(design.shape(), field)));
  }

  /**
   * The same for each value of a field: {@link RecordQuery#groupBy}.
   *
   * @throws IllegalArgumentException when this is no field, or the read is not one of this table
   */
  public <G extends Comparable<? super G>> AsyncGroups<R, G> groupBy(
      RecordQuery<R> query, Field<R, G> field) {
    return new AsyncGroups<>(
        this, GroupAnswers.by(checked(query).spec(), answers, design.shape().component(field)));
  }

  /**
   * Some fields of what a read finds: {@link RecordQuery#select}.
   *
   * @throws IllegalArgumentException as that, and when the read is not one of this table
   */
  public <S> AsyncSelection<R, S> select(RecordQuery<R> query, Class<S> type) {
    return new AsyncSelection<>(
        this, checked(query).spec(), SelectedFields.of(design, type), planner, reader);
  }

  private RecordQuery<R> checked(RecordQuery<R> query) {
    RecordTable.checkOwn(query, design);
    return query;
  }
}
