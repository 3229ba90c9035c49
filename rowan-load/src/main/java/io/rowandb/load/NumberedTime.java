package io.rowandb.load;

import org.apache.hadoop.hbase.HConstants;

/**
 * The number of a record and of its place, in the place of the time that its cells will get. So two
 * cells of one column that come from two records are different while they are sorted.
 *
 * <pre>
 *  bit  62          1: no time, but this
 *  bits 48 to 61    the place
 *  bits 0 to 47     the record
 * </pre>
 */
final class NumberedTime {
  /** In 146 million years a clock has it. */
  static final long FIRST = 1L << 62;

  static final long MAX_RECORD = (1L << 48) - 1;
  static final int MAX_PLACE = (1 << 14) - 2; // so that none is LATEST_TIMESTAMP

  private static final int PLACE_SHIFT = 48;

  private NumberedTime() {}

  /** Of a record at a place. */
  static long of(int place, long record) {
    if (place < 0 || place > MAX_PLACE || record < 0 || record > MAX_RECORD) {
      throw new IllegalArgumentException(
          "a load has at most "
              + MAX_RECORD
              + " records and "
              + MAX_PLACE
              + " places for them: record "
              + record
              + ", place "
              + place);
    }
    return FIRST | (long) place << PLACE_SHIFT | record;
  }

  /** What a cell is sorted with: its own time, or this in the place of the one that it will get. */
  static long of(long timestamp, int place, long record) {
    if (timestamp == HConstants.LATEST_TIMESTAMP) {
      return of(place, record);
    }
    if (timestamp >= FIRST || timestamp < 0) {
      throw new IllegalArgumentException(
          "a version has a time from 0 to " + (FIRST - 1) + " milliseconds: " + timestamp);
    }
    return timestamp;
  }

  static boolean isOne(long timestamp) {
    return timestamp >= FIRST;
  }

  static int place(long numbered) {
    return (int) ((numbered ^ FIRST) >>> PLACE_SHIFT);
  }

  static long record(long numbered) {
    return numbered & MAX_RECORD;
  }
}
