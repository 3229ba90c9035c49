package io.rowandb.tsdb.server.graph;

/**
 * An axis of values.
 *
 * @param label beside it; empty for none
 * @param min the least value shown; NaN for the least there is
 * @param max the largest value shown; NaN for the largest there is
 * @param log whether its steps are factors, so that values of 0 and below are not shown
 */
public record GraphAxis(String label, double min, double max, boolean log) {
  /** Of all values, without a label. */
  public static final GraphAxis PLAIN = new GraphAxis("", Double.NaN, Double.NaN, false);

  /**
   * Checks its ends.
   *
   * @throws IllegalArgumentException when one is infinite
   */
  public GraphAxis {
    if (Double.isInfinite(min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException("an axis from " + min + " to " + max + " has no end");
    }
  }
}
