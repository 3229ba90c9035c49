package io.rowandb.tsdb.aggregate;

/**
 * Changes a second between the numbers of a series. Immutable.
 *
 * <p>The first is that from zero in 1970, as in OpenTSDB; no answer shows it, but what is
 * aggregated counts from it.
 *
 * @param counter whether the numbers only grow, up to {@code counterMax}, then begin at 0 again
 * @param counterMax the greatest that a counter can be
 * @param resetValue a counter's rate above this is a restart, and counts as 0; 0 for none
 * @param dropResets whether a counter's falls are left out
 */
public record Rate(boolean counter, long counterMax, long resetValue, boolean dropResets) {
  /** Of numbers that rise and fall. */
  public static final Rate PLAIN = new Rate(false, Long.MAX_VALUE, 0, false);

  private static final double SECOND_MILLIS = 1000;

  /** Refuses a greatest number of a counter that is none. */
  public Rate {
    if (counter && counterMax < 1) {
      throw new IllegalArgumentException("the greatest number of a counter is " + counterMax);
    }
  }

  /** Of a series. */
  public Samples of(Samples series) {
    Samples rates = new Samples(series.size());
    for (int i = 0; i < series.size(); i++) {
      double change = change(series, i);
      double seconds =
          (series.timeMillis(i) - (i == 0 ? 0 : series.timeMillis(i - 1))) / SECOND_MILLIS;
      if (!counter || !(change < 0)) {
        rates.add(series.timeMillis(i), change / seconds);
      } else if (!dropResets) {
        rates.add(series.timeMillis(i), reset(turned(series, i) / seconds));
      }
    }
    return rates;
  }

  private double reset(double rate) {
    return resetValue > 0 && rate > resetValue ? 0 : rate;
  }

  private static boolean areIntegers(Samples series, int index) {
    return series.isInteger(index) && (index == 0 || series.isInteger(index - 1));
  }

  private static double change(Samples series, int index) {
    if (index == 0) {
      return series.doubleValue(0);
    }
    return areIntegers(series, index)
        ? series.longValue(index) - series.longValue(index - 1)
        : series.doubleValue(index) - series.doubleValue(index - 1);
  }

  /** Of a counter that went on from its greatest number. */
  private double turned(Samples series, int index) {
    if (areIntegers(series, index)) {
      return counterMax - (index == 0 ? 0 : series.longValue(index - 1)) + series.longValue(index);
    }
    return counterMax
        - (index == 0 ? 0 : series.doubleValue(index - 1))
        + series.doubleValue(index);
  }
}
