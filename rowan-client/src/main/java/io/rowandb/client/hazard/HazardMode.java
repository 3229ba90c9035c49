package io.rowandb.client.hazard;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What to do about hazards: the value of {@link #KEY}. */
public enum HazardMode {
  /** No checks; the default. */
  OFF,
  /** Each is logged as a warning by the logger {@code io.rowandb.hazards}. */
  WARN,
  /** Each is thrown as a {@link HazardException}: for tests. What was written stays written. */
  FAIL;

  /**
   * The configuration key: {@code off}, {@code warn} or {@code fail}. It is the name of a family's
   * attribute too, which has no cells of the family looked at when it is {@code off}.
   */
  public static final String KEY = "rowan.hazards";

  /**
   * The mode that a configuration asks for.
   *
   * @throws IllegalArgumentException for a value that is no mode
   */
  public static HazardMode of(Configuration conf) {
    String value = conf.getTrimmed(KEY, "off");
    for (HazardMode mode : values()) {
      if (mode.name().equalsIgnoreCase(value)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        KEY + " must be off, warn or fail: " + value.toLowerCase(Locale.ROOT));
  }
}
