package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.Set;

/**
 * The ranges in which the rows of a read are, according to the key alone.
 *
 * @param ranges the ranges that together have all of them, in the order of {@link
 *     Selected#unsaltedPrefix}, then of their rows; they are disjoint
 * @param served the fields whose conditions every row of the ranges meets; the others must be
 *     checked on the rows
 * @param used the fields whose conditions restrict the ranges
 * @param parts how many parts of the key, from the left, have one value in each range
 * @param whole whether no condition restricts the rows, so all rows of the key are read
 * @param salted whether ranges are buckets of a salt: then related rows are in several of them,
 *     unless each is one row
 * @param next the field that follows in the rows of each range, or null if that is a hash, or if
 *     each range is one row
 * @param direction how they are sorted by it; there is no order by a field that is stored lossily
 *     there, such as a time to the hour, unless the rest of it follows immediately
 */
public record KeySelection(
    List<Selected> ranges,
    Set<Component> served,
    Set<Component> used,
    int parts,
    boolean whole,
    boolean salted,
    Component next,
    Direction direction) {
  /**
   * A range.
   *
   * @param keys its rows
   * @param prefixBytes how many bytes, from the left, all of them share by the conditions; they are
   *     sorted by those behind
   * @param unsaltedPrefix these bytes without the buckets that the conditions do not tell
   */
  public record Selected(KeyRange keys, int prefixBytes, byte[] unsaltedPrefix) {}

  /** Whether each range is one row. */
  public boolean isPoints() {
    return ranges.stream().allMatch(range -> range.keys().isPoint());
  }
}
