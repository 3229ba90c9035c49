package io.rowandb.schema.pattern;

import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * The records that entries of an index name, each once, in the order of the entries. An entry
 * counts only if the record, as it is now, has it: what a writer left behind that died, or that
 * came before a later change, is passed over, and goes when it is old enough ({@link IndexKeeper}).
 */
final class IndexedRecords<R> implements Iterator<Found<R>> {
  // Fixed at construction.
  private final RecordTable<R> table;
  private final IndexDesign<R> index;
  private final RowSource entries;

  private final EntryCheck<R> check;
  private final Deque<Found<R>> found = new ArrayDeque<>();

  IndexedRecords(RecordTable<R> table, AccessPath<R> path, RowSource entries) {
    this.table = table;
    this.entries = entries;
    index = path.index();
    check = new EntryCheck<>(path);
  }

  @Override
  public boolean hasNext() {
    while (found.isEmpty() && entries.hasNext()) {
      try {
        lookUp();
      } catch (IOException e) {
        entries.close();
        throw new UncheckedIOException(e);
      }
    }
    return !found.isEmpty();
  }

  private void lookUp() throws IOException {
    List<ScannedRow> named = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (int batch = check.nextBatch(); named.size() < batch && entries.hasNext(); ) {
      ScannedRow entry = entries.next();
      named.add(entry);
      gets.add(table.get(check.row(entry)));
    }
    long nowMillis = table.keeper().nowMillis();
    List<R> records = new ArrayList<>();
    for (Result row : table.table().get(gets)) {
      records.add(row.isEmpty() ? null : table.read(row, QuerySettings.NOW));
    }
    EntryCheck.Checked<R> checked = check.check(named, records);
    found.addAll(checked.found());
    table.keeper().removeOld(index, checked.stale(), nowMillis);
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    return found.remove();
  }
}
