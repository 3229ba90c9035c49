package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
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
 * <p>A unique entry is written on the condition that there is none, or that of the same record; or,
 * by the same age, one that its record does not have any more. Each of the latter two on the
 * condition that it was not written anew since it was seen.
 *
 * <p>Used by one thread.
 */
final class IndexKeeper<R> implements AutoCloseable {
  // Fixed at construction.
  private final RecordTable<R> records;
  private final IndexEntries<R> entries;
  private final Map<IndexDesign<R>, Table> tables;

  IndexKeeper(RecordTable<R> records, Map<IndexDesign<R>, Table> tables, IndexSettings settings) {
    this.records = records;
    entries = new IndexEntries<>(records.design(), settings);
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
    for (IndexDesign<R> index : entries.indexes()) {
      writeEntries(index, written);
    }
  }

  /** The entries of one index. */
  void writeEntries(IndexDesign<R> index, List<R> written) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (IndexEntries.Entry<R> entry : entries.of(index, written)) {
      if (index.isUnique()) {
        claim(entry);
      } else {
        puts.add(entry.put());
      }
    }
    if (!puts.isEmpty()) {
      tables.get(index).put(puts);
    }
  }

  private void claim(IndexEntries.Entry<R> entry) throws IOException {
    Table table = tables.get(entry.index());
    Result former = null;
    while (!table.checkAndMutate(entry.claim(former)).isSuccess()) {
      former = table.get(entry.former());
      if (!isFree(entry, former)) {
        throw entry.takenBy(former);
      }
    }
  }

  private boolean isFree(IndexEntries.Entry<R> entry, Result former) throws IOException {
    if (entry.isOwn(former)) {
      return true;
    }
    if (!entries.isOld(former, entries.nowMillis())) {
      return false;
    }
    Result owner = records.table().get(records.get(former.value()));
    R record = owner.isEmpty() ? null : records.read(owner, QuerySettings.NOW);
    return !entry.isOf(record, former);
  }

  /** The present: taken before records are looked up, for {@link #removeOld}. */
  long nowMillis() {
    return entries.nowMillis();
  }

  /**
   * Removes entries that no record had, those of them that are old enough now.
   *
   * @return how many
   */
  int removeOld(IndexDesign<R> index, List<Result> stale) throws IOException {
    return removeOld(index, stale, nowMillis());
  }

  /** The same of those that were old enough before their records were looked up. */
  int removeOld(IndexDesign<R> index, List<Result> stale, long nowMillis) throws IOException {
    List<Delete> deletes = entries.removing(index, stale, nowMillis);
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
