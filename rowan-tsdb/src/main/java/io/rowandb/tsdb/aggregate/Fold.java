package io.rowandb.tsdb.aggregate;

/** Makes one number of several. Has no state. */
interface Fold {
  /**
   * Of integers.
   *
   * @param values changed at will
   * @param count how many of them there are, at least 1
   */
  long ofLongs(long[] values, int count);

  /**
   * Of doubles. NaN stands for a missing number.
   *
   * @param values changed at will
   * @param count how many of them there are, at least 1
   */
  double ofDoubles(double[] values, int count);
}
