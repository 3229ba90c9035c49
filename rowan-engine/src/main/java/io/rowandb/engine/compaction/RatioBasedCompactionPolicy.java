package io.rowandb.engine.compaction;

import java.util.List;

/**
 * HBase's former policy (RatioBasedCompactionPolicy): from the oldest file on it skips files that
 * are much larger than the newer ones together, and merges the next ones. It considers fewer
 * choices than {@link ExploringCompactionPolicy} and writes more.
 *
 * <ol>
 *   <li>A selection is a run of neighbours in age, so the order of files by age stays meaningful.
 *   <li>After a split all files are merged, so that the region soon has its own files and can be
 *       split again.
 * </ol>
 *
 * Stateless; safe for use by many threads.
 */
public sealed class RatioBasedCompactionPolicy extends StepwisePolicy
    permits ExploringCompactionPolicy {
  /** The policy with these numbers. */
  public RatioBasedCompactionPolicy(CompactionSettings settings) {
    super(settings);
  }

  @Override
  final CompactionSelection merged(
      List<StoreFileSummary> oldestFirst, int from, int to, long nowMillis) {
    return CompactionSelection.of(from, to, oldestFirst.size());
  }

  @Override
  final int firstAfterSplit(int from, int reference) {
    return from;
  }

  @Override
  CompactionSelection worthMerging(List<StoreFileSummary> oldestFirst, int from, long nowMillis) {
    int count = oldestFirst.size();
    CompactionSelection run = runs(nowMillis).oldestOfMinor(oldestFirst.subList(from, count));
    return run.isEmpty()
        ? CompactionSelection.NONE
        : CompactionSelection.of(from + run.from(), from + run.to(), count);
  }

  @Override
  final boolean majorChanges(List<StoreFileSummary> files, long oldestLiving, long nowMillis) {
    if (files.size() > 1) {
      return true;
    }
    // As in HBase a single file is left alone, also one that was only flushed, until cells expire.
    return files.get(0).minTimestamp() < oldestLiving;
  }
}
