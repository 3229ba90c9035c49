package io.rowandb.engine.compaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * HBase's policy for time series (DateTieredCompactionPolicy): files are merged only with files of
 * the same time span, and the spans get longer with age. So a scan of a time range reads few files,
 * and old data is rewritten only when its span grows.
 *
 * <ol>
 *   <li>A file belongs to the window of its greatest timestamp, or of an older file's if that is
 *       greater: so the files of a window are neighbours in age.
 *   <li>Inside a window {@link FileRuns} chooses.
 *   <li>When a whole store is merged, it gets one file for each window.
 * </ol>
 *
 * Stateless; safe for use by many threads.
 */
public final class DateTieredCompactionPolicy extends StepwisePolicy {
  /**
   * Most windows that one compaction divides its cells by: each open file has buffers of some
   * hundred kilobytes and a file descriptor. What is older goes into one file.
   */
  private static final int MAX_WINDOWS = 100;

  private final DateTieredSettings tiers;

  /** The policy with these numbers. */
  public DateTieredCompactionPolicy(CompactionSettings settings, DateTieredSettings tiers) {
    super(settings);
    this.tiers = tiers;
  }

  @Override
  CompactionSelection merged(List<StoreFileSummary> oldestFirst, int from, int to, long nowMillis) {
    return CompactionSelection.of(from, to, oldestFirst.size())
        .dividedAt(starts(oldestFirst.subList(from, to), nowMillis));
  }

  /**
   * After a split the oldest reference and what is behind it go first: files that are divided by
   * time may be as many as before, but each time fewer of them are references.
   */
  @Override
  int firstAfterSplit(int from, int reference) {
    return reference;
  }

  /** Where the windows begin that these files have cells of, but for the first. */
  private List<Long> starts(List<StoreFileSummary> files, long nowMillis) {
    long least = Long.MAX_VALUE;
    for (StoreFileSummary file : files) {
      least = Math.min(least, file.minTimestamp());
    }
    List<Long> starts = new ArrayList<>();
    TimeWindow window = TimeWindow.incoming(tiers, nowMillis);
    while (window.isAfter(least) && starts.size() < MAX_WINDOWS) {
      starts.add(window.startMillis());
      window = window.earlier();
    }
    Collections.reverse(starts);
    return starts;
  }

  /** From the newest window to the oldest: the first in which something is worth merging. */
  @Override
  CompactionSelection worthMerging(List<StoreFileSummary> oldestFirst, int from, long nowMillis) {
    long[] times = timesInOrder(oldestFirst, from);
    long oldest = TimeWindow.minus(nowMillis, tiers.maxFileAgeMillis());
    TimeWindow incoming = TimeWindow.incoming(tiers, nowMillis);
    TimeWindow window = incoming;
    int end = oldestFirst.size();
    while (end > from) {
      TimeWindow next = window.notAfter(times[end - 1]);
      if (next.isBefore(oldest)) {
        return CompactionSelection.NONE;
      }
      int begin = end;
      while (begin > from && !next.isAfter(times[begin - 1])) {
        begin--;
      }
      int minFiles = next.equals(incoming) ? tiers.incomingMinFiles() : settings.minFiles();
      CompactionSelection chosen = inside(runs(nowMillis), oldestFirst, begin, end, minFiles, next);
      if (!chosen.isEmpty()) {
        return chosen;
      }
      window = next;
      end = begin;
    }
    return CompactionSelection.NONE;
  }

  private CompactionSelection inside(
      FileRuns runs,
      List<StoreFileSummary> oldestFirst,
      int begin,
      int end,
      int minFiles,
      TimeWindow window) {
    int count = oldestFirst.size();
    if (end - begin < minFiles) {
      return CompactionSelection.NONE;
    }
    if (count >= settings.blockingFiles()) {
      int most = Math.min(end, begin + settings.maxFiles());
      return divided(CompactionSelection.of(begin, most, count), window);
    }
    CompactionSelection run = runs.best(oldestFirst.subList(begin, end), minFiles, false);
    CompactionSelection chosen =
        CompactionSelection.of(begin + run.from(), begin + run.to(), count);
    return run.size() == end - begin ? divided(chosen, window) : chosen;
  }

  /** A window's files are divided where it begins: late cells go to a file of their own. */
  private CompactionSelection divided(CompactionSelection wholeWindow, TimeWindow window) {
    return tiers.singleOutput()
        ? wholeWindow
        : wholeWindow.dividedAt(List.of(window.startMillis()));
  }

  /** The greatest timestamp of each file, or of one before it from {@code from} on. */
  private static long[] timesInOrder(List<StoreFileSummary> oldestFirst, int from) {
    long[] times = new long[oldestFirst.size()];
    long seen = Long.MIN_VALUE;
    for (int i = from; i < times.length; i++) {
      seen = Math.max(seen, oldestFirst.get(i).maxTimestamp());
      times[i] = seen;
    }
    return times;
  }

  @Override
  boolean majorChanges(List<StoreFileSummary> files, long oldestLiving, long nowMillis) {
    TimeWindow incoming = TimeWindow.incoming(tiers, nowMillis);
    Set<TimeWindow> taken = new HashSet<>();
    for (StoreFileSummary file : files) {
      TimeWindow window = incoming.notAfter(file.minTimestamp());
      boolean expired = file.minTimestamp() <= oldestLiving;
      boolean crossing = !window.equals(incoming.notAfter(file.maxTimestamp()));
      if (expired || !file.majorCompaction() || crossing || !taken.add(window)) {
        return true;
      }
    }
    return false;
  }

  /** The index of the span between starts that has a timestamp. */
  static int window(List<Long> starts, long timestamp) {
    int found = Collections.binarySearch(starts, timestamp);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
