package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of records. As {@code Table} of HBase: light, used by one thread, to be closed; the
 * connection stays open.
 *
 * @param <R> the record
 */
public final class RecordTable<R> implements AutoCloseable {
  /** Rows of one call to the servers. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<R> design;
  private final Table table;
  private final Component[] keyFields;

  /** By the index of a component: which of the key's fields it is. */
  private final int[] placeInKey;

  private RecordTable(Connection connection, TableDesign<R> design) throws IOException {
    this.connection = connection;
    this.design = design;
    table = connection.getTable(design.name());
    keyFields = design.key().components().toArray(Component[]::new);
    placeInKey = new int[design.shape().components().size()];
    for (int i = 0; i < keyFields.length; i++) {
      placeInKey[keyFields[i].index()] = i;
    }
  }

  /** Opens a table, which need not be there yet. */
  public static <R> RecordTable<R> open(Connection connection, TableDesign<R> design)
      throws IOException {
    return new RecordTable<>(connection, design);
  }

  /**
   * Makes a table with its families and regions, and opens it.
   *
   * @throws org.apache.hadoop.hbase.TableExistsException when it is there
   */
  public static <R> RecordTable<R> create(Connection connection, TableDesign<R> design)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (design.splitKeys().isEmpty()) {
        admin.createTable(design.descriptor());
      } else {
        admin.createTable(design.descriptor(), design.splitKeys().toArray(byte[][]::new));
      }
    }
    return open(connection, design);
  }

  /** What it is a table of. */
  public TableDesign<R> design() {
    return design;
  }

  /** HBase's view of it. */
  Table table() {
    return table;
  }

  /** How it is reached. */
  Connection connection() {
    return connection;
  }

  /**
   * Writes a record, in one step: afterwards its declared columns are those of this record, and
   * others as they were. Counters stay.
   */
  public void put(R record) throws IOException {
    Row row = design.write(record).row();
    if (row instanceof Put put) {
      table.put(put);
    } else {
      table.mutateRow((RowMutations) row);
    }
  }

  /**
   * Writes records as {@link #put}, many in a call; each is whole or not there.
   *
   * @throws IOException when one could not be written; others may have been
   */
  public void putAll(Iterable<R> records) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (R record : records) {
      rows.add(design.write(record).row());
      if (rows.size() == BATCH) {
        batch(rows);
      }
    }
    batch(rows);
  }

  private void batch(List<Row> rows) throws IOException {
    try {
      table.batch(rows, new Object[rows.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while writing").initCause(e);
    }
    rows.clear();
  }

  /**
   * Writes new records through HBase's buffer: the fast way to fill a table. Nothing goes from rows
   * that are there already.
   *
   * @return how many
   */
  public long load(Stream<R> records) throws IOException {
    long count = 0;
    try (BufferedMutator mutator = connection.getBufferedMutator(design.name());
        records) {
      for (Iterator<R> each = records.iterator(); each.hasNext(); count++) {
        mutator.mutate(design.write(each.next()).put());
      }
    }
    return count;
  }

  /**
   * The record of a key.
   *
   * @param key the values of the fields that the key depends on, in the order in which it names
   *     them
   * @throws IllegalArgumentException when they are not as many, or of other types
   */
  public Optional<R> get(Object... key) throws IOException {
    Result row = table.get(get(row(key)));
    return row.isEmpty() ? Optional.empty() : Optional.of(design.read(row));
  }

  /**
   * The records of row keys, in one call.
   *
   * @param rows row keys, as the key of the design encodes them; the caller bounds how many
   * @return one for each of them, in their order
   */
  public List<Optional<R>> getRows(List<byte[]> rows) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      gets.add(get(row));
    }
    List<Optional<R>> records = new ArrayList<>();
    for (Result row : table.get(gets)) {
      records.add(row.isEmpty() ? Optional.empty() : Optional.of(design.read(row)));
    }
    return records;
  }

  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    design.families().keySet().forEach(family -> get.addFamily(Bytes.toBytes(family)));
    return get.readVersions(design.versions());
  }

  /** The row key of these values. */
  byte[] row(Object... key) {
    if (key.length != keyFields.length) {
      throw new IllegalArgumentException(
          "a key of " + design.name() + " is " + names() + ", and not " + key.length + " values");
    }
    for (int i = 0; i < key.length; i++) {
      check(keyFields[i], key[i]);
    }
    return design.key().encode(component -> key[placeInKey[component.index()]]);
  }

  private void check(Component component, Object value) {
    if (value != null && !component.type().isInstance(value)) {
      throw new IllegalArgumentException(
          design.shape().describe(component)
              + " is a "
              + component.type().getSimpleName()
              + ", and "
              + value
              + " a "
              + value.getClass().getSimpleName());
    }
  }

  private List<String> names() {
    return design.key().components().stream().map(Component::name).toList();
  }

  /** Deletes the row of a record's key, with all its columns. */
  public void delete(R record) throws IOException {
    table.delete(new Delete(design.key().encode(record)));
  }

  /**
   * Adds to a counter, in one step.
   *
   * @param key as for {@link #get}
   * @return what it is then
   */
  public long increment(Field<R, Long> counter, long amount, Object... key) throws IOException {
    Column column = design.counter(counter);
    return table.incrementColumnValue(row(key), column.family(), column.qualifier(), amount);
  }

  /** Begins a read of the records whose field has this value. */
  public <T> Query<R> where(Field<R, T> field, T value) {
    return all().where(field, value);
  }

  /** Begins a read of all records, which is refused without a condition or a word of leave. */
  public Query<R> all() {
    return new Query<>(this);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
