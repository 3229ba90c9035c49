package io.rowandb.tsdb.query;

import java.util.Locale;

/** Whether a question is answered from rollups that were given, and what if there are none. */
public enum RollupUsage {
  /** From points alone. */
  RAW,
  /** From the rollups of the longest interval that fits; the default. */
  NOFALLBACK,
  /** From those of a shorter interval, if those of the longer one have nothing. */
  FALLBACK,
  /** From points, if the rollups have nothing. */
  FALLBACK_RAW;

  /** As requests call it. */
  public String text() {
    return "ROLLUP_" + name();
  }

  /**
   * From a request, whatever the case of letters: {@code ROLLUP_RAW} and so on. Anything else is
   * the default, as in OpenTSDB.
   *
   * @param text or null
   */
  public static RollupUsage of(String text) {
    for (RollupUsage each : values()) {
      if (text != null && each.text().equals(text.toUpperCase(Locale.ROOT))) {
        return each;
      }
    }
    return NOFALLBACK;
  }
}
