package io.rowandb.cli.terminal;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Formats numbers for people, the same in every locale. */
public final class Figures {
  private static final long KIBI = 1024;
  private static final String[] BYTE_UNITS = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};

  private Figures() {}

  /** 563069 as {@code 563,069}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** How many of what: {@code 1 row}, {@code 2,000 rows}. */
  public static String counted(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Bytes with a unit of 1024 and three or more digits: {@code 12.3 MB}. */
  public static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** As above, of bytes that were computed and may be more than a long holds. */
  public static String bytes(double bytes) {
    double value = Math.rint(bytes);
    int unit = 0;
    while (value >= KIBI && unit < BYTE_UNITS.length - 1) {
      value /= KIBI;
      unit++;
    }
    return unit == 0
        ? counted(Math.round(bytes), "byte")
        : String.format(Locale.ROOT, value < 100 ? "%.1f %s" : "%.0f %s", value, BYTE_UNITS[unit]);
  }

  /**
   * A time span in the unit that shows it best: {@code 0.42 ms}, {@code 3.1 s}, {@code 2:05 min}.
   */
  public static String duration(long nanos) {
    double millis = nanos / 1e6;
    if (millis < 10) {
      return String.format(Locale.ROOT, "%.2f ms", millis);
    }
    if (millis < 1000) {
      return String.format(Locale.ROOT, "%.0f ms", millis);
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
    return String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
  }

  /** A mean, with one decimal unless it is whole: {@code 2,000}, {@code 482.6}. */
  public static String mean(double number) {
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%,.0f" : "%,.1f", number);
  }

  /** Microseconds as milliseconds, for a column of them: {@code 0.42}, {@code 120}. */
  public static String millis(long micros) {
    return String.format(Locale.ROOT, micros < 100_000 ? "%.2f" : "%.0f", micros / 1000.0);
  }

  /** How many a second; 0 while no time has passed. */
  public static long rate(long number, long nanos) {
    return nanos <= 0 ? 0 : Math.round(number * 1e9 / nanos);
  }
}
