package io.rowandb.engine.compaction;

import java.util.List;

/**
 * HBase's default policy (ExploringCompactionPolicy): among all runs of neighbouring files in which
 * no file is larger than {@code ratio} times the others together, take the longest, and of equally
 * long ones the smallest. So files of like size meet, and a large old file is left alone until
 * enough has gathered beside it.
 *
 * <ol>
 *   <li>A selection is a run of neighbours in age, so the order of files by age stays meaningful.
 *   <li>Only a user's wish, or the period of major compactions, makes a selection ignore the ratio,
 *       except in a store with too many files, where the cheapest run is taken.
 *   <li>A file that was made to be kept from minor compactions is merged by major ones, and after a
 *       split, only; in a store with too many files it may be if there is no other way.
 * </ol>
 *
 * Stateless; safe for use by many threads.
 */
public final class ExploringCompactionPolicy extends RatioBasedCompactionPolicy {
  /** The policy with these numbers. */
  public ExploringCompactionPolicy(CompactionSettings settings) {
    super(settings);
  }

  @Override
  CompactionSelection worthMerging(List<StoreFileSummary> oldestFirst, int from, long nowMillis) {
    int count = oldestFirst.size();
    CompactionSelection run =
        runs(nowMillis)
            .bestOfMinor(
                oldestFirst.subList(from, count),
                settings.minFiles(),
                count >= settings.blockingFiles());
    return run.isEmpty()
        ? CompactionSelection.NONE
        : CompactionSelection.of(from + run.from(), from + run.to(), count);
  }
}
