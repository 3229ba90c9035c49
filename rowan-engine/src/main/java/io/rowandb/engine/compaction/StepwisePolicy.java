package io.rowandb.engine.compaction;

import java.util.List;

/**
 * The order in which HBase's policies examine a store: a user's request, the remains of a split, a
 * due major compaction, and then whatever is worth merging. The oldest files are left out if they
 * are too large, except on request.
 *
 * <p>Stateless; safe for use by many threads.
 */
abstract class StepwisePolicy implements CompactionPolicy {
  // Fixed at construction.
  final CompactionSettings settings;
  private final FileRuns runs;
  private final FileRuns offPeakRuns;
  private final MajorPeriod period;

  StepwisePolicy(CompactionSettings settings) {
    this.settings = settings;
    this.runs = new FileRuns(settings);
    this.offPeakRuns = new FileRuns(settings.atOffPeak());
    this.period = new MajorPeriod(settings);
  }

  @Override
  public final CompactionSelection select(
      List<StoreFileSummary> oldestFirst, Wish wish, long oldestLiving, long nowMillis) {
    int count = oldestFirst.size();
    if (count == 0) {
      return CompactionSelection.NONE;
    }
    if (wish == Wish.MAJOR) {
      return merged(oldestFirst, 0, count, nowMillis);
    }
    int from = runs(nowMillis).firstNotTooLarge(oldestFirst);
    List<StoreFileSummary> candidates = oldestFirst.subList(from, count);
    int reference = from;
    while (reference < count && !oldestFirst.get(reference).reference()) {
      reference++;
    }
    if (reference < count) {
      int begin = firstAfterSplit(from, reference);
      int end = Math.min(count, begin + settings.maxFiles());
      return merged(oldestFirst, begin, end, nowMillis);
    }
    if (candidates.size() < settings.maxFiles()
        && period.isOver(candidates, nowMillis)
        && majorChanges(candidates, oldestLiving, nowMillis)) {
      return merged(oldestFirst, from, count, nowMillis);
    }
    return worthMerging(oldestFirst, from, nowMillis);
  }

  /** What finds runs of files at this time. */
  final FileRuns runs(long nowMillis) {
    return settings.offPeak().hours().contains(nowMillis) ? offPeakRuns : runs;
  }

  /** A selection of all files from {@code from} to {@code to}. */
  abstract CompactionSelection merged(
      List<StoreFileSummary> oldestFirst, int from, int to, long nowMillis);

  /**
   * Where a selection begins as long as there are references of a split.
   *
   * @param from the oldest file that is not too large
   * @param reference the oldest reference from there on
   */
  abstract int firstAfterSplit(int from, int reference);

  /** Whether merging these files, all but the too large ones, would change any. */
  abstract boolean majorChanges(List<StoreFileSummary> files, long oldestLiving, long nowMillis);

  /** What to merge of the files from {@code from} on when nothing demands it. */
  abstract CompactionSelection worthMerging(
      List<StoreFileSummary> oldestFirst, int from, long nowMillis);
}
