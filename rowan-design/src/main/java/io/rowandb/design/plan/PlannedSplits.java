package io.rowandb.design.plan;

import java.util.List;

/**
 * The regions that the table begins with.
 *
 * @param keys where regions begin, all but the first; sorted
 * @param regions how many; with no keys they are cut evenly
 */
public record PlannedSplits(List<String> keys, int regions) {
  /** One region. */
  public static final PlannedSplits NONE = new PlannedSplits(List.of(), 1);

  /** Copies the list. */
  public PlannedSplits {
    keys = List.copyOf(keys);
  }
}
