package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.Set;

/**
 * Where the rows are that a read asks for, by the key alone.
 *
 * @param ranges that together have all of them, in the order of {@link Selected#unsaltedPrefix},
 *     then of their rows; none shares a row with another
 * @param served the fields whose conditions every row of the ranges fulfils; others are to be
 *     checked with the rows
 * @param used the fields whose conditions restrict the ranges
 * @param parts how many parts of the key, from the left, have one value in each range
 * @param whole whether no condition restricts the rows: all of the key are read
 * @param salted whether ranges are buckets of a salt: what belongs together is in several of them,
 *     unless each is one row
 * @param next the field that the rows of each range go on with, or null when that is a hash, or
 *     each range is one row
 * @param direction how they are sorted by it; in no order by a field that loses something there, a
 *     time to the hour, unless the rest of it follows at once
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
