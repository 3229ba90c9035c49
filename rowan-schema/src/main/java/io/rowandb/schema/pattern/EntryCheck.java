package io.rowandb.schema.pattern;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.IndexDesign;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;

/**
 * Tells which entries of a read count: those that their records, as they are now, have, each record
 * once. Reads nothing itself. Used by one thread at a time.
 */
final class EntryCheck<R> {
  /** Rows that are looked up in the first call; a small limit needs no more. */
  private static final int FIRST_BATCH = 16;

  /** Rows of a later call; each may be some kilobytes. */
  private static final int LAST_BATCH = 256;

  // Fixed at construction.
  private final IndexDesign<R> index;
  private final boolean mayRepeat;

  /** Rows of records that may have more than one entry in the ranges, or had one after another. */
  private final Set<ByteBuffer> seen = new HashSet<>();

  private int batch = FIRST_BATCH;

  EntryCheck(AccessPath<R> path) {
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

  /** How many entries are looked up next, at most. */
  int nextBatch() {
    int next = batch;
    batch = Math.min(2 * batch, LAST_BATCH);
    return next;
  }

  /** The row of the record that an entry names. */
  byte[] row(ScannedRow entry) {
    return index.row(entry.result().getRow(), entry.result().value());
  }

  /**
   * What entries turned out to be.
   *
   * @param found the records of those that count, in their order
   * @param stale those that no record has
   */
  record Checked<R>(List<Found<R>> found, List<Result> stale) {}

  /**
   * Checks entries.
   *
   * @param records which they name, in their order; null where there is none
   */
  Checked<R> check(List<ScannedRow> entries, List<R> records) {
    List<Found<R>> found = new ArrayList<>();
    List<Result> stale = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      ScannedRow entry = entries.get(i);
      R record = records.get(i);
      byte[] key = entry.result().getRow();
      byte[] row = row(entry);
      if (record == null || !index.has(record, row, key)) {
        stale.add(entry.result());
      } else if (!mayRepeat || seen.add(ByteBuffer.wrap(row))) {
        found.add(new Found<>(record, entry.range(), key));
      }
    }
    return new Checked<>(found, stale);
  }
}
