package io.rowandb.engine.compaction;

import java.util.List;
import java.util.function.Predicate;

/**
 * Finds runs of neighbouring files to merge. The best one is that of HBase's
 * ExploringCompactionPolicy: of the runs in which no file is larger than {@code ratio} times the
 * others together, the longest; among equally long ones, the smallest. Stateless; safe for use by
 * many threads.
 */
final class FileRuns {
  /** In a store with too many files: how much better files per byte must get to change the run. */
  private static final double BETTER_BY = 1.05;

  // Fixed at construction.
  private final CompactionSettings settings;

  FileRuns(CompactionSettings settings) {
    this.settings = settings;
  }

  /** The index of the first file that is not too large to be merged unasked. */
  int firstNotTooLarge(List<StoreFileSummary> oldestFirst) {
    int from = 0;
    while (from < oldestFirst.size()
        && !oldestFirst.get(from).reference()
        && oldestFirst.get(from).bytes() > settings.maxBytes()) {
      from++;
    }
    return from;
  }

  /**
   * The best run without files that are kept from minor compactions, in indexes of {@code files}.
   *
   * <p>HBase leaves them out first and merges what is on both sides of one. Here a run is of
   * neighbours, so such a file parts the others. In a store with too many files, where the others
   * are enough for a run and only parted, one with such a file is taken.
   *
   * @param minFiles least files of a run
   * @param stuck whether the store has too many files: then something is merged in any case
   */
  CompactionSelection bestOfMinor(List<StoreFileSummary> files, int minFiles, boolean stuck) {
    CompactionSelection apart = best(files, minFiles, stuck, StoreFileSummary::keptFromMinor);
    long others = files.stream().filter(file -> !file.keptFromMinor()).count();
    return apart.isEmpty() && stuck && others >= minFiles ? best(files, minFiles, true) : apart;
  }

  /**
   * The best run, in indexes of {@code files}.
   *
   * @param minFiles least files of a run
   * @param stuck whether the store has too many files: then something is merged in any case
   */
  CompactionSelection best(List<StoreFileSummary> files, int minFiles, boolean stuck) {
    return best(files, minFiles, stuck, file -> false);
  }

  /**
   * The run that HBase's RatioBasedCompactionPolicy merges, in indexes of {@code files}: it begins
   * with the first file that is not much larger than the newer ones, up to the most files of one
   * run, together. As for {@link #bestOfMinor} files that are kept part the others.
   */
  CompactionSelection oldestOfMinor(List<StoreFileSummary> files) {
    int from = 0;
    while (from < files.size()) {
      int to = from;
      while (to < files.size() && !files.get(to).keptFromMinor()) {
        to++;
      }
      int begin = from + firstInRatio(files.subList(from, to));
      if (to - begin >= settings.minFiles()) {
        int end = Math.min(to, begin + settings.maxFiles());
        return CompactionSelection.of(begin, end, files.size());
      }
      from = to + 1;
    }
    return CompactionSelection.NONE;
  }

  private int firstInRatio(List<StoreFileSummary> files) {
    int first = 0;
    while (files.size() - first >= settings.minFiles()) {
      int end = Math.min(files.size(), first + settings.maxFiles());
      long newerBytes = Run.of(files, first + 1, end).bytes();
      long most = Math.max(settings.minBytes(), (long) (newerBytes * settings.ratio()));
      if (files.get(first).bytes() <= most) {
        return first;
      }
      first++;
    }
    return first;
  }

  private CompactionSelection best(
      List<StoreFileSummary> files,
      int minFiles,
      boolean stuck,
      Predicate<StoreFileSummary> isLeftOut) {
    Run best = Run.NONE;
    Run cheapest = Run.NONE;
    for (int from = 0; from + minFiles <= files.size(); from++) {
      int last = from;
      int most = Math.min(files.size(), from + settings.maxFiles());
      while (last < most && !isLeftOut.test(files.get(last))) {
        last++;
      }
      for (int to = from + minFiles; to <= last; to++) {
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
    return CompactionSelection.of(chosen.from, chosen.to, files.size());
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
