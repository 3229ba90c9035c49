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
  /** In a store with too many files: how much better files per byte must get to change the run. */
  private static final double BETTER_BY = 1.05;

  private final CompactionSettings settings;

  /** The policy with these numbers. */
  public RatioCompactionPolicy(CompactionSettings settings) {
    this.settings = settings;
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
    int from = firstNotTooLarge(oldestFirst);
    List<StoreFileSummary> candidates = oldestFirst.subList(from, count);
    if (candidates.stream().anyMatch(StoreFileSummary::reference)) {
      return CompactionSelection.of(from, Math.min(count, from + settings.maxFiles()), count);
    }
    if (candidates.size() < settings.maxFiles() && majorIsDue(candidates, ttlMillis, nowMillis)) {
      return CompactionSelection.of(from, count, count);
    }
    CompactionSelection run = bestRun(candidates, count >= settings.blockingFiles());
    return run.isEmpty()
        ? CompactionSelection.NONE
        : CompactionSelection.of(from + run.from(), from + run.to(), count);
  }

  private int firstNotTooLarge(List<StoreFileSummary> oldestFirst) {
    int from = 0;
    while (from < oldestFirst.size()
        && !oldestFirst.get(from).reference()
        && oldestFirst.get(from).bytes() > settings.maxBytes()) {
      from++;
    }
    return from;
  }

  private CompactionSelection bestRun(List<StoreFileSummary> files, boolean stuck) {
    Run best = Run.NONE;
    Run cheapest = Run.NONE;
    for (int from = 0; from + settings.minFiles() <= files.size(); from++) {
      int last = Math.min(files.size(), from + settings.maxFiles());
      for (int to = from + settings.minFiles(); to <= last; to++) {
        Run run = Run.of(files, from, to);
        if (cheapest.isEmpty() || run.bytes < cheapest.bytes) {
          cheapest = run;
        }
        if (isAllowed(run, files) && isBetter(run, best, stuck)) {
          best = run;
        }
      }
    }
    Run chosen = best.isEmpty() && stuck ? cheapest : best;
    return new CompactionSelection(chosen.from, chosen.to, false);
  }

  private boolean isAllowed(Run run, List<StoreFileSummary> files) {
    if (run.bytes > settings.maxBytes()) {
      return false;
    }
    if (run.bytes < settings.minBytes()) {
      return true;
    }
    for (StoreFileSummary file : files.subList(run.from, run.to)) {
      if (file.bytes() > (run.bytes - file.bytes()) * settings.ratio()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBetter(Run run, Run best, boolean stuck) {
    if (stuck && best.bytes > 0 && run.bytes > 0) {
      return (double) best.size() / best.bytes * BETTER_BY < (double) run.size() / run.bytes;
    }
    return run.size() > best.size() || (run.size() == best.size() && run.bytes < best.bytes);
  }

  private boolean majorIsDue(List<StoreFileSummary> files, long ttlMillis, long nowMillis) {
    if (settings.majorPeriodMillis() <= 0) {
      return false;
    }
    long oldestMillis = Long.MAX_VALUE;
    for (StoreFileSummary file : files) {
      oldestMillis = Math.min(oldestMillis, file.createdMillis());
    }
    if (files.isEmpty() || oldestMillis >= nowMillis - periodMillis(files.get(0))) {
      return false;
    }
    if (files.size() > 1) {
      return true;
    }
    StoreFileSummary only = files.get(0);
    boolean expired = ttlMillis != Long.MAX_VALUE && only.minTimestamp() < nowMillis - ttlMillis;
    return expired || !only.majorCompaction();
  }

  /** The period, moved by up to the jitter, by the same amount each time for the same file. */
  private long periodMillis(StoreFileSummary file) {
    double share = Math.floorMod(file.name().hashCode() * 0x9E3779B9, 1 << 16) / (double) (1 << 16);
    double jitter = settings.majorPeriodMillis() * settings.majorJitter();
    return settings.majorPeriodMillis() + Math.round(jitter - 2 * jitter * share);
  }

  /** A run of neighbours and its size. */
  private record Run(int from, int to, long bytes) {
    static final Run NONE = new Run(0, 0, 0);

    static Run of(List<StoreFileSummary> files, int from, int to) {
      long bytes = 0;
      for (int i = from; i < to; i++) {
        bytes += files.get(i).bytes();
      }
      return new Run(from, to, bytes);
    }

    boolean isEmpty() {
      return from == to;
    }

    int size() {
      return to - from;
    }
  }
}
