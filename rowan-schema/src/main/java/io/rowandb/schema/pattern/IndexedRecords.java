package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * The records that entries of an index name, each once, in the order of the entries. An entry
 * counts only if the record, as it is now, has it: what a writer left behind that died, or that
 * came before a later change, is passed over, and goes when it is old enough ({@link IndexKeeper}).
 */
final class IndexedRecords<R> implements Iterator<Found<R>> {
  /** Rows that are looked up in the first call; a small limit needs no more. */
  private static final int FIRST_BATCH = 16;

  /** Rows of a later call; each may be some kilobytes. */
  private static final int LAST_BATCH = 256;

  // Fixed at construction.
  private final RecordTable<R> table;
  private final IndexDesign<R> index;
  private final RowSource entries;

  /** Rows of records that may have more than one entry in the ranges, or had one after another. */
  private final Set<ByteBuffer> seen = new HashSet<>();

  private final boolean mayRepeat;

  private final Deque<Found<R>> found = new ArrayDeque<>();
  private int batch = FIRST_BATCH;

  IndexedRecords(RecordTable<R> table, AccessPath<R> path, RowSource entries) {
    this.table = table;
    this.entries = entries;
    index = path.index();
    mayRepeat = !index.alternatives().isEmpty() || !isOfOneValue(path);
  }

  /**
   * Whether all entries have the same fields, so that none is of a record that had another when it
   * was found, and was changed since.
   */
  private static boolean isOfOneValue(AccessPath<?> path) {
    KeySelection selection = path.selection();
    return selection.ranges().size() <= 1
        && selection.next() == null
        && selection.used().containsAll(path.index().key().components());
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
    while (named.size() < batch && entries.hasNext()) {
      ScannedRow entry = entries.next();
      byte[] row = index.row(entry.result().getRow(), entry.result().value());
      named.add(entry);
      gets.add(table.get(row));
    }
    batch = Math.min(2 * batch, LAST_BATCH);
    Result[] rows = table.table().get(gets);
    List<Result> stale = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      Result entry = named.get(i).result();
      R record = rows[i].isEmpty() ? null : table.read(rows[i], QuerySettings.NOW);
      if (record == null || !index.has(record, rows[i].getRow(), entry.getRow())) {
        stale.add(entry);
      } else if (!mayRepeat || seen.add(ByteBuffer.wrap(rows[i].getRow()))) {
        found.add(new Found<>(record, named.get(i).range(), entry.getRow()));
      }
    }
    table.keeper().removeOld(index, stale);
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    return found.remove();
  }
}
