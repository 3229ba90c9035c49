package io.rowandb.testkit.oracle;

import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.StoreFileSummary;
import java.util.List;

/** Makes Rowan compact exactly the newest files that a history names. Used by one thread. */
final class ChosenFilesPolicy implements CompactionPolicy {
  private int files;

  /** A store is asked again after a compaction, until nothing is left to do. */
  private boolean compacted;

  /** How many files the next selection of each store takes; 0 for none. */
  void choose(int newest) {
    files = newest;
    compacted = false;
  }

  @Override
  public CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long ttlMillis, long nowMillis) {
    int count = oldestFirst.size();
    if (wish == Wish.MAJOR) {
      return CompactionSelection.of(0, count, count);
    }
    compacted = !compacted && files > 0 && count >= files;
    return compacted
        ? CompactionSelection.of(count - files, count, count)
        : CompactionSelection.NONE;
  }
}
