package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexCells;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The claims of unique entries that one write makes. The protocol:
 *
 * <ol>
 *   <li>A writer claims an entry before it writes the row, by a token of its own, which stays in
 *       the entry until the row is written. So an entry tells who may be about to write a record
 *       that has it.
 *   <li>An entry of another record may be claimed when it has no such token, but those of writers
 *       that are older than a grace and have died; and when the record, read after the entry, does
 *       not have it.
 *   <li>A claim goes through only if there was no other since the entry was read. So nobody claimed
 *       it while the record was looked at; and who claimed it before was seen, or had ended.
 * </ol>
 *
 * <p>So two records have the values of one entry never; and what a record gave up, or had when it
 * was deleted, another may have at once, but what a writer claimed that died then, after a grace.
 * Entries without tokens, of a time when there were none, are free after a grace too.
 *
 * <p>Used by one thread, for one write.
 */
final class Claims<R> {
  // Fixed at construction.
  private final RecordTable<R> records;
  private final IndexKeeper<R> keeper;
  private final IndexSettings settings;

  /** What settles those that were made. */
  private final Map<IndexDesign<R>, List<Delete>> settling = new LinkedHashMap<>();

  Claims(RecordTable<R> records, IndexKeeper<R> keeper, IndexSettings settings) {
    this.records = records;
    this.keeper = keeper;
    this.settings = settings;
  }

  /**
   * Writes a unique entry.
   *
   * @throws UniqueViolationException when another record has it, or may be about to
   */
  void claim(IndexDesign<R> index, byte[] entry, byte[] row) throws IOException {
    IndexCells<R> cells = index.cells();
    Table table = keeper.table(index);
    byte[] token = newToken();
    Result former = Result.EMPTY_RESULT;
    while (!table.checkAndMutate(cells.claim(entry, row, token, former)).isSuccess()) {
      former = table.get(new Get(entry).addFamily(index.family().getName()));
      byte[] owner = index.row(former).orElse(row);
      if (!Arrays.equals(owner, row) && !isFree(index, former, owner)) {
        throw new UniqueViolationException(index.name(), row, owner);
      }
    }
    Delete settled = cells.settling(entry, token);
    for (Cell dead : cells.claims(former)) {
      if (settings.isOld(dead.getTimestamp())) {
        settled.addColumns(
            index.family().getName(), CellUtil.cloneQualifier(dead), dead.getTimestamp());
      }
    }
    settling.computeIfAbsent(index, each -> new ArrayList<>()).add(settled);
  }

  private static byte[] newToken() {
    UUID token = UUID.randomUUID();
    return Bytes.add(
        Bytes.toBytes(token.getMostSignificantBits()),
        Bytes.toBytes(token.getLeastSignificantBits()));
  }

  private boolean isFree(IndexDesign<R> index, Result entry, byte[] owner) throws IOException {
    boolean isClaimed =
        index.cells().tellsClaims(entry)
            ? index.cells().claims(entry).stream()
                .anyMatch(claim -> !settings.isOld(claim.getTimestamp()))
            : !settings.isOld(index.cells().newest(entry));
    if (isClaimed) {
      return false;
    }
    Result other = records.table().get(records.get(owner));
    return other.isEmpty()
        || !index.has(records.read(other, QuerySettings.NOW), other.getRow(), entry.getRow());
  }

  /** The last step: the records are written. */
  void settle() throws IOException {
    for (Map.Entry<IndexDesign<R>, List<Delete>> each : settling.entrySet()) {
      keeper.table(each.getKey()).delete(each.getValue());
    }
    settling.clear();
  }

  /** The records will not be written, since one of them was refused. */
  void withdraw(UniqueViolationException refusal) {
    try {
      settle();
    } catch (IOException e) {
      refusal.addSuppressed(e); // they are free after a grace
    }
  }
}
