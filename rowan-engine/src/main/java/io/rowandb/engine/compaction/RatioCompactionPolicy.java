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
 *   <li>After a split all files are merged, so that the region soon has files of its own and can be
 *       split again.
 * </ol>
 *
 * Stateless; safe for use by many threads.
 */
public final class RatioCompactionPolicy implements CompactionPolicy {
  // Fixed at construction.
  private final CompactionSettings settings;
  private final FileRuns runs;
  private final MajorPeriod period;

  /** The policy with these numbers. */
  public RatioCompactionPolicy(CompactionSettings settings) {
    this.settings = settings;
    this.runs = new FileRuns(settings);
    this.period = new MajorPeriod(settings);
  }

  @Override
  public CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long ttlMillis, long nowMillis) {
    int count = oldestFirst.size();
    if (count == 0) {
      return CompactionSelection.NONE;
    }
    if (wish == Wish.MAJOR) {
      return CompactionSelection.of(0, count, count);
    }
    int from = runs.firstNotTooLarge(oldestFirst);
    List<StoreFileSummary> candidates = oldestFirst.subList(from, count);
    if (candidates.stream().anyMatch(StoreFileSummary::reference)) {
      return CompactionSelection.of(from, Math.min(count, from + settings.maxFiles()), count);
    }
    if (candidates.size() < settings.maxFiles() && majorIsDue(candidates, ttlMillis, nowMillis)) {
      return CompactionSelection.of(from, count, count);
    }
    CompactionSelection run =
        runs.best(candidates, settings.minFiles(), count >= settings.blockingFiles());
    return run.isEmpty()
        ? CompactionSelection.NONE
        : CompactionSelection.of(from + run.from(), from + run.to(), count);
  }

  private boolean majorIsDue(List<StoreFileSummary> files, long ttlMillis, long nowMillis) {
    if (!period.isOver(files, nowMillis)) {
      return false;
    }
    if (files.size() > 1) {
      return true;
    }
    StoreFileSummary only = files.get(0);
    boolean expired = ttlMillis != Long.MAX_VALUE && only.minTimestamp() < nowMillis - ttlMillis;
    return expired || !only.majorCompaction();
  }
}
