package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The records that entries of an index name, each once, in the order of the entries. An entry
 * counts only if the record, as it is now, has it: what a writer left behind that died, or that
 * came before a later change, is passed over, and goes when it is old enough ({@link IndexKeeper}).
 *
 * <p>When copies are read, entries without them are given copies when they are old enough.
 */
final class IndexedRecords<R> implements Iterator<Found<R>> {
  // Fixed at construction.
  private final RecordTable<R> table;
  private final IndexDesign<R> index;
  private final RowSource entries;

  private final EntryCheck<R> check;
  private final Deque<Found<R>> found = new ArrayDeque<>();

  /**
   * Reads them.
   *
   * @param copied whether only what entries have copies of is wanted
   */
  IndexedRecords(RecordTable<R> table, AccessPath<R> path, RowSource entries, boolean copied) {
    this.table = table;
    this.entries = entries;
    index = path.index();
    check = new EntryCheck<>(table.design(), path, copied);
  }

  /**
   * Refuses to read copies when there are none, or there is a condition on what is not copied.
   *
   * @throws IllegalArgumentException naming the field
   */
  static <R> void checkCopied(TableDesign<R> design, IndexDesign<R> index, Conditions conditions) {
    if (!index.hasCopies()) {
      throw new IllegalArgumentException("index " + index.name() + " has no copies of fields");
    }
    Set<Component> there = new HashSet<>(design.key().held());
    there.addAll(index.key().held());
    there.addAll(index.copied());
    for (Component field : conditions.asked()) {
      if (!there.contains(field)) {
        throw new IllegalArgumentException(
            "there is a condition on "
                + field.name()
                + ", and index "
                + index.name()
                + " has no copy of it");
      }
    }
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
      throw new UncheckedIOException(
          UnusableTable.named(table.connection(), table.design(), index, e.getCause()));
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
    long nowMillis = table.keeper().nowMillis();
    EntryCheck.Checked<R> checked = check.check(taken, table.recordsOf(check.rows(taken)));
    found.addAll(checked.found());
    table.keeper().removeOld(index, checked.stale(), nowMillis);
    table.keeper().thin(index, checked.crowded(), nowMillis);
    table.keeper().fill(index, checked.withoutCopies(), nowMillis);
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    return found.remove();
  }
}
