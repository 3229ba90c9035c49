package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.details.DetailStore;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.notes.TableNotes;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
public final class RecordTable<R> extends RecordWrites<R> {
  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final IndexSettings settings;
  private final WaitingCarrier carrier;
  private final TableParts<R> parts;
  private final Records<R> records;
  private final IndexKeeper<R> keeper;
  private final PlanReader<R> reader;
  private final TableReads<R> reads;
  private final KeyFields<R> keyFields;
  private final Planner<R> planner;
  private final IndexMaintenance<R> maintenance;

  private RecordTable(
      Connection connection, TableDesign<R> design, IndexSettings settings, ReadStates states)
      throws IOException {
    this.connection = connection;
    this.design = design;
    this.settings = settings;
    carrier = new WaitingCarrier(connection);
    parts = TableParts.of(carrier, design, settings);
    records = parts.records();
    keeper = parts.keeper();
    reader = new PlanReader<>(carrier, records, keeper);
    planner = new Planner<>(design, states);
    reads = new TableReads<>(connection, planner, reader);
    keyFields = new KeyFields<>(design.name().toString(), design.key());
    maintenance = new IndexMaintenance<>(connection, design, states, reader, parts.writer());
  }

  /**
   * Opens a table, which need not exist yet. The design of an existing table is checked at most
   * every ten seconds for each connection and design.
   *
   * @throws io.rowandb.schema.table.ChangedDesignException when it was made by a design that
   *     encodes something differently, or has an index that this one lacks
   */
  public static <R> RecordTable<R> open(Connection connection, TableDesign<R> design)
      throws IOException {
    return open(connection, design, IndexSettings.usual());
  }

  /** The same with other settings. */
  public static <R> RecordTable<R> open(
      Connection connection, TableDesign<R> design, IndexSettings settings) throws IOException {
    ReadStates states = TableNotes.states(connection, design, settings.lease());
    return new RecordTable<>(connection, design, settings, states);
  }

  /** The same of a table that is not of the design yet. */
  static <R> RecordTable<R> unchecked(
      Connection connection, TableDesign<R> design, IndexSettings settings) throws IOException {
    return new RecordTable<>(connection, design, settings, ReadStates.told());
  }

  /**
   * Opens a table as {@link #open} does, and creates it as {@link #create} does if it is not there.
   * Programs that start together may all do so.
   *
   * @throws IllegalStateException when the table is there and is to be upgraded first, with the
   *     plan ({@link UpgradePlan})
   */
  public static <R> RecordTable<R> openOrCreate(Connection connection, TableDesign<R> design)
      throws IOException {
    UpgradePlan<R> plan = UpgradePlan.of(connection, design);
    if (plan.isCreation()) {
      plan.runAnyway();
    } else if (plan.isNeeded()) {
      throw new IllegalStateException(
          "to be done first, by UpgradePlan.of(connection, design).run(): " + plan);
    }
    return open(connection, design);
  }

  /**
   * Creates a table with its families and regions, and the tables of its indexes and details, and
   * opens it.
   *
   * @throws TableExistsException when one of them exists; none is created then
   * @throws IOException when one cannot be created, for example in a missing namespace; those
   *     already created are removed again
   */
  public static <R> RecordTable<R> create(Connection connection, TableDesign<R> design)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      NewTable.createAll(admin, design.tables());
    }
    return open(connection, design);
  }

  /**
   * Notes in the tables of a design that they belong to it, replacing earlier notes. Use it for
   * tables that another program made, after fields were added, and after rows were changed to fit.
   * Incomplete indexes stay incomplete, and an index that would now have different entries becomes
   * incomplete, until {@link #repairIndex}. An index that is not in the design is given up, and is
   * incomplete if it is declared again. HBase reopens the tables' regions.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException when the table or that of an index does
   *     not exist
   */
  public static void declare(Connection connection, TableDesign<?> design) throws IOException {
    design.checkDeclared();
    TableNotes.declare(connection, design);
  }

  @Override
  protected ConditionalWriter<R> conditional() {
    return parts.conditional();
  }

  /** The design of the table. */
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
    return new EntriesFirst<>(keeper, parts.details());
  }

  /**
   * Writes a record in one step: afterwards its declared columns are those of this record, and
   * other columns are unchanged. Counters are unchanged too; the record must have 0 in them.
   * Details that the row had before the step and the record does not have are removed. Details in
   * their own rows are written before that step, and belong to the record from that step on; if
   * another client wrote the row meanwhile, the write begins again. Details in columns stay if they
   * are added separately between this write's read of the row and its step, and, without a unique
   * index, if another put of the record adds them then.
   *
   * <p>If the key holds a field lossily, for example only as a hash, records with the same key
   * share one row: a put of one replaces the other, but keeps its counters.
   *
   * <p>A null deletes its column, and in HBase a delete wins over a value that is written in the
   * same millisecond, even if later. So if one record is written twice through one object of this
   * class, the second write waits for the next millisecond. Two clients must not write one record
   * in the same millisecond if the first has nulls: the result may be a mix of both, which indexes
   * may lack until {@link #repairIndex}. In a table with marks the writes of a record have distinct
   * ascending times, and none of this happens.
   *
   * <p>Costs: one call for the row; one for each index that is not unique; two for each unique
   * index, plus two if the record has the entry already, or plus three if it takes over the entry
   * of another. A table has marks if it has a unique index, an index with copies, or details in
   * their own rows; then one more to read the row, and another if the row is empty; one for each
   * index that is not unique if the record gives up an entry; one for each index with copies; if
   * there are any, another if the row is empty; with such details two more for them.
   *
   * @throws UniqueViolationException when another record has the values of a unique index, or a
   *     writer of one is in progress or died in the last hour ({@link IndexSettings#grace})
   * @throws LateWriteException when half an hour, half the grace, had passed before the row could
   *     be sent; the row is unchanged
   * @throws io.rowandb.schema.pattern.chain.ContendedRowException when other clients wrote the row
   *     again and again; this record is not written
   * @throws IllegalArgumentException when a value has no form in the key or its column, or a
   *     counter is not 0
   */
  @Override
  public void put(R record) throws IOException {
    Steps.ended(parts.writer().put(record));
  }

  /**
   * Writes records like {@link #put}, many per call; each is written completely or not at all. Of
   * records with the same key, any may be the one that stays.
   *
   * @throws IOException when one could not be written; others may have been
   */
  @Override
  public void putAll(Iterable<R> records) throws IOException {
    Steps.ended(parts.writer().putAll(records));
  }

  /**
   * Writes new records through HBase's buffer, with their counts: the fast way to fill a table.
   * Nothing is removed from existing rows: if a null meets an existing value, the row becomes a mix
   * that nobody wrote and that indexes lack.
   *
   * @return how many
   */
  @Override
  public long load(Stream<R> records) throws IOException {
    Given.notNull(records, "what is to be put into " + design.name());
    try (BufferedMutator mutator = connection.getBufferedMutator(design.name());
        records) {
      return new RecordLoad<>(design, mutator, parts.writer(), settings.lease()).load(records);
    }
  }

  /**
   * The record of a key. If the key holds a field lossily (as a hash, or as a time without its
   * seconds) and the row has another record, the result is empty.
   *
   * @param key the values of the fields that the key depends on, in the order in which it names
   *     them
   * @throws IllegalArgumentException when they are not as many, or of other types
   */
  public Optional<R> get(Object... key) throws IOException {
    planner.checkServed();
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
    planner.checkServed();
    return Steps.ended(records.at(rows)).stream().map(Optional::ofNullable).toList();
  }

  private byte[] row(Object... key) {
    return keyFields.encode(key);
  }

  /**
   * Begins puts and deletions of records of one group, which are made as one: {@code
   * togetherOf("ada").put(checking).put(savings).run()}. A group is the records with the same
   * values of the fields that the design declares by {@code keepTogether}; HBase has their rows in
   * one region, which changes them under the locks of all of them.
   *
   * <ul>
   *   <li>All of the changes are made or none, also when this client or a server dies.
   *   <li>A read of the group by the key, which is one scan of one region, sees all of them or
   *       none. Two reads, {@link #getAll}, and reads through an index, which look each record up,
   *       may see one record before the changes and another after them. If the region is moved
   *       during a scan, HBase may continue the scan with later changes.
   *   <li>Of two such calls, one comes wholly before the other. They have no condition: what was
   *       read before may have been changed meanwhile, as with {@link #put}.
   *   <li>Index entries are written before the rows, as by {@link #put}. So an index may have
   *       entries of changes that are not made; no read takes them.
   *   <li>If HBase's answer is lost, its client sends the call again, and then all of the changes
   *       are made once more.
   * </ul>
   *
   * <p>Costs one call for the rows, one for each index if there is a put, and one more to read the
   * rows if records have details.
   *
   * @param group the values of these fields, in the order in which the key names them
   * @throws IllegalStateException when the design keeps no records together
   * @throws IllegalArgumentException when the values are not as many, or of other types
   */
  public RecordsTogether<R> togetherOf(Object... group) {
    return new RecordsTogether<>(parts.together(KeyFields.kept(group)));
  }

  /**
   * Deletes the row of a record's key with all its columns, then all its details in their own rows;
   * its index entries are removed later. Its values in a unique index are free at once. If the key
   * holds a field lossily, the row may be another record's, which is then deleted.
   *
   * <p>In HBase a delete wins over anything written in the same millisecond, even if later. A put
   * of the same key through the same object of this class waits for the next millisecond. If
   * another client learns of the delete and writes within the same millisecond, its write is lost
   * without notice. Deleting only at the times of the cells found would not help: it would hide
   * what is written in their millisecond.
   *
   * <p>Costs: one call; in a table with marks one more to read the row, one for each index of which
   * the record has an entry, unless that is unique, and another for each such index with copies;
   * two for the details of each field in their own rows.
   *
   * @throws IllegalArgumentException when a value has no form in the key
   */
  @Override
  public void delete(R record) throws IOException {
    Steps.ended(parts.writer().delete(record));
  }

  /**
   * Deletes the record of a key, if there is one, as {@link #delete} does. If the key holds a field
   * lossily, its row may have another record: then the row is read first, and another record stays
   * unless it is written between the two calls.
   *
   * @param key as for {@link #get}
   */
  @Override
  public void deleteKey(Object... key) throws IOException {
    design.checkDeclared();
    Optional<byte[]> row = rowToDelete(key);
    if (row.isPresent()) {
      Steps.ended(parts.writer().deleteRow(row.get()));
    }
  }

  /** The row that {@link #deleteKey} deletes, for tables that delete more with it. */
  public Optional<byte[]> rowToDelete(Object... key) throws IOException {
    byte[] row = row(key);
    return !keyFields.isLossy() || get(key).isPresent() ? Optional.of(row) : Optional.empty();
  }

  /** Refuses keys that {@link #get} refuses; for tables that delete more with a record. */
  @Override
  public void checkKeys(List<? extends List<?>> keys) {
    keyFields.encodeAll(keys);
  }

  /**
   * Deletes the records that a read of this table finds, one after the other, as {@link #delete}
   * does. One that is changed between its reading and its deletion is deleted too; when a call
   * fails, the records before it are.
   *
   * @param query begun here, or by another table of the same design
   * @throws IllegalArgumentException when the read is of another design, or as of a past time
   */
  @Override
  public long deleteAll(RecordQuery<R> query) throws IOException {
    return deleteAll(query, (record, row) -> Steps.ended(parts.writer().deleteRow(row)));
  }

  /** The same by another deletion; for tables that delete more with a record. */
  public long deleteAll(RecordQuery<R> query, Deletion<R> deletion) throws IOException {
    checkOwn(query, design);
    design.checkDeclared();
    return query.delete(deletion);
  }

  /** Refuses reads of other designs. */
  static <R> void checkOwn(RecordQuery<R> query, TableDesign<R> design) {
    if (Given.notNull(query, "a read of " + design.name()).design() != design) {
      throw new IllegalArgumentException(
          "the read is of "
              + query.design().name()
              + ", or of another design of it, and this is a table of "
              + design.name());
    }
  }

  /**
   * The details of a record in one of its fields, to read them in pages and change them one by one,
   * without the record. Valid as long as this table is open.
   *
   * @param type the class of the details
   * @param key of the record, as for {@link #get}
   * @throws IllegalArgumentException when the field has no details, or of another class
   */
  public <D> Details<D> details(Field<R, ?> field, Class<D> type, Object... key) {
    planner.checkServed();
    return new Details<>(carrier, storeOf(design.shape().component(field), type, key));
  }

  private <D> DetailStore<D> storeOf(Component field, Class<D> type, Object... key) {
    return parts.details().storeOf(field, type, row(key), keeper::mayWrite);
  }

  /**
   * A buffer of details that are added to many records, in one of their fields.
   *
   * @param type the class of the details
   * @throws IllegalArgumentException when the field has no details, or of another class
   */
  public <D> DetailBuffer<D> detailBuffer(Field<R, ?> field, Class<D> type) {
    planner.checkServed();
    Component component = design.shape().component(field);
    parts.details().checkDetails(component, type);
    return new DetailBuffer<>(key -> storeOf(component, type, key));
  }

  /**
   * Adds to a counter in one step and one call. It writes no index entries, since an existing
   * record already has them. If there is no record, it creates one with only its key and the count:
   * {@link #get}, {@link #all} and {@link #verifyIndex} find it, but reads through an index do not
   * until {@link #repairIndex}. So an increment after a delete may recreate the record in this
   * form.
   *
   * @param key as for {@link #get}
   * @return the new value
   */
  public long increment(Field<R, Long> counter, long amount, Object... key) throws IOException {
    Column column = design.counter(counter);
    return carrier
        .opened(design.name())
        .incrementColumnValue(row(key), column.family(), column.qualifier(), amount);
  }

  /**
   * Adds to a counter as {@link #increment} does, unless the result would be beyond a limit: {@code
   * incrementWithin(CountRange.atMost(180), Flight::sold, 1, "LH400")}. However many clients add at
   * once, no limit is passed, and no addition is made twice; plain increments of the same counter
   * know no limit.
   *
   * <p>Costs two calls, or one if it is refused, and two more when other clients delete the row or
   * make it meanwhile. Of each client and thread the row remembers the last addition for four
   * hours, in 8 bytes in a column of its own.
   *
   * @param amount may be negative; 0 changes nothing and is never refused
   * @param key as for {@link #get}
   * @return the new value; empty if the amount was refused, and nothing was added. When HBase's
   *     answer was lost, the value is that of when the addition was found to be made, in which
   *     others may be counted too
   * @throws IllegalStateException when details could have the column
   * @throws IOException when no answer came, of which it is unknown whether the addition is made;
   *     and as {@link #putIfAbsent} when other clients write the row again and again
   */
  public OptionalLong incrementWithin(
      CountRange range, Field<R, Long> counter, long amount, Object... key) throws IOException {
    return Steps.ended(parts.counters().add(range, counter, amount, row(key)));
  }

  /**
   * Compares an index with the records, including copies of fields, and changes nothing. Reads both
   * completely.
   *
   * @throws IllegalArgumentException when there is none of the name
   */
  public IndexReport verifyIndex(String name) throws IOException {
    return verifyIndexes(Collections.singletonList(name)).get(name);
  }

  /**
   * Compares indexes with the records, as {@link #verifyIndex} does; the records are read once.
   *
   * @param names of indexes, each once
   * @return what was found of each, in this order
   * @throws IllegalArgumentException when there is none of a name, or one is named twice
   */
  public Map<String, IndexReport> verifyIndexes(Collection<String> names) throws IOException {
    return maintenance.verify(names);
  }

  /**
   * Writes missing entries and removes stale ones that are old enough: completes a new index, or
   * repairs an existing one. Others may read and write meanwhile; all writers must already maintain
   * a new index. Reads use the index once no record lacks its entries: this is noted in the table
   * of the entries, whose regions HBase then reopens.
   *
   * @throws IllegalArgumentException when there is none of the name
   * @throws IOException also when another program gave the index up meanwhile; the index stays
   *     unbuilt
   * @return if some records still lack their entries, because other records have the values of a
   *     unique index, an index that was incomplete stays so, and reads are told the reason
   */
  public IndexReport repairIndex(String name) throws IOException {
    return repairIndexes(Collections.singletonList(name)).get(name);
  }

  /**
   * Repairs indexes, as {@link #repairIndex} does; the records are read once. Reads use none of
   * them before all are done.
   *
   * @param names of indexes, each once
   * @return what was found of each, in this order
   * @throws IllegalArgumentException when there is none of a name, or one is named twice
   * @throws IOException as above; any of the indexes may be unbuilt then
   */
  public Map<String, IndexReport> repairIndexes(Collection<String> names) throws IOException {
    return maintenance.repair(names);
  }

  /** Writes what indexes lack, of which other programs need know nothing yet. */
  void fillIndexes(Collection<String> names) throws IOException {
    maintenance.fill(names);
  }

  /**
   * Begins a read with a condition on a field, whose value is given next: {@code
   * where(Call::phone).is("5551234")}.
   *
   * @throws IllegalArgumentException when it is not written as the accessor of a field
   */
  public <T> FieldCondition<R, T> where(Field<R, T> field) {
    return all().where(field);
  }

  /**
   * Begins a read of the records of an index, in its order: {@code byIndex("score").limit(20)} are
   * the first twenty. The same as {@link #all} and {@link RecordQuery#through}.
   */
  public RecordQuery<R> byIndex(String name) {
    return all().through(name);
  }

  /**
   * Begins a read of all records, which is refused without a condition, a limit, or explicit
   * permission.
   */
  public RecordQuery<R> all() {
    return new RecordQuery<>(QuerySpec.all(design), reads);
  }

  @Override
  public void close() throws IOException {
    carrier.close();
  }
}
