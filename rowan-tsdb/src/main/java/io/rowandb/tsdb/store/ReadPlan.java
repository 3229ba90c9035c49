package io.rowandb.tsdb.store;

/**
 * How the rows of a question are found.
 *
 * @param byIndex whether each chosen series is read by its keys; else all rows of the hours are
 *     passed over
 * @param reason why so
 * @param rows at most so many rows of the metric are in the hours, by its number of series; -1 when
 *     that is not known
 * @param seeks so many rows of chosen series are looked for, at most; -1 when that is not known
 * @param series so many are chosen; -1 when that is not known
 */
public record ReadPlan(boolean byIndex, String reason, long rows, long seeks, long series) {
  /**
   * So many rows are passed over in the time in which one is looked for: measured, with a filter of
   * one value; with more values the rows take longer.
   */
  public static final int ROWS_A_SEEK = 32;

  private static final int UNKNOWN = -1;

  static ReadPlan scan(String reason) {
    return new ReadPlan(false, reason, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  static ReadPlan scan(String reason, long rows) {
    return new ReadPlan(false, reason, rows, UNKNOWN, UNKNOWN);
  }
}
