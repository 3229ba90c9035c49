package io.rowandb.engine.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how many store files reads opened, and why they could skip the others. Safe for use by
 * many threads; each count is exact, but they are not all of the same moment.
 */
public final class FileSelections {
  // Atomic.
  private final LongAdder reads = new LongAdder();
  private final LongAdder memStoreReads = new LongAdder();
  private final LongAdder openedUnfiltered = new LongAdder();
  private final LongAdder passedByFilter = new LongAdder();
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
  public record Counts(long opened, long outOfTime, long outOfRange, long deniedByFilter) {
    /** Both together. */
    Counts plus(Counts other) {
      return new Counts(
          opened + other.opened,
          outOfTime + other.outOfTime,
          outOfRange + other.outOfRange,
          deniedByFilter + other.deniedByFilter);
    }
  }

  /** How often each was the answer. */
  Counts counts() {
    return new Counts(
        openedUnfiltered.sum() + passedByFilter.sum(),
        outOfTime.sum(),
        outOfRange.sum(),
        deniedByFilter.sum());
  }

  /** How many reads there were; many of them looked at several files, or at none. */
  long reads() {
    return reads.sum();
  }

  /** How many of them found all they could find in memstores. */
  long memStoreReads() {
    return memStoreReads.sum();
  }

  /** How often a Bloom filter was asked. */
  long filterChecks() {
    return passedByFilter.sum() + deniedByFilter.sum();
  }

  void read() {
    reads.increment();
  }

  void readOfMemStores() {
    memStoreReads.increment();
  }

  boolean open() {
    openedUnfiltered.increment();
    return true;
  }

  boolean openByFilter() {
    passedByFilter.increment();
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
