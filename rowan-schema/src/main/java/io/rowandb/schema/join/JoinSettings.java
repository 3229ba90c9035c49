package io.rowandb.schema.join;

/**
 * The settings of a join besides its two sides. Immutable.
 *
 * @param outer whether left records without a partner are kept
 * @param batchRows how many rows a lookup join gets in a call
 * @param maxRows how many rows a hash join keeps in memory
 * @param countedRows how many rows of a side are counted
 * @param left how many rows the left side has, or null
 * @param right how many rows the right side has, or null
 */
record JoinSettings(
    boolean outer, int batchRows, long maxRows, long countedRows, SideRows left, SideRows right) {
  /** Rows of one call; each may be some kilobytes. */
  private static final int USUAL_BATCH_ROWS = 200;

  /** Rows kept in memory; each may be some kilobytes. */
  private static final long USUAL_MAX_ROWS = 100_000;

  /** Rows of each side that are read to know its size: some tens of milliseconds. */
  private static final long USUAL_COUNTED_ROWS = 10_000;

  static JoinSettings usual() {
    return new JoinSettings(
        /* outer= */ false, USUAL_BATCH_ROWS, USUAL_MAX_ROWS, USUAL_COUNTED_ROWS, null, null);
  }

  JoinSettings withOuter() {
    return new JoinSettings(/* outer= */ true, batchRows, maxRows, countedRows, left, right);
  }

  JoinSettings withBatchRows(int rows) {
    return new JoinSettings(outer, rows, maxRows, countedRows, left, right);
  }

  JoinSettings withMaxRows(long rows) {
    return new JoinSettings(outer, batchRows, rows, countedRows, left, right);
  }

  JoinSettings withCountedRows(long rows) {
    return new JoinSettings(outer, batchRows, maxRows, rows, left, right);
  }

  JoinSettings withSizes(SideRows newLeft, SideRows newRight) {
    return new JoinSettings(outer, batchRows, maxRows, countedRows, newLeft, newRight);
  }
}
