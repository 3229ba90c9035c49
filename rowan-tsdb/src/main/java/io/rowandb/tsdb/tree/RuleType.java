package io.rowandb.tsdb.tree;

import java.util.Locale;

/** What a rule makes a name of. The names are those of OpenTSDB and are stored: frozen. */
public enum RuleType {
  /** The name of the metric. */
  METRIC,
  /** A custom value of the metric's meta data. */
  METRIC_CUSTOM,
  /** The value of a tag. */
  TAGK,
  /** A custom value of the meta data of a tag's key. */
  TAGK_CUSTOM,
  /** A custom value of the meta data of a tag's value. */
  TAGV_CUSTOM;

  /**
   * By its name, in capitals or not.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static RuleType parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Rule type was empty");
    }
    try {
      return valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Unrecognized rule type: " + text, e);
    }
  }

  /** Whether it reads custom values. */
  boolean isCustom() {
    return this == METRIC_CUSTOM || this == TAGK_CUSTOM || this == TAGV_CUSTOM;
  }
}
