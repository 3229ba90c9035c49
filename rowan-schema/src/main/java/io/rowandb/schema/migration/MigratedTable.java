package io.rowandb.schema.migration;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.FieldCondition;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordBatch;
import io.rowandb.schema.pattern.RecordChanges;
import io.rowandb.schema.pattern.RecordField;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.RecordWrites;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.chain.ReadOnlyTableException;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A table of records that may be moved to another one at any time, before, meanwhile and
 * afterwards: programs use it instead of a {@link RecordTable} of either design, and see nothing of
 * the move.
 *
 * <pre>{@code
 * try (MigratedTable<Call> calls = MigratedTable.open(connection, toHashed)) {
 *   calls.put(call);
 *   calls.where(Call::phone).is(phone).where(Call::month).is(month).list();
 * }
 * }</pre>
 *
 * <p>It looks at the old table's descriptor when its last look is a lease old ({@link
 * IndexSettings#lease}). Lightweight, used by one thread, and must be closed; the connection stays
 * open.
 *
 * @param <R> the record
 */
public final class MigratedTable<R> implements AutoCloseable {
  /** More than there are phases, forth and back, with a refusal in each. */
  private static final int MOST_ATTEMPTS = 20;

  private static final int BATCH = 1_000;

  // Fixed at construction.
  private final Migration<R> migration;
  private final OpenTables<R> tables;

  private MigratedTable(Migration<R> migration, OpenTables<R> tables) {
    this.migration = migration;
    this.tables = tables;
  }

  /**
   * Opens a table.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException when neither of the two is there
   * @throws IllegalStateException when the records of the old one are moved elsewhere
   * @throws ChangedDesignException as {@link RecordTable#open}
   */
  public static <R> MigratedTable<R> open(Connection connection, Migration<R> migration)
      throws IOException {
    return open(connection, migration, IndexSettings.usual());
  }

  /** The same with other settings, which all programs of the tables have. */
  public static <R> MigratedTable<R> open(
      Connection connection, Migration<R> migration, IndexSettings settings) throws IOException {
    Given.notNull(migration, "the migration of a table");
    OpenTables<R> tables = new OpenTables<>(connection, migration, settings);
    tables.look();
    return new MigratedTable<>(migration, tables);
  }

  /** How far the records are moved, as far as this program knows. */
  public MigrationPhase phase() throws IOException {
    return tables.phase();
  }

  /**
   * How many writes of this object the new table did not take while the old one was still read. The
   * old one has them; a mark tells what the new one lacks, and {@link MigrationRun} adds it.
   */
  public long countNotCopied() {
    return tables.countNotCopied();
  }

  /** Why the last of {@link #countNotCopied} was not copied; empty when all were. */
  public Optional<Throwable> lastNotCopied() {
    return tables.lastNotCopied();
  }

  /** A write of records, by what writes them now. */
  @FunctionalInterface
  private interface Write<R, T> {
    T by(RecordWrites<R> table) throws IOException;
  }

  /** A write of a record of a key, by what writes it now. */
  @FunctionalInterface
  private interface KeyWrite<R, T> {
    T by(RecordWrites<R> table, Object... key) throws IOException;
  }

  /** Something that is done on a side. */
  @FunctionalInterface
  private interface Deed<R, T> {
    T on(Side<R> side) throws IOException;
  }

  /** Writes records that may be written again when it is not known what became of them. */
  private void write(List<R> records, Write<R, Void> call) throws IOException {
    inPhase(/* isRepeatable= */ true, side -> call.by(at(side, records)));
  }

  /** What writes records on a side. */
  private RecordWrites<R> at(Side<R> side, List<R> records) throws IOException {
    RecordWrites<R> table = side.table();
    for (R record : records) {
      table = side.at(migration.oldRowOf(record));
    }
    return table;
  }

  /**
   * Does something as the phase wants it, and once more if that has changed meanwhile. What is
   * refused in one phase is tried there once more, when the tables were asked anew: what other
   * tables of this program had seen in a former phase is forgotten then, so a second refusal is
   * true.
   *
   * @param isRepeatable whether it may be done again when it is not known what became of it
   */
  private <T> T inPhase(boolean isRepeatable, Deed<R, T> deed) throws IOException {
    MigrationPhase askedIn = null;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      try {
        Side<R> side = tables.side();
        T done = deed.on(side);
        if (isRepeatable && tables.isOld() && side.isOld() && tables.isChangedNow()) {
          continue; // it was on its way for longer than those wait that go by another phase
        }
        return done;
      } catch (ChangedDesignException e) { // nothing is done
        if (!isAnotherPhase()) {
          if (tables.lastPhase() == askedIn) {
            throw e;
          }
          askedIn = tables.lastPhase();
          tables.askAnew();
        }
      } catch (IllegalStateException e) { // nothing is done
        if (!isAnotherPhase()) {
          throw e;
        }
      } catch (IOException e) {
        boolean isUndone = e instanceof ReadOnlyTableException;
        if (!(isUndone || isRepeatable) || !isAnotherPhase()) {
          throw e;
        }
      }
    }
    throw new IOException(
        "a write was refused "
            + MOST_ATTEMPTS
            + " times, while other programs changed the phase of "
            + migration);
  }

  /** Whether a write that failed is to be made again, as another phase wants it. */
  private boolean isAnotherPhase() throws IOException {
    boolean isChanged = tables.isChangedNow();
    if (tables.lastPhase() == MigrationPhase.FENCING) {
      tables.awaitFence();
      return true;
    }
    return isChanged;
  }

  /** What is read from the new table it must be able to have. */
  private void checkTaken(List<R> records) throws IOException {
    for (R record : records) {
      checkTaken(record);
    }
  }

  private R checkTaken(R record) throws IOException {
    if (record != null && tables.lastPhase() != MigrationPhase.NONE) {
      IllegalArgumentException refusal = migration.refusal(migration.target().present(record));
      if (refusal != null && !tables.isLenientNow()) {
        throw refusal;
      }
    }
    return record;
  }

  /** Writes a record, as {@link RecordTable#put} does. */
  public void put(R record) throws IOException {
    migration.old().present(record);
    write(
        List.of(record),
        table -> {
          table.put(checkTaken(record));
          return null;
        });
  }

  /** Writes records, as {@link RecordTable#putAll} does. */
  public void putAll(Iterable<R> records) throws IOException {
    Given.notNull(records, "what is to be put into " + migration.target().name());
    inBatches(
        records.iterator(),
        batch ->
            write(
                batch,
                table -> {
                  checkTaken(batch);
                  table.putAll(batch);
                  return null;
                }));
  }

  /**
   * Writes new records: the fast way to fill a table. Their rows must be empty.
   *
   * @return how many
   */
  public long load(Stream<R> records) throws IOException {
    Given.notNull(records, "what is to be put into " + migration.target().name());
    try (records) {
      return inBatches(
          records.iterator(),
          batch ->
              write(
                  batch,
                  table -> {
                    checkTaken(batch);
                    table.load(batch.stream());
                    return null;
                  }));
    }
  }

  /** Takes some records. */
  @FunctionalInterface
  private interface Batch<R> {
    void take(List<R> records) throws IOException;
  }

  private long inBatches(Iterator<R> records, Batch<R> each) throws IOException {
    long count = 0;
    List<R> batch = new ArrayList<>();
    while (records.hasNext()) {
      batch.add(migration.old().taken(records.next()));
      count++;
      if (batch.size() == BATCH || !records.hasNext()) {
        each.take(List.copyOf(batch));
        batch.clear();
      }
    }
    return count;
  }

  /** Deletes the row of a record's key, as {@link RecordTable#delete} does. */
  public void delete(R record) throws IOException {
    migration.old().present(record);
    write(
        List.of(record),
        table -> {
          table.delete(record);
          return null;
        });
  }

  /**
   * Deletes the record of a key, as {@link RecordTable#deleteKey} does.
   *
   * @param key values of the key's fields, in the order of the new design
   */
  public void deleteKey(Object... key) throws IOException {
    byte[] row = migration.oldRow(key);
    inPhase(
        /* isRepeatable= */ true,
        side -> {
          side.at(row).deleteKey(side.isOld() ? migration.inOld(key) : key);
          return null;
        });
  }

  /**
   * Deletes the records of keys, as {@link RecordTable#deleteKeys} does.
   *
   * @param keys values of the key's fields, in the order of the new design
   */
  public void deleteKeys(List<? extends List<?>> keys) throws IOException {
    Given.notNull(keys, "the keys of records of " + migration.target().name());
    for (List<?> key : keys) { // refused before anything is deleted
      migration.oldRow(Given.notNull(key, "a key of " + migration.target().name()).toArray());
    }
    for (List<?> key : keys) {
      deleteKey(key.toArray());
    }
  }

  /**
   * Deletes the records that a read finds, as {@link RecordTable#deleteAll} does. When the phase
   * changes so that the read is refused, the records before are deleted; begin it again.
   *
   * @param query begun here
   * @return how many
   * @throws IllegalArgumentException when the read is of neither design, or as of a past time
   */
  public long deleteAll(RecordQuery<R> query) throws IOException {
    TableDesign<R> read = Given.notNull(query, "a read of " + migration.target().name()).design();
    if (read != migration.old() && read != migration.target()) {
      throw new IllegalArgumentException(
          "the read is of "
              + read.name()
              + ", or of another design of it, and this is a table of "
              + migration);
    }
    return query.delete((record, row) -> delete(record));
  }

  /** A conditional write of a record. */
  private <T> T conditional(R record, Write<R, T> call) throws IOException {
    checkMarked();
    migration.old().present(record);
    return inPhase(
        /* isRepeatable= */ false,
        side -> {
          checkTaken(record);
          return call.by(side.at(migration.oldRowOf(record)));
        });
  }

  /** A conditional write of a key, in the order of the new one. */
  private <T> T conditional(Object[] key, KeyWrite<R, T> call) throws IOException {
    checkMarked();
    byte[] row = migration.oldRow(key);
    return inPhase(
        /* isRepeatable= */ false,
        side -> call.by(side.at(row), side.isOld() ? migration.inOld(key) : key));
  }

  private void checkMarked() {
    if (!migration.old().isMarked() || !migration.target().isMarked()) {
      throw new IllegalStateException(
          "conditional writes during "
              + migration
              + " need marks in both, by which they know that nobody was faster: declare marked()");
    }
  }

  /** Writes a record if there is none: {@link RecordTable#putIfAbsent}. */
  public boolean putIfAbsent(R record) throws IOException {
    return conditional(record, table -> table.putIfAbsent(record));
  }

  /**
   * Writes records whose rows hold none: {@link RecordTable#putAllIfAbsent}.
   *
   * @return of each, in their order, whether it was written
   */
  public List<Boolean> putAllIfAbsent(Iterable<R> records) throws IOException {
    checkMarked();
    Given.notNull(records, "what is to be put into " + migration.target().name());
    List<Boolean> written = new ArrayList<>();
    inBatches(
        records.iterator(),
        some -> {
          RecordBatch<R> batch = RecordBatch.ifAbsent(some);
          write(batch);
          written.addAll(batch.written());
        });
    return written;
  }

  /**
   * Writes records or merges them with what is there: {@link RecordTable#mergeAll}.
   *
   * @throws IllegalStateException as {@link #update}
   */
  public void mergeAll(Iterable<R> records, BinaryOperator<R> merge) throws IOException {
    Given.notNull(merge, "what merges records of " + migration.target().name());
    checkUpdated();
    checkMarked();
    Given.notNull(records, "what is to be merged into " + migration.target().name());
    inBatches(records.iterator(), some -> write(RecordBatch.merging(some, merge)));
  }

  /**
   * Conditional writes of records. What was done before the phase changed is passed over then, but
   * for what its old row tells that is left to be done.
   */
  private void write(RecordBatch<R> batch) throws IOException {
    inPhase(
        /* isRepeatable= */ false,
        side -> {
          checkTaken(batch.rest());
          batch.by(at(side, batch.records()));
          return null;
        });
  }

  /** Writes a record over one that meets a condition: {@link RecordTable#putIf}. */
  public boolean putIf(R record, Predicate<? super R> condition) throws IOException {
    return conditional(record, table -> table.putIf(record, condition));
  }

  /**
   * Changes a record: {@link RecordTable#update}.
   *
   * @throws IllegalStateException when one of the two designs has details in rows of their own
   * @param key values of the key's fields, in the order of the new design; so in all these calls
   */
  public Optional<R> update(UnaryOperator<R> change, Object... key) throws IOException {
    Given.notNull(change, "the change of a record of " + migration.target().name());
    checkUpdated();
    return conditional(key, (table, own) -> table.update(change, own));
  }

  /** What only one of the two can do is refused from the beginning, not when it is the other. */
  private void checkUpdated() {
    migration.old().updates().checkUpdated();
    migration.target().updates().checkUpdated();
  }

  /**
   * One field of a record, to be changed: {@link RecordTable#field}.
   *
   * @throws IllegalStateException as {@link #update}
   */
  public <T> RecordField<T> field(Field<R, T> field, Object... key) {
    checkUpdated();
    Object[] kept = KeyFields.kept(key);
    return new RecordField<>() {
      @Override
      public boolean set(T value) throws IOException {
        return conditional(kept, (table, own) -> table.field(field, own).set(value));
      }

      @Override
      public boolean compareAndSet(T expected, T value) throws IOException {
        return conditional(
            kept, (table, own) -> table.field(field, own).compareAndSet(expected, value));
      }
    };
  }

  /**
   * Changes of one record that are made as one step: {@link RecordTable#together}.
   *
   * @throws IllegalStateException as {@link #update}
   */
  public RecordChanges<R> together(Object... key) {
    checkUpdated();
    Object[] kept = KeyFields.kept(key);
    return RecordChanges.of(
        changes -> conditional(kept, (table, own) -> changes.runBy(table, own)));
  }

  /** Nor can the other go on with a version that it does not have. */
  private void checkSaved() {
    if (!migration.old().updates().hasVersionOf(migration.target().updates())) {
      throw new IllegalStateException(
          "save during "
              + migration
              + " needs the version in both designs, and of the same field: declare version(…)");
    }
  }

  /**
   * Writes a record over that of its version: {@link RecordTable#save}.
   *
   * @throws IllegalStateException when not both designs have the same field as the version
   */
  public R save(R record) throws IOException {
    checkSaved();
    return conditional(record, table -> table.save(record));
  }

  /** Deletes a record that meets a condition: {@link RecordTable#deleteIf}. */
  public boolean deleteIf(Predicate<? super R> condition, Object... key) throws IOException {
    return conditional(key, (table, own) -> table.deleteIf(condition, own));
  }

  /**
   * The record of a key: {@link RecordTable#get}.
   *
   * @param key values of the key's fields, in the order of the new design
   */
  public Optional<R> get(Object... key) throws IOException {
    return read(reads -> reads.get(readKey(key)));
  }

  /**
   * The records of keys, in one call: {@link RecordTable#getAll}.
   *
   * @param keys values of the key's fields, in the order of the new design; the caller bounds how
   *     many
   */
  public List<Optional<R>> getAll(List<? extends List<?>> keys) throws IOException {
    Given.notNull(keys, "the keys of records of " + migration.target().name());
    return read(
        reads -> {
          List<List<?>> own = new ArrayList<>();
          for (List<?> key : keys) {
            Given.notNull(key, "a key of a record of " + migration.target().name());
            own.add(Arrays.asList(readKey(key.toArray())));
          }
          return reads.getAll(own);
        });
  }

  /** In the order of the table that is read. */
  private Object[] readKey(Object... key) {
    return tables.lastPhase().readsNew() ? key : migration.inOld(key);
  }

  /** A read of records. */
  @FunctionalInterface
  private interface Read<R, T> {
    T from(RecordTable<R> table) throws IOException;
  }

  /** Once more if the phase has changed meanwhile, so that the table is not to be read any more. */
  private <T> T read(Read<R, T> read) throws IOException {
    try {
      return read.from(tables.reads());
    } catch (UnservedReadException e) {
      if (!tables.isChangedNow()) {
        throw e;
      }
      return read.from(tables.reads());
    }
  }

  /** Begins a read with a condition on a field, of the table that is read now. */
  public <T> FieldCondition<R, T> where(Field<R, T> field) throws IOException {
    return tables.reads().where(field);
  }

  /** Begins a read of all records: {@link RecordTable#all}. */
  public RecordQuery<R> all() throws IOException {
    return tables.reads().all();
  }

  /** Begins a read through an index of the table that is read now. */
  public RecordQuery<R> byIndex(String name) throws IOException {
    return tables.reads().byIndex(name);
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }
}
