package io.rowandb.engine.compaction;

import java.util.List;

/**
 * HBase's default policy (ExploringCompactionPolicy): among all runs of neighbouring files in which
 * no file is larger than {@code ratio} times the others together, take the longest, and of equally
 * long ones the smallest. So files of similar size are merged, and a large old file is left alone
 * until enough data has gathered beside it.
 *
 * <ol>
 *   <li>A selection is a run of neighbours in age, so the order of files by age stays meaningful.
 *   <li>A selection ignores the ratio only on a user's request or for a periodic major compaction;
 *       but in a store with too many files the cheapest run is taken.
 *   <li>A file that is excluded from minor compactions is merged only by major ones and after a
 *       split; in a store with too many files also if there is no other way.
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
