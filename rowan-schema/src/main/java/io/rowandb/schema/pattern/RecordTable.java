package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.notes.IndexStates;
import io.rowandb.schema.pattern.notes.TableNotes;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A table of records. Like HBase's {@code Table} it is lightweight, used by one thread, and must be
 * closed; the connection stays open.
 *
 * @param <R> the record
 */
public final class RecordTable<R> implements AutoCloseable {
  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final IndexStates states;
  private final WaitingCarrier carrier;
  private final TableParts<R> parts;
  private final Records<R> records;
  private final IndexKeeper<R> keeper;
  private final PlanReader<R> reader;
  private final TableReads<R> reads;
  private final KeyFields<R> keyFields;

  private RecordTable(
      Connection connection, TableDesign<R> design, IndexSettings settings, IndexStates states)
      throws IOException {
    this.connection = connection;
    this.design = design;
    this.states = states;
    carrier = new WaitingCarrier(connection);
    parts = TableParts.of(carrier, design, settings);
    records = parts.records();
    keeper = parts.keeper();
    reader = new PlanReader<>(carrier, records, keeper);
    reads = new TableReads<>(connection, new Planner<>(design, states), reader);
    keyFields = new KeyFields<>(design.name().toString(), design.key());
  }

  /**
   * Opens a table, which need not be there yet. One that is there is asked for the design it was
   * made by, at most every ten seconds for each connection and design.
   *
   * @throws io.rowandb.schema.table.ChangedDesignException when it was made by a design that has
   *     other bytes in a place than this one, or has an index that this one lacks
   */
  public static <R> RecordTable<R> open(Connection connection, TableDesign<R> design)
      throws IOException {
    return open(connection, design, IndexSettings.usual());
  }

  /** The same with other settings. */
  public static <R> RecordTable<R> open(
      Connection connection, TableDesign<R> design, IndexSettings settings) throws IOException {
    IndexStates states =
        new IndexStates(
            TableNotes.unbuilt(connection, design),
            known -> TableNotes.unbuiltNow(connection, design));
    return new RecordTable<>(connection, design, settings, states);
  }

  /**
   * Makes a table with its families and regions, and those of its indexes and details, and opens
   * it.
   *
   * @throws TableExistsException when one of them is there; none is made then
   * @throws IOException when one cannot be made, as in a namespace that is not there; those that
   *     this has made are removed again
   */
  public static <R> RecordTable<R> create(Connection connection, TableDesign<R> design)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      NewTable.createAll(admin, design.tables());
    }
    return open(connection, design);
  }

  /**
   * Notes in the tables of a design that they are of it, whatever they knew before: of tables that
   * another program made; after fields were added, so that these are known, too; after their rows
   * were changed to fit. Indexes that lack records still do, and one that would have other entries
   * now lacks all, until {@link #repairIndex}; an index that the design lacks is given up, and
   * lacks records when it comes back. HBase opens the tables' regions anew.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException when the table is not there, or that of
   *     an index
   */
  public static void declare(Connection connection, TableDesign<?> design) throws IOException {
    TableNotes.declare(connection, design);
  }

  /** What it is a table of. */
  public TableDesign<R> design() {
    return design;
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
    return new EntriesFirst<>(keeper);
  }

  /**
   * Writes a record, in one step: afterwards its declared columns are those of this record, and
   * others as they were. Counters stay: the record has 0 in them. Of details, those go that its row
   * had before the step, and the record has not. Details in rows of their own are written before
   * that step, and are the record's with it; who wrote the row meanwhile makes this begin again. Of
   * details in columns those stay that are added alone between this one's read of the row and its
   * step, and without a unique index those that another put of the record adds then.
   *
   * <p>Where the key holds a field with a loss, as a hash alone, records with the same key have one
   * row: a put of one replaces the other, whose counters stay, and are this record's then.
   *
   * <p>A null deletes its column, and HBase lets a delete win over a value that is written in the
   * same millisecond, even behind it. Of writes of one record through one object of this class, the
   * second waits for the next millisecond then. Two clients are not to write one record in the same
   * millisecond, if the first has nulls: it may become one that is partly of either, which indexes
   * may lack until {@link #repairIndex}. With a unique index, or details in rows of their own,
   * writes of a record have times of their own, one behind the other, and none of this happens.
   *
   * <p>What it costs: a call for the row; for all indexes that are not unique one each; for each
   * unique index two, two more if the record has the entry already, and three more if it takes over
   * that of another; if any index has copies one more, to read the row. With a unique index, or
   * details in rows of their own, one more to read the row, and another when nothing is there; with
   * such details two more of their own.
   *
   * @throws UniqueViolationException when another record has the values of a unique index, or its
   *     writer died in the last hour ({@link IndexSettings#grace}) or is at it
   * @throws LateWriteException when it had taken half an hour, half the grace, before the row could
   *     be sent; the row is as it was
   * @throws IllegalArgumentException when a value has no form in the key or its column, or a
   *     counter is not 0; or, if an index has copies, when what is in the row is no record
   */
  public void put(R record) throws IOException {
    Steps.ended(parts.writer().put(record));
  }

  /**
   * Writes records as {@link #put}, many in a call; each is whole or not there. Of records with the
   * same key, any may be the one that stays.
   *
   * @throws IOException when one could not be written; others may have been
   */
  public void putAll(Iterable<R> records) throws IOException {
    Steps.ended(parts.writer().putAll(records));
  }

  /**
   * Writes new records through HBase's buffer, with their counts: the fast way to fill a table.
   * Nothing goes from rows that are there already: with a null over a value, such a row becomes a
   * record that nobody wrote, and that indexes lack.
   *
   * @return how many
   */
  public long load(Stream<R> records) throws IOException {
    Given.notNull(records, "what is to be put into " + design.name());
    try (BufferedMutator mutator = connection.getBufferedMutator(design.name());
        records) {
      return new RecordLoad<>(design, mutator, parts.writer()).load(records);
    }
  }

  /**
   * The record of a key. Where the key holds a field with a loss, a hash or a time without its
   * seconds, and another record is there, there is none.
   *
   * @param key the values of the fields that the key depends on, in the order in which it names
   *     them
   * @throws IllegalArgumentException when they are not as many, or of other types
   */
  public Optional<R> get(Object... key) throws IOException {
    return Optional.ofNullable(Steps.ended(records.at(row(key))))
        .filter(found -> keyFields.isOf(found, key));
  }

  /**
   * The records of keys, in one call.
   *
   * @param keys the values of each as for {@link #get}; the caller bounds how many
   * @return one for each of them, in their order
   * @throws IllegalArgumentException as {@link #get}
   */
  public List<Optional<R>> getAll(List<? extends List<?>> keys) throws IOException {
    return keyFields.matching(keys, getRows(rows(keys)));
  }

  /** The row keys of values. */
  List<byte[]> rows(List<? extends List<?>> keys) {
    return keyFields.encodeAll(keys);
  }

  /**
   * The records of row keys, in one call.
   *
   * @param rows row keys, as the key of the design encodes them; the caller bounds how many
   * @return one for each of them, in their order
   */
  public List<Optional<R>> getRows(List<byte[]> rows) throws IOException {
    return Steps.ended(records.at(rows)).stream().map(Optional::ofNullable).toList();
  }

  private byte[] row(Object... key) {
    return keyFields.encode(key);
  }

  /**
   * Deletes the row of a record's key, with all its columns, then its details in rows of their own,
   * whichever they are; its entries in indexes go later. What it had of a unique index is free at
   * once. Where the key holds a field with a loss, the row may be another record's, which goes.
   *
   * <p>HBase lets a delete win over what is written in the same millisecond, even behind it. A put
   * of the same key through the same object of this class waits for the next millisecond. Another
   * client that is told of the delete and writes within its millisecond writes nothing, and is not
   * told. That the delete names the times of the cells it found would not help: it would hide what
   * is written in their millisecond.
   *
   * <p>What it costs: a call; if any index has copies, one more to read the row, and one for each
   * such index; with a unique index, or details in rows of their own, one more to read the row, and
   * two for the details of each field.
   *
   * @throws IllegalArgumentException when a value has no form in the key; or, if an index has
   *     copies, when what is in the row is no record
   */
  public void delete(R record) throws IOException {
    Steps.ended(parts.writer().delete(record));
  }

  /**
   * The details of a record in one of its fields, to be read in pages and changed one by one,
   * without the record. Valid as long as this is open.
   *
   * @param type the class of the details
   * @param key of the record, as for {@link #get}
   * @throws IllegalArgumentException when the field has no details, or of another class
   */
  public <D> Details<D> details(Field<R, ?> field, Class<D> type, Object... key) {
    return new Details<>(
        carrier, parts.details().storeOf(design.shape().component(field), type, row(key)));
  }

  /**
   * Adds to a counter, in one step, in one call. It writes no entries of indexes, which a record
   * that is there has already. Where none is, it makes one that has nothing but its key and the
   * count: {@link #get}, {@link #all} and {@link #verifyIndex} find it, reads through an index do
   * not until {@link #repairIndex}. So it may come back as one whose delete came first.
   *
   * @param key as for {@link #get}
   * @return what it is then
   */
  public long increment(Field<R, Long> counter, long amount, Object... key) throws IOException {
    Column column = design.counter(counter);
    return carrier
        .opened(design.name())
        .incrementColumnValue(row(key), column.family(), column.qualifier(), amount);
  }

  /**
   * Compares an index with the records, copies of fields included, and changes nothing. Reads both
   * whole.
   *
   * @throws IllegalArgumentException when there is none of the name
   */
  public IndexReport verifyIndex(String name) throws IOException {
    return repair(index(name), /* repairs= */ false);
  }

  /**
   * Writes entries that are missing, and removes those of no record that are old enough: makes a
   * new index complete, and mends one. Others may read and write meanwhile; all writers of a new
   * index must keep it already. Reads use it when no record lacks its entries: the table of the
   * entries knows that then, and HBase opens its regions anew.
   *
   * @throws IllegalArgumentException when there is none of the name
   * @throws IOException also when another program gave the index up meanwhile; the index stays
   *     unbuilt
   */
  public IndexReport repairIndex(String name) throws IOException {
    IndexDesign<R> index = index(name);
    String build = TableNotes.noteBegun(connection, design, index);
    IndexReport report = repair(index, /* repairs= */ true);
    if (report.missing() == report.added()) {
      TableNotes.noteBuilt(connection, design, index, build);
      states.unbuiltNow();
    }
    return report;
  }

  private IndexReport repair(IndexDesign<R> index, boolean repairs) throws IOException {
    try {
      return new IndexRepair<>(reader, parts.writer(), index, repairs).run();
    } catch (UncheckedIOException e) {
      throw keeper.named(index, e.getCause());
    } catch (IOException e) {
      throw keeper.named(index, e);
    }
  }

  private IndexDesign<R> index(String name) {
    return design.indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(design.name() + " has no index " + name));
  }

  /** Begins a read of the records whose field has this value. */
  public <T> Query<R> where(Field<R, T> field, T value) {
    return all().where(field, value);
  }

  /**
   * Begins a read of the records of an index, in its order: {@code byIndex("score").limit(20)} are
   * the first twenty. The same as {@link #all} and {@link Query#through}.
   */
  public Query<R> byIndex(String name) {
    return all().through(name);
  }

  /**
   * Begins a read of all records, which is refused without a condition, a limit, or a word of
   * leave.
   */
  public Query<R> all() {
    return new Query<>(QuerySpec.all(design), reads);
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }
}
