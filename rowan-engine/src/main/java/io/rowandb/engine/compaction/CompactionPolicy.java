package io.rowandb.engine.compaction;

import java.util.List;

/**
 * Decides which files of a store to merge. A pure function of its arguments: no clock, no random
 * numbers, no files.
 */
public interface CompactionPolicy {
  /** What is requested of the store. */
  enum Wish {
    /** Merge what is worth merging. */
    AS_NEEDED,
    /** Merge all files, however many and large: a user asked for it. */
    MAJOR
  }

  /**
   * The files to merge now.
   *
   * @param oldestFirst all files of the store
   * @param oldestLiving the least timestamp that the family's TTL has not passed, {@code
   *     Long.MIN_VALUE} without one
   */
  CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long oldestLiving, long nowMillis);
}
