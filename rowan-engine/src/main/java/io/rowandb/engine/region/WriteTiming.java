package io.rowandb.engine.region;

import io.rowandb.engine.cell.RowMutation;
import java.util.List;

/** Gives writes their times in the order in which they begin. */
interface WriteTiming {
  /** For cells that have their times. */
  WriteTiming DONE = (millis, mutations) -> true;

  /**
   * Gives every cell without a time this one, under the update lock, as the write begins.
   *
   * @return false when it is too late for that time, and nothing was done
   */
  boolean stamp(long millis, List<RowMutation> mutations);
}
