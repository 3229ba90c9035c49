package io.rowandb.design.check;

import io.rowandb.design.text.ShortText;
import java.util.Locale;

/** Figures for people, the same in every locale. */
public final class Say {
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB"};

  private Say() {}

  /** With commas between thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** As above, one digit behind the point below ten. */
  public static String count(double number) {
    return number < 10 && number != Math.rint(number)
        ? String.format(Locale.ROOT, "%.1f", number)
        : String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  /** As {@code 1 row has} and {@code 2 rows have}. */
  static String rowsHave(long number) {
    return number == 1 ? "1 row has" : count(number) + " rows have";
  }

  /** A share of 0 to 1 as percent. */
  public static String percent(double share) {
    double percent = share * 100;
    return percent > 0 && percent < 10
        ? String.format(Locale.ROOT, "%.1f %%", percent)
        : String.format(Locale.ROOT, "%.0f %%", percent);
  }

  /** In the largest unit of 1024 that fits. */
  public static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** As above. */
  public static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0
        ? count(value) + " " + UNITS[0]
        : String.format(Locale.ROOT, value < 100 ? "%.1f %s" : "%,.0f %s", value, UNITS[unit]);
  }

  /** A value of the sample, cut where it is long. */
  static String quoted(String value) {
    return ShortText.quoted(value);
  }
}
