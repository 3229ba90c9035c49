package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private long withoutCopies;
  private long outdated;
  private long filled;
  private long rewritten;

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
    return new IndexReport(
        records,
        entries,
        missing,
        stale,
        added,
        removed,
        conflicts,
        new IndexReport.Copies(withoutCopies, outdated, filled, rewritten));
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
    List<Result> taken = new ArrayList<>();
    for (int i = 0; i < present.length; i++) {
      byte[] row = rows.get(i);
      if (index.row(present[i]).filter(owner -> Arrays.equals(owner, row)).isEmpty()) {
        missing++;
        lacking.add(owners.get(i));
        taken.add(present[i]);
      }
    }
    if (repairs) {
      add(lacking);
    } else if (index.isUnique()) {
      countConflicts(taken.stream().filter(entry -> index.row(entry).isPresent()).toList());
    }
  }

  /** Entries that records lack since another record has them. */
  private void countConflicts(List<Result> taken) throws IOException {
    List<Optional<R>> others =
        table.getRows(taken.stream().map(entry -> index.row(entry).orElseThrow()).toList());
    for (int i = 0; i < taken.size(); i++) {
      Result entry = taken.get(i);
      byte[] row = index.row(entry).orElseThrow();
      conflicts +=
          others.get(i).filter(record -> index.has(record, row, entry.getRow())).isPresent()
              ? 1
              : 0;
    }
  }

  private void add(List<R> lacking) throws IOException {
    for (R record : lacking) {
      try {
        table.keeper().addEntries(index, List.of(record));
        added++;
      } catch (UniqueViolationException e) {
        conflicts++; // which of the two is to stay is not for this to say
      }
    }
  }

  private void compareEntries(List<Result> some) throws IOException {
    List<Result> foreign = some.stream().filter(index::isForeign).toList();
    stale += foreign.size();
    if (repairs) {
      removed +=
          table.keeper().remove(index, foreign); // no record comes to have one, however young
    }
    compareOwn(some.stream().filter(entry -> !foreign.contains(entry)).toList());
  }

  private void compareOwn(List<Result> some) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Result entry : some) {
      gets.add(table.get(index.row(entry).orElse(entry.getRow())));
    }
    long nowMillis = table.keeper().nowMillis();
    Result[] rows = table.table().get(gets);
    List<Result> ofNone = new ArrayList<>();
    List<IndexEntries.Seen<R>> ofRecords = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      Result entry = some.get(i);
      R record =
          rows[i].isEmpty() || index.row(entry).isEmpty()
              ? null
              : table.read(rows[i], QuerySettings.NOW);
      if (record == null || !index.has(record, rows[i].getRow(), entry.getRow())) {
        ofNone.add(entry);
      } else {
        ofRecords.add(new IndexEntries.Seen<>(entry, record));
      }
    }
    stale += ofNone.size();
    if (repairs) {
      removed += table.keeper().removeOld(index, ofNone, nowMillis);
      table
          .keeper()
          .thin(index, ofRecords.stream().map(IndexEntries.Seen::entry).toList(), nowMillis);
    }
    if (index.hasCopies()) {
      compareCopies(ofRecords, nowMillis);
    }
  }

  private void compareCopies(List<IndexEntries.Seen<R>> entries, long nowMillis)
      throws IOException {
    List<IndexEntries.Seen<R>> empty = new ArrayList<>();
    List<IndexEntries.Seen<R>> wrong = new ArrayList<>();
    for (IndexEntries.Seen<R> each : entries) {
      Optional<byte[]> copies = index.cells().copies(each.entry());
      if (copies.isEmpty()) {
        empty.add(each);
      } else if (!Arrays.equals(copies.get(), index.cells().copiesOf(each.record()))) {
        wrong.add(each);
      }
    }
    withoutCopies += empty.size();
    outdated += wrong.size();
    if (repairs) {
      filled += table.keeper().fill(index, empty, nowMillis);
      rewritten += table.keeper().fill(index, wrong, nowMillis);
    }
  }
}
