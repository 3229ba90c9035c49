package io.rowandb.engine.bulk;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts cells that threads merge, and makes them check whether to continue. Safe for use by many
 * threads; others see a thread's latest counts with a small delay.
 */
final class CellCount {
  /** Cells between two looks. */
  private static final int CELLS_PER_LOOK = 4096;

  /** Atomic. */
  private final LongAdder cells = new LongAdder();

  /** What one work counts with. */
  interface Counting {
    /** The same target, with each cell counted. */
    RunMerge.Target of(RunMerge.Target target);
  }

  /** How many were counted. */
  long sum() {
    return cells.sum();
  }

  /** For a work that ends when one of {@code all} has failed. */
  Counting counting(SortTasks all) {
    return target -> {
      long[] count = new long[1];
      return cell -> {
        target.take(cell);
        if (++count[0] % CELLS_PER_LOOK == 0) {
          cells.add(CELLS_PER_LOOK);
          all.requireGoOn();
        }
      };
    };
  }
}
