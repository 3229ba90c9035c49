package io.rowandb.schema.pattern.rows;

/**
 * A row of a read.
 *
 * @param range the number of its range in the plan; -1 before the first
 * @param row its key
 */
public record Position(int range, byte[] row) {
  /** Before the first row. */
  public static final Position START = new Position(-1, new byte[0]);

  /** Where something was found. */
  public static Position of(Found<?> found) {
    return new Position(found.range(), found.row());
  }

  boolean isStart() {
    return range < 0;
  }
}
