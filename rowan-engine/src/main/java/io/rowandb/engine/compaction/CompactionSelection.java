package io.rowandb.engine.compaction;

import java.util.List;

/**
 * Files of a store, neighbours in age, to be merged into one file or into one per time span.
 *
 * @param from index of the oldest chosen file, in the list the policy was given
 * @param to index after the newest chosen file
 * @param allFiles whether no older or newer file is left out, so that delete markers can be dropped
 *     too
 * @param boundaries timestamps at which a new file begins, ascending; none for one file
 */
public record CompactionSelection(int from, int to, boolean allFiles, List<Long> boundaries) {
  /** No files. */
  public static final CompactionSelection NONE = new CompactionSelection(0, 0, false);

  /** Copies the list. */
  public CompactionSelection {
    boundaries = List.copyOf(boundaries);
  }

  /** Into one file. */
  public CompactionSelection(int from, int to, boolean allFiles) {
    this(from, to, allFiles, List.of());
  }

  /** The files from {@code from} to before {@code to}, of {@code count}, into one. */
  public static CompactionSelection of(int from, int to, int count) {
    return new CompactionSelection(from, to, to - from == count);
  }

  /** The same files, into one for each span of time between these timestamps that has cells. */
  CompactionSelection dividedAt(List<Long> timestamps) {
    return new CompactionSelection(from, to, allFiles, timestamps);
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return from == to;
  }

  /** How many files. */
  int size() {
    return to - from;
  }

  /** The chosen part of a list in the order the policy was given. */
  public <T> List<T> of(List<T> oldestFirst) {
    return oldestFirst.subList(from, to);
  }
}
