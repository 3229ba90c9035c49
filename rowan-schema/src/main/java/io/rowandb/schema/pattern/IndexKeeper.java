package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Keeps the indexes of a table right, from the client alone. The protocol:
 *
 * <ol>
 *   <li>A writer writes the entries of a record first, and its row when they are there. So each
 *       record has its entries, wherever a writer dies.
 *   <li>A reader takes an entry only if the record has it ({@link IndexedRecords}). So an entry
 *       that no record has gives no wrong answer.
 *   <li>Such an entry is removed by those who come across it, when it is older than a writer may
 *       take between the two steps; and as of the version that was seen, so that one which is
 *       written anew meanwhile stays.
 * </ol>
 *
 * <p>Of an index with copies:
 *
 * <ol start="4">
 *   <li>A writer reads the row before all else, takes the copies away from the entries of the
 *       record that it finds, and writes those of the new one without. So an entry has copies only
 *       while the record is what they say.
 *   <li>Copies are of records that readers and repairs looked up, never of what a writer is about
 *       to write. They come into an entry that is twice as old: whoever wrote it last has ended,
 *       and so has everybody who may have read the row before that one wrote it. Who reads it later
 *       takes them away again, in time.
 *   <li>They are written with a time just behind that of the entry as it was seen, so that what a
 *       writer does to it meanwhile is younger and wins.
 * </ol>
 *
 * <p>Unique entries are claimed: {@link Claims}.
 *
 * <p>Used by one thread.
 */
final class IndexKeeper<R> implements AutoCloseable {
  // Fixed at construction.
  private final RecordTable<R> records;
  private final IndexSettings settings;
  private final Map<IndexDesign<R>, Table> tables;
  private final boolean copies;

  IndexKeeper(RecordTable<R> records, Map<IndexDesign<R>, Table> tables, IndexSettings settings) {
    this.records = records;
    this.settings = settings;
    this.tables = tables;
    copies = tables.keySet().stream().anyMatch(IndexDesign::hasCopies);
  }

  /** The tables of a design's indexes. */
  static <R> Map<IndexDesign<R>, Table> tables(Connection connection, TableDesign<R> design)
      throws IOException {
    Map<IndexDesign<R>, Table> tables = new LinkedHashMap<>();
    for (IndexDesign<R> index : design.indexes()) {
      tables.put(index, connection.getTable(index.table()));
    }
    return tables;
  }

  Table table(IndexDesign<R> index) {
    return tables.get(index);
  }

  /**
   * The first step of writing records.
   *
   * @return what is to be settled when the records are written
   * @throws UniqueViolationException when another record has the values of a unique index; entries
   *     of others are written then, which does no harm
   */
  Claims<R> writeEntries(List<R> written) throws IOException {
    List<Result> former = copies ? rowsOf(written) : List.of();
    Claims<R> claims = new Claims<>(records, this, settings);
    try {
      for (boolean unique : List.of(true, false)) { // what may be refused first
        for (IndexDesign<R> index : records.design().indexes()) {
          if (index.isUnique() == unique) {
            writeEntries(index, written, former, claims);
          }
        }
      }
    } catch (UniqueViolationException e) {
      claims.withdraw(e);
      throw e;
    }
    return claims;
  }

  private List<Result> rowsOf(List<R> written) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (R record : written) {
      gets.add(records.get(records.design().key().encode(record)));
    }
    return List.of(records.table().get(gets));
  }

  /** Writes entries of an index for records that are there already. */
  void addEntries(IndexDesign<R> index, List<R> present) throws IOException {
    Claims<R> claims = new Claims<>(records, this, settings);
    try {
      writeEntries(index, present, List.of(), claims);
    } catch (UniqueViolationException e) {
      claims.withdraw(e);
      throw e;
    }
    claims.settle();
  }

  private void writeEntries(
      IndexDesign<R> index, List<R> written, List<Result> former, Claims<R> claims)
      throws IOException {
    Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
    if (index.hasCopies()) {
      for (Result row : former) {
        addWithoutCopies(index, row, puts);
      }
    }
    for (R each : written) {
      R record = records.design().asRead(each); // that is what they are verified against
      byte[] row = records.design().key().encode(record);
      for (byte[] entry : index.entries(record, row)) {
        if (index.isUnique()) {
          claims.claim(index, entry, row);
          puts.remove(ByteBuffer.wrap(entry));
        } else {
          puts.put(ByteBuffer.wrap(entry), index.cells().entry(entry, row));
        }
      }
    }
    if (!puts.isEmpty()) {
      table(index).put(List.copyOf(puts.values()));
    }
  }

  private void addWithoutCopies(IndexDesign<R> index, Result row, Map<ByteBuffer, Put> puts)
      throws IOException {
    if (!row.isEmpty()) {
      R record = records.read(row, QuerySettings.NOW);
      for (byte[] entry : index.entries(record, row.getRow())) {
        puts.put(ByteBuffer.wrap(entry), index.cells().withoutCopies(entry));
      }
    }
  }

  /** The first step of deleting a record. */
  void beforeDelete(byte[] key) throws IOException {
    if (copies) {
      Result row = records.table().get(records.get(key));
      for (IndexDesign<R> index : records.design().indexes()) {
        Map<ByteBuffer, Put> puts = new LinkedHashMap<>();
        if (index.hasCopies()) {
          addWithoutCopies(index, row, puts);
        }
        if (!puts.isEmpty()) {
          table(index).put(List.copyOf(puts.values()));
        }
      }
    }
  }

  /** An entry as it was seen, and the record that was found to have it. */
  record Seen<R>(Result entry, R record) {}

  /**
   * Gives entries the copies of their records, those of them that are old enough.
   *
   * @return how many
   */
  int writeCopies(IndexDesign<R> index, List<Seen<R>> found) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (Seen<R> each : found) {
      if (settings.isSettled(index.cells().newest(each.entry()))) {
        puts.add(index.cells().withCopies(each.entry(), each.record()));
      }
    }
    if (!puts.isEmpty()) {
      table(index).put(puts);
    }
    return puts.size();
  }

  /**
   * Removes entries that no record had, those of them that are old enough.
   *
   * @return how many
   */
  int removeOld(IndexDesign<R> index, List<Result> stale) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    for (Result entry : stale) {
      if (settings.isOld(index.cells().newest(entry))) {
        deletes.add(index.cells().removing(entry));
      }
    }
    int removed = deletes.size(); // which HBase takes out of the list
    if (removed > 0) {
      table(index).delete(deletes);
    }
    return removed;
  }

  @Override
  public void close() throws IOException {
    for (Table table : tables.values()) {
      table.close();
    }
  }
}
