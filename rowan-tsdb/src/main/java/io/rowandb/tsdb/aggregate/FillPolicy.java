package io.rowandb.tsdb.aggregate;

/** What stands for an interval without numbers. */
public enum FillPolicy {
  /** Nothing: the interval is left out, and other series are interpolated there. */
  NONE("none", Double.NaN),
  /** No number, which aggregators pass over. */
  NAN("nan", Double.NaN),
  /** The same; an answer in JSON says null. */
  NULL("null", Double.NaN),
  /** A zero. */
  ZERO("zero", 0);

  private final String text;
  private final double number;

  FillPolicy(String text, double number) {
    this.text = text;
    this.number = number;
  }

  /**
   * By its name in a request.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static FillPolicy of(String text) {
    for (FillPolicy each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "there is no fill policy \"" + text + "\"; there are none, nan, null, zero");
  }

  double number() {
    return number;
  }

  @Override
  public String toString() {
    return text;
  }
}
