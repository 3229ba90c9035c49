package io.rowandb.client.filter;

import java.util.concurrent.TimeUnit;

/**
 * The time that one filter has for a row, or for the part of a row that one call reads. The clock
 * is read after a certain amount of work, not for each cell, so a quick filter never reads it.
 *
 * <p>Used by the thread that uses the filter.
 */
public final class FilterTime {
  /**
   * What a filter does with a cell whatever its size, in steps of a match, about a character each.
   */
  private static final int CELL_STEPS = 512;

  /** Work between two looks at the clock: a few microseconds of matching, or 32 small cells. */
  static final int STEPS_PER_LOOK = 16_384;

  private final FilterLimit limit;

  private int steps;

  /** Whether the row's time runs: it does from the first look on. */
  private boolean running;

  private long beginNanos;

  /** A filter that has not begun. */
  public FilterTime(FilterLimit limit) {
    this.limit = limit;
  }

  /** A row begins, or a call that continues one. */
  public void begin() {
    running = false;
  }

  /**
   * A cell is about to be looked at.
   *
   * @throws FilterStoppedException when the time is over
   */
  public void cell(int bytes) {
    steps += CELL_STEPS + bytes;
    if (steps >= STEPS_PER_LOOK || steps < 0) {
      look();
    }
  }

  /** A match goes on, by no more than {@link #STEPS_PER_LOOK}; as {@link #cell}. */
  void steps(int more) {
    steps += more;
    if (steps >= STEPS_PER_LOOK) {
      look();
    }
  }

  private void look() {
    steps = 0;
    if (limit.storeClosed().getAsBoolean()) {
      throw new FilterStoppedException("The store was closed while a filter was at work");
    }
    if (FilterClient.hasLeft()) {
      throw new FilterStoppedException("A filter was stopped, since its client has left");
    }
    long now = limit.nanoTime().getAsLong();
    if (!running) {
      running = true;
      beginNanos = now;
    } else if (limit.millis() > 0
        && now - beginNanos >= TimeUnit.MILLISECONDS.toNanos(limit.millis())) {
      throw new FilterStoppedException(
          "A filter worked on one row for longer than "
              + limit.millis()
              + " ms (hbase.rpc.timeout) and was stopped");
    }
  }
}
