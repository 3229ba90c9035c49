package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RowSource;
import io.rowandb.schema.pattern.rows.ScannedRow;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The records that entries of an index name, or values of theirs, in the order of the entries. An
 * entry counts only if the current record has it: entries left by a dead writer, or from before a
 * later change, are skipped, and removed when they are old enough ({@link IndexKeeper}).
 *
 * <p>When copies are read, entries without them are given copies when they are old enough.
 */
final class IndexedRecords<R, V> implements Iterator<Found<V>> {
  // Fixed at construction.
  private final Records<R> records;
  private final IndexKeeper<R> keeper;
  private final IndexDesign<R> index;
  private final RowSource entries;

  private final EntryCheck<R, V> check;
  private final Deque<Found<V>> found = new ArrayDeque<>();

  /** Reads them. */
  IndexedRecords(
      Records<R> records,
      IndexKeeper<R> keeper,
      IndexDesign<R> index,
      EntryCheck<R, V> check,
      RowSource entries) {
    this.records = records;
    this.keeper = keeper;
    this.index = index;
    this.check = check;
    this.entries = entries;
  }

  @Override
  public boolean hasNext() {
    while (found.isEmpty() && hasEntry()) {
      try {
        find();
      } catch (IOException e) {
        entries.close();
        throw new UncheckedIOException(e);
      }
    }
    return !found.isEmpty();
  }

  private boolean hasEntry() {
    try {
      return entries.hasNext();
    } catch (UncheckedIOException e) {
      throw new UncheckedIOException(keeper.named(index, e.getCause()));
    }
  }

  /** Goes on to the first entry without copies, then looks up a batch of which some may have. */
  private void find() throws IOException {
    List<ScannedRow> taken = new ArrayList<>(List.of(entries.next()));
    if (!check.isRecord(taken.get(0))) {
      int batch = check.nextBatch();
      while (taken.size() < batch && entries.hasNext()) {
        taken.add(entries.next());
      }
    }
    long nowMillis = keeper.nowMillis();
    EntryCheck.Checked<R, V> checked =
        check.check(taken, Steps.ended(records.lookUp(check.rows(taken))));
    found.addAll(checked.found());
    Steps.ended(keeper.tidy(index, checked, nowMillis));
  }

  @Override
  public Found<V> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    return found.remove();
  }
}
