package io.rowandb.schema.pattern.chain;

import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * A row as it was read, with its mark. Not changed by anybody, though it has arrays.
 *
 * @param row its key
 * @param cells what it has; empty when there is nothing
 * @param record its record, as far as the writing of it decides; empty when there is none
 * @param unreadable why no record can be made of what is there; or null
 * @param mark empty when nobody has written it in the chain
 * @param markBytes the mark's cell, or null
 * @param latest the greatest time of what the row has, deletions of an unmarked one included, if
 *     these were looked for
 */
public record MarkedRow<R>(
    byte[] row,
    Result cells,
    Optional<R> record,
    RuntimeException unreadable,
    Optional<Mark> mark,
    byte[] markBytes,
    long latest) {
  /** One of which nothing was read, since nothing is there. */
  public static <R> MarkedRow<R> absent(byte[] row) {
    return new MarkedRow<>(
        row, Result.EMPTY_RESULT, Optional.empty(), null, Optional.empty(), null, 0);
  }

  /** The same, when something of the row is as late as this. */
  MarkedRow<R> atLeast(long time) {
    return new MarkedRow<>(row, cells, record, unreadable, mark, markBytes, Math.max(latest, time));
  }

  /** The same with another mark. */
  MarkedRow<R> marked(Mark newMark) {
    return new MarkedRow<>(
        row,
        cells,
        record,
        unreadable,
        Optional.of(newMark),
        newMark.toBytes(),
        Math.max(latest, newMark.latest()));
  }

  /** Whether its last write has left something to be done. */
  public boolean isPending() {
    return mark.isPresent() && mark.get().isPending();
  }

  /** Whether there is nothing. */
  public boolean isAbsent() {
    return cells.isEmpty();
  }
}
