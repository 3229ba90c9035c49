package io.rowandb.testkit.oracle;

import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.StoreFileSummary;
import java.util.List;

/** Makes Rowan compact exactly the newest files that a history names. Used by one thread. */
final class ChosenFilesPolicy implements CompactionPolicy {
  private int files;

  /** How many files the next selection takes, once. */
  void choose(int newest) {
    files = newest;
  }

  @Override
  public CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long ttlMillis, long nowMillis) {
    int count = oldestFirst.size();
    if (wish == Wish.MAJOR) {
      return CompactionSelection.of(0, count, count);
    }
    int wanted = files;
    files = 0;
    return wanted == 0 || count < wanted
        ? CompactionSelection.NONE
        : CompactionSelection.of(count - wanted, count, count);
  }
}
