package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares an index with the records, and makes it right, while others read and write. Entries are
 * written for the records as they are found; one that a writer changes meanwhile has its new
 * entries from that writer, and the former are entries of no record. Used once, by one thread.
 */
final class IndexRepair<R> {
  /** Rows of one call. */
  private static final int BATCH = 256;

  // Fixed at construction.
  private final RecordTable<R> table;
  private final IndexDesign<R> index;
  private final boolean repairs;

  private long records;
  private long entries;
  private long missing;
  private long stale;
  private long added;
  private long removed;
  private long conflicts;

  IndexRepair(RecordTable<R> table, IndexDesign<R> index, boolean repairs) {
    this.table = table;
    this.index = index;
    this.repairs = repairs;
  }

  IndexReport run() throws IOException {
    try (Stream<Found<R>> all = QueryPlan.ofAll(table).stream(Position.START)) {
      List<Found<R>> some = new ArrayList<>();
      for (Iterator<Found<R>> each = all.iterator(); each.hasNext(); ) {
        some.add(each.next());
        if (some.size() == BATCH || !each.hasNext()) {
          compareRecords(some);
          some.clear();
        }
      }
    }
    KeySelection whole = index.key().select(Map.of());
    RowRead read =
        new RowRead(
            List.of(index.family().getName()),
            1,
            whole,
            /* merged= */ false,
            /* byField= */ false,
            /* reversed= */ false,
            QuerySettings.NOW,
            QuerySettings.ALL);
    try (RowSource rows = read.open(table.keeper().table(index), Position.START)) {
      List<Result> some = new ArrayList<>();
      while (rows.hasNext()) {
        some.add(rows.next().result());
        if (some.size() == BATCH || !rows.hasNext()) {
          compareEntries(some);
          some.clear();
        }
      }
    }
    return new IndexReport(records, entries, missing, stale, added, removed, conflicts);
  }

  private void compareRecords(List<Found<R>> some) throws IOException {
    records += some.size();
    List<R> owners = new ArrayList<>();
    List<byte[]> rows = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (Found<R> found : some) {
      for (byte[] entry : index.entries(found.record(), found.row())) {
        owners.add(found.record());
        rows.add(found.row());
        gets.add(new Get(entry).addFamily(index.family().getName()));
      }
    }
    entries += gets.size();
    Result[] present = table.keeper().table(index).get(gets);
    List<R> lacking = new ArrayList<>();
    for (int i = 0; i < present.length; i++) {
      byte[] row = rows.get(i);
      if (present[i].isEmpty()
          || !Arrays.equals(index.row(present[i].getRow(), present[i].value()), row)) {
        missing++;
        lacking.add(owners.get(i));
      }
    }
    if (repairs) {
      add(lacking);
    }
  }

  private void add(List<R> lacking) throws IOException {
    for (R record : lacking) {
      try {
        table.keeper().writeEntries(index, List.of(record));
        added++;
      } catch (UniqueViolationException e) {
        conflicts++; // which of the two is to stay is not for this to say
      }
    }
  }

  private void compareEntries(List<Result> some) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Result entry : some) {
      gets.add(table.get(index.row(entry.getRow(), entry.value())));
    }
    Result[] rows = table.table().get(gets);
    List<Result> ofNone = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].isEmpty()
          || !index.has(
              table.read(rows[i], QuerySettings.NOW), rows[i].getRow(), some.get(i).getRow())) {
        ofNone.add(some.get(i));
      }
    }
    stale += ofNone.size();
    if (repairs) {
      removed += table.keeper().removeOld(index, ofNone);
    }
  }
}
