package io.rowandb.schema.pattern;

import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;

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
 * <p>A unique entry is written on the condition that there is none, or that of the same record; or,
 * by the same age, one that its record does not have any more. Each of the latter two on the
 * condition that it was not written anew since it was seen.
 *
 * <p>Used by one thread.
 */
final class IndexKeeper<R> implements AutoCloseable {
  // Fixed at construction.
  private final RecordTable<R> records;
  private final IndexSettings settings;
  private final Map<IndexDesign<R>, Table> tables;

  IndexKeeper(RecordTable<R> records, Map<IndexDesign<R>, Table> tables, IndexSettings settings) {
    this.records = records;
    this.settings = settings;
    this.tables = tables;
  }

  /** The tables of a design's indexes. */
  static <R> Map<IndexDesign<R>, Table> tables(Connection connection, TableDesign<R> design)
      throws IOException {
    Map<IndexDesign<R>, Table> tables = new HashMap<>();
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
   * @throws UniqueViolationException when another record has the values of a unique index; entries
   *     of others are written then, which does no harm
   */
  void writeEntries(List<R> written) throws IOException {
    for (boolean unique : List.of(true, false)) { // what may be refused first
      for (IndexDesign<R> index : records.design().indexes()) {
        if (index.isUnique() == unique) {
          writeEntries(index, written);
        }
      }
    }
  }

  /** The entries of one index. */
  void writeEntries(IndexDesign<R> index, List<R> written) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (R each : written) {
      R record = records.design().asRead(each); // that is what they are verified against
      byte[] row = records.design().key().encode(record);
      for (byte[] entry : index.entries(record, row)) {
        if (index.isUnique()) {
          claim(index, entry(index, record, entry, row), row);
        } else {
          puts.add(entry(index, record, entry, row));
        }
      }
    }
    if (!puts.isEmpty()) {
      tables.get(index).put(puts);
    }
  }

  private static <R> Put entry(IndexDesign<R> index, R record, byte[] entry, byte[] row) {
    Column column = index.column();
    Put put = new Put(entry).addColumn(column.family(), column.qualifier(), index.value(row));
    if (!index.copied().isEmpty()) {
      Column copies = index.copies();
      put.addColumn(copies.family(), copies.qualifier(), index.copiesOf(record));
    }
    return put;
  }

  private void claim(IndexDesign<R> index, Put entry, byte[] row) throws IOException {
    Result former = null;
    while (!claim(index, entry, former)) {
      former = tables.get(index).get(new Get(entry.getRow()).addFamily(index.family().getName()));
      if (!former.isEmpty() && !isFree(index, former, row)) {
        throw new UniqueViolationException(index.name(), row, former.value());
      }
    }
  }

  /** Whether the entry is written; not when it is not any more what it was. */
  private boolean claim(IndexDesign<R> index, Put entry, Result former) throws IOException {
    Column column = index.column();
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(entry.getRow());
    condition.ifNotExists(column.family(), column.qualifier());
    if (former != null && !former.isEmpty()) {
      // not by the value: its owner may have claimed it anew since, and be about to write its row
      long time = former.rawCells()[0].getTimestamp();
      condition.timeRange(TimeRange.from(time + 1));
    }
    return tables.get(index).checkAndMutate(condition.build(entry)).isSuccess();
  }

  private boolean isFree(IndexDesign<R> index, Result entry, byte[] row) throws IOException {
    if (Arrays.equals(entry.value(), row)) {
      return true;
    }
    Result other = records.table().get(records.get(entry.value()));
    return isOld(entry)
        && (other.isEmpty()
            || !index.has(records.read(other, QuerySettings.NOW), other.getRow(), entry.getRow()));
  }

  private boolean isOld(Result entry) {
    long now = settings.clock().millis();
    for (Cell cell : entry.rawCells()) {
      if (now - cell.getTimestamp() < settings.grace().toMillis()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Removes entries that no record had, those of them that are old enough.
   *
   * @return how many
   */
  int removeOld(IndexDesign<R> index, List<Result> stale) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    for (Result entry : stale) {
      if (isOld(entry)) {
        Delete delete = new Delete(entry.getRow());
        for (Cell cell : entry.rawCells()) { // with the versions before, or they come to light
          delete.addColumns(
              index.column().family(), CellUtil.cloneQualifier(cell), cell.getTimestamp());
        }
        deletes.add(delete);
      }
    }
    int removed = deletes.size();
    if (removed > 0) {
      tables.get(index).delete(deletes);
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
