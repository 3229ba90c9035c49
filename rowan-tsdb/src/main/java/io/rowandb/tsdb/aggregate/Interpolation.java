package io.rowandb.tsdb.aggregate;

/** What a series counts for at a time between two of its numbers. */
enum Interpolation {
  /** On the straight line between them; of integers without the fraction. */
  LINEAR,
  /** Nothing. */
  ZERO,
  /** The greatest number there is, which no minimum takes. */
  GREATEST,
  /** The least number there is, which no maximum takes. */
  LEAST,
  /** The number before. */
  PREVIOUS;

  /**
   * Of integers.
   *
   * @param x a time after x0 and before x1
   */
  long at(long x, long x0, long y0, long x1, long y1) {
    return switch (this) {
      case LINEAR -> y0 + (x - x0) * (y1 - y0) / (x1 - x0);
      case ZERO -> 0;
      case GREATEST -> Long.MAX_VALUE;
      case LEAST -> Long.MIN_VALUE;
      case PREVIOUS -> y0;
    };
  }

  /**
   * Of doubles.
   *
   * @param x a time after x0 and before x1
   */
  double at(long x, long x0, double y0, long x1, double y1) {
    return switch (this) {
      case LINEAR -> y0 + (x - x0) * (y1 - y0) / (x1 - x0);
      case ZERO -> 0;
      case GREATEST -> Double.MAX_VALUE;
      case LEAST -> -Double.MAX_VALUE;
      case PREVIOUS -> y0;
    };
  }
}
