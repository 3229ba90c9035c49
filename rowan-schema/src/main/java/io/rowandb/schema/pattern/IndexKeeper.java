package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.pattern.notes.UnusableTable;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Keeps the indexes of a table right, from the client alone. The protocol:
 *
 * <ol>
 *   <li>A writer writes the entries of a record first, and its row when they are there. So each
 *       record has its entries, wherever a writer dies.
 *   <li>A reader takes an entry only if the record has it ({@link EntryCheck}). So an entry that no
 *       record has gives no wrong answer.
 *   <li>Such an entry is removed by those who come across it, when it is older than a writer may
 *       take between the two steps; and as of the version that was seen, so that one which is
 *       written anew meanwhile stays.
 *   <li>Before that, a writer removes what its own connection wrote in it: {@link OwnEntries}. That
 *       goes with the entries of the next write, so it takes no call.
 * </ol>
 *
 * <p>Of an index with copies:
 *
 * <ol start="5">
 *   <li>A writer reads the row before all else, takes the copies away from the entries of the
 *       record that it finds, and writes those of the new one without. So an entry has copies only
 *       while the record is what they say.
 *   <li>Copies are of records that readers and repairs looked up, never of what a writer is about
 *       to write. They come into an entry that was twice as old before that: whoever wrote it last
 *       had ended, and so had everybody who may have read the row before that one wrote it. Who
 *       reads it later takes them away again, in time.
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
  private final Connection connection;
  private final Records<R> records;
  private final IndexEntries<R> entries;
  private final Map<IndexDesign<R>, Table> tables;
  private final OwnEntries own;

  /** Of the table that some records are in. */
  IndexKeeper(
      Connection connection,
      Records<R> records,
      Map<IndexDesign<R>, Table> tables,
      IndexSettings settings) {
    this.connection = connection;
    this.records = records;
    this.tables = tables;
    entries = new IndexEntries<>(records.design(), settings);
    own = OwnEntries.of(connection, connection.getConfiguration(), records.design().name());
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

  /** The failure of a call to the table of an index, which says whether that is not there. */
  IOException named(IndexDesign<R> index, IOException failure) {
    return UnusableTable.named(connection, records.design(), index, failure);
  }

  /** How long a write has taken that begins now. */
  WriteTime beginTime() {
    return entries.begin();
  }

  /** A write of records begins whose entries are remembered: before {@link #writeEntries}. */
  OwnEntries.Write begin(List<byte[]> rows) {
    return own.begin(rows);
  }

  /**
   * The first step of writing records.
   *
   * @param write what remembers their entries; null when they are to be nobody's
   * @return what is to be settled when the records are written
   * @throws UniqueViolationException when another record has the values of a unique index; entries
   *     of others are written then, which does no harm
   */
  Claims<R> writeEntries(List<R> written, OwnEntries.Write write) throws IOException {
    List<IndexEntries.Stored<R>> former =
        entries.haveCopies() ? storedIn(entries.rows(written)) : List.of();
    return writeEntries(entries.indexes(), written, former, write);
  }

  /** Writes entries of an index for records that are there already. */
  void addEntries(IndexDesign<R> index, List<R> present) throws IOException {
    settle(writeEntries(List.of(index), present, List.of(), null));
  }

  private List<IndexEntries.Stored<R>> storedIn(List<byte[]> rows) throws IOException {
    List<R> found = records.at(rows);
    List<IndexEntries.Stored<R>> stored = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) != null) {
        stored.add(new IndexEntries.Stored<>(rows.get(i), found.get(i)));
      }
    }
    return stored;
  }

  private Claims<R> writeEntries(
      List<IndexDesign<R>> indexes,
      List<R> written,
      List<IndexEntries.Stored<R>> former,
      OwnEntries.Write write)
      throws IOException {
    Claims<R> claims = new Claims<>();
    try {
      for (IndexDesign<R> index : indexes) {
        IndexEntries.Writes<R> writes = entries.of(index, written, former, write);
        for (Claims.Claim<R> claim : writes.claims()) {
          claims.add(claim, make(claim));
        }
        write(index, writes.puts(), entries.removing(index, own.takeObsolete(index.name())));
      }
    } catch (UniqueViolationException | RuntimeException e) {
      withdraw(claims, e);
      throw e;
    }
    return claims;
  }

  private void put(IndexDesign<R> index, List<Put> puts) throws IOException {
    write(index, puts, List.of());
  }

  private void write(IndexDesign<R> index, List<Put> puts, List<Delete> obsolete)
      throws IOException {
    try {
      if (!obsolete.isEmpty()) {
        List<Row> changes = new ArrayList<>(puts);
        changes.addAll(obsolete);
        RowBatch.write(table(index), changes);
      } else if (!puts.isEmpty()) {
        table(index).put(puts);
      }
    } catch (IOException e) {
      throw named(index, e);
    }
  }

  /** Makes a claim; gives the entry as it was seen before. */
  private Result make(Claims.Claim<R> claim) throws IOException {
    try {
      return madeIn(claim);
    } catch (IOException e) {
      throw named(claim.index(), e);
    }
  }

  private Result madeIn(Claims.Claim<R> claim) throws IOException {
    Table table = table(claim.index());
    Result former = Result.EMPTY_RESULT;
    while (!table.checkAndMutate(claim.attempt(former)).isSuccess()) {
      former = table.get(claim.look());
      if (!claim.isOwn(former) && !isFree(claim, former)) {
        throw claim.takenBy(former);
      }
    }
    return former;
  }

  private boolean isFree(Claims.Claim<R> claim, Result former) throws IOException {
    return !claim.isClaimed(former) && !claim.isOf(records.at(claim.owner(former)), former);
  }

  /** The last step of writing records: they are written. */
  void settle(Claims<R> claims) throws IOException {
    for (Map.Entry<IndexDesign<R>, List<Delete>> each : claims.takeSettling().entrySet()) {
      table(each.getKey()).delete(each.getValue());
    }
  }

  /** Records will not be written, since one of them was refused. */
  void withdraw(Claims<R> claims, Exception refusal) {
    try {
      settle(claims);
    } catch (IOException e) {
      refusal.addSuppressed(e); // they are free after a grace
    }
  }

  /** The first step of deleting records. */
  void beforeDelete(List<byte[]> rows) throws IOException {
    if (entries.haveCopies() && !rows.isEmpty()) {
      List<IndexEntries.Stored<R>> former = storedIn(rows);
      for (IndexDesign<R> index : entries.indexes()) {
        put(index, entries.beforeDelete(index, former));
      }
    }
  }

  /** The present: taken before records are looked up, for {@link #fill} and {@link #removeOld}. */
  long nowMillis() {
    return entries.nowMillis();
  }

  /**
   * Gives entries the copies of their records, those that were old enough before these were looked
   * up.
   *
   * @return how many
   */
  int fill(IndexDesign<R> index, List<IndexEntries.Seen<R>> found, long nowMillis)
      throws IOException {
    IndexEntries.Unfilled<R> unfilled = entries.unfilled(index, found, nowMillis);
    List<Result> removals = scanned(index, unfilled.removals());
    List<Put> puts = entries.filling(index, unfilled, removals, nowMillis);
    put(index, puts);
    return puts.size();
  }

  private List<Result> scanned(IndexDesign<R> index, Scan scan) throws IOException {
    List<Result> rows = new ArrayList<>();
    if (scan != null) {
      try (ResultScanner scanner = table(index).getScanner(scan)) {
        scanner.forEach(rows::add);
      }
    }
    return rows;
  }

  /**
   * Removes rows that are no entries.
   *
   * @return how many
   */
  int remove(IndexDesign<R> index, List<Result> foreign) throws IOException {
    if (!foreign.isEmpty()) {
      table(index).delete(new ArrayList<>(foreign.stream().map(index.cells()::removing).toList()));
    }
    return foreign.size();
  }

  /**
   * Removes entries that no record had, those that were old enough before these were looked up.
   *
   * @return how many
   */
  int removeOld(IndexDesign<R> index, List<Result> stale, long nowMillis) throws IOException {
    List<Delete> deletes = entries.removing(index, stale, nowMillis);
    int removed = deletes.size(); // which HBase takes out of the list
    if (removed > 0) {
      table(index).delete(deletes);
    }
    return removed;
  }

  /** Takes from entries that records have what many writes left there: {@link #removeOld}. */
  void thin(IndexDesign<R> index, List<Result> crowded, long nowMillis) throws IOException {
    List<Delete> deletes = entries.thinning(index, crowded, nowMillis);
    if (!deletes.isEmpty()) {
      table(index).delete(deletes);
    }
  }

  @Override
  public void close() throws IOException {
    for (Table table : tables.values()) {
      table.close();
    }
  }
}
