package io.rowandb.schema.pattern.chain;

import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * A row as it was read, with its mark. Its arrays are never changed.
 *
 * @param row its key
 * @param cells its cells; empty if there are none
 * @param record its record, as far as its writes determine it; empty if there is none
 * @param unreadable why its cells cannot be read as a record; or null
 * @param mark empty if no write in the chain has written it
 * @param markBytes the mark's cell, or null
 * @param latest the greatest time in the row, including deletions of an unmarked row if these were
 *     read
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

  /** The same with a record that was read whole. */
  MarkedRow<R> withRecord(R whole) {
    return new MarkedRow<>(row, cells, Optional.of(whole), null, mark, markBytes, latest);
  }

  /** The same, of which no record can be made. */
  MarkedRow<R> unreadable(RuntimeException reason) {
    return new MarkedRow<>(row, cells, Optional.empty(), reason, mark, markBytes, latest);
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

  /**
   * Whether it is being deleted, after what follows it. When the mark is alone it is gone, and the
   * mark tells what follows it later.
   */
  public boolean isBeingDeleted() {
    return mark.isPresent() && mark.get().state() == Mark.State.DELETE && cells.size() > 1;
  }

  /** Whether there is nothing. */
  public boolean isAbsent() {
    return cells.isEmpty();
  }
}
