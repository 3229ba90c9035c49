package io.rowandb.engine.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how many store files reads opened, and why they could leave out the others. Safe for use
 * by many threads; each count is right, all together are not of one moment.
 */
public final class FileSelections {
  // Atomic.
  private final LongAdder opened = new LongAdder();
  private final LongAdder outOfTime = new LongAdder();
  private final LongAdder outOfRange = new LongAdder();
  private final LongAdder deniedByFilter = new LongAdder();

  /** Counts nothing yet. */
  public FileSelections() {}

  /**
   * How often each was the answer, for one file and one read.
   *
   * @param opened the file may have what is read
   * @param outOfTime by its time range, or its age and the family's TTL, it has not
   * @param outOfRange by its first and last row it has not
   * @param deniedByFilter by its Bloom filter it has not
   */
  public record Counts(long opened, long outOfTime, long outOfRange, long deniedByFilter) {}

  /** All counts. */
  public Counts counts() {
    return new Counts(opened.sum(), outOfTime.sum(), outOfRange.sum(), deniedByFilter.sum());
  }

  boolean open() {
    opened.increment();
    return true;
  }

  boolean leaveOutByTime() {
    outOfTime.increment();
    return false;
  }

  boolean leaveOutByRange() {
    outOfRange.increment();
    return false;
  }

  boolean leaveOutByFilter() {
    deniedByFilter.increment();
    return false;
  }
}
