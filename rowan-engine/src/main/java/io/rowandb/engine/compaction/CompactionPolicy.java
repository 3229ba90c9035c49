package io.rowandb.engine.compaction;

import java.util.List;

/**
 * Decides which files of a store to merge. A pure function of its arguments: no clock, no random
 * numbers, no files.
 */
public interface CompactionPolicy {
  /** What somebody wants of the store. */
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
   * @param ttlMillis the family's TTL, {@code Long.MAX_VALUE} for none
   */
  CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long ttlMillis, long nowMillis);
}
