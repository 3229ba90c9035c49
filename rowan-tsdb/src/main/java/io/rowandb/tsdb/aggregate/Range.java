package io.rowandb.tsdb.aggregate;

/**
 * The times that are asked for.
 *
 * @param fromMillis the first, in milliseconds since 1970
 * @param toMillis the last, included, but for downsampling of the whole range
 */
public record Range(long fromMillis, long toMillis) {
  /** The end of the year 9999. */
  static final long MOST_MILLIS = 253_402_300_799_999L;

  /** Refuses an empty one, and times before 1970 or after 9999. */
  public Range {
    if (fromMillis < 0 || toMillis > MOST_MILLIS || toMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "no range: from "
              + fromMillis
              + " to "
              + toMillis
              + " ms; 0 <= from < to <= "
              + MOST_MILLIS);
    }
  }
}
