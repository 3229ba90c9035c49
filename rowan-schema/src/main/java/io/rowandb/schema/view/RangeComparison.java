package io.rowandb.schema.view;

import io.rowandb.schema.pattern.chain.MarkedRow;
import java.io.IOException;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares a view with its source by two reads, one of each, in any order of their keys: each row
 * is hashed, and hashes are summed up by ranges of the hashes of the view's keys. Changes nothing.
 * Used once, by one thread.
 */
final class RangeComparison<R> {
  /** Records between two looks at the pace. */
  private static final int BATCH = 500;

  // Fixed at construction.
  private final SourceRows<R> source;
  private final ViewTable<R, ?> view;
  private final ReadPace pace;
  private final RowHash hash = RowHash.random();
  private final RangeSums sums = new RangeSums(hash);

  private long records;
  private long unreadable;
  private long wanted;
  private long there;
  private boolean hasPending;

  RangeComparison(SourceRows<R> source, ViewTable<R, ?> view, ReadPace pace) {
    this.source = source;
    this.view = view;
    this.pace = pace;
  }

  /** Reads both. */
  void read() throws IOException {
    try (RecordRanges rows = view.scan(source.table(view))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        sums.addThere(row.getRow(), view.hash(hash, row));
        awaitTurn(++there);
      }
    }
    try (RecordRanges rows = source.scan()) {
      for (Result cells = rows.next(); cells != null; cells = rows.next()) {
        MarkedRow<R> row = source.of(cells);
        if (row.record().isPresent()) {
          addWanted(row);
        }
        hasPending |= row.isPending();
        unreadable += row.unreadable() == null ? 0 : 1;
      }
    }
  }

  private void addWanted(MarkedRow<R> row) throws IOException {
    Map<byte[], WantedRow> rows = view.rows(row.record().orElseThrow());
    rows.forEach((key, change) -> sums.addWanted(key, view.hash(hash, row.row(), change)));
    wanted += rows.size();
    awaitTurn(++records);
  }

  private void awaitTurn(long count) throws IOException {
    if (count % BATCH == 0) {
      pace.await(BATCH);
    }
  }

  /** Whether some write of the source had not ended, whose view rows may be right or not. */
  boolean hasPending() {
    return hasPending;
  }

  /** Whether a row of the view is in a range that differs. */
  Predicate<byte[]> isDiverged() {
    return sums.isDiverged();
  }

  int diverged() {
    return sums.diverged();
  }

  RangeCounts counts(ViewCounts mended) {
    return new RangeCounts(
        records, unreadable, wanted, there, sums.ranges(), sums.diverged(), mended);
  }
}
