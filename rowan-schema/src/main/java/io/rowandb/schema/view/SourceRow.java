package io.rowandb.schema.view;

import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * A row of the source table as it was read. Not changed by anybody, though it has arrays.
 *
 * @param row its key
 * @param cells what it has; empty when there is nothing
 * @param record its record, as views see it; empty when there is none
 * @param mark empty when no viewed table has written it
 * @param markBytes the mark's cell, or null
 * @param latest the greatest time of what the row has, deletions of an absent one included
 */
record SourceRow<R>(
    byte[] row,
    Result cells,
    Optional<R> record,
    Optional<ViewMark> mark,
    byte[] markBytes,
    long latest) {
  /** One of which nothing was read, since nothing is there. */
  static <R> SourceRow<R> absent(byte[] row) {
    return new SourceRow<>(row, Result.EMPTY_RESULT, Optional.empty(), Optional.empty(), null, 0);
  }

  /** The same, when something of the row is as late as this. */
  SourceRow<R> atLeast(long time) {
    return new SourceRow<>(row, cells, record, mark, markBytes, Math.max(latest, time));
  }

  boolean isPending() {
    return mark.isPresent() && mark.get().isPending();
  }
}
