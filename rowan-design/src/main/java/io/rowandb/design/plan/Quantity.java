package io.rowandb.design.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads figures as people write them: {@code 100 million}, {@code 64 KB}, {@code 90 days}. */
final class Quantity {
  private static final Pattern FIGURE =
      Pattern.compile("([0-9][0-9_,]*(?:\\.[0-9]+)?) *([A-Za-z]*)");

  private static final Map<String, Long> COUNTS =
      Map.of("", 1L, "thousand", 1000L, "million", 1_000_000L, "billion", 1_000_000_000L);

  private static final Map<String, Long> BYTES =
      Map.of("", 1L, "bytes", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb", 1L << 30, "tb", 1L << 40);

  private static final Map<String, Long> SECONDS =
      Map.ofEntries(
          Map.entry("second", 1L),
          Map.entry("seconds", 1L),
          Map.entry("minute", 60L),
          Map.entry("minutes", 60L),
          Map.entry("hour", 3600L),
          Map.entry("hours", 3600L),
          Map.entry("day", 86_400L),
          Map.entry("days", 86_400L),
          Map.entry("year", 365 * 86_400L),
          Map.entry("years", 365 * 86_400L));

  /** Rows, or an answer's: more than any table has, and sums of them still fit a long. */
  private static final long MOST = 1_000_000_000_000_000L;

  /** What comes each second: a year of it fits a long. */
  static final long MOST_A_SECOND = 100_000_000_000L;

  private Quantity() {}

  /** A count, 0 or more, of whole things. */
  static long count(String text) {
    return atMost(read(text, COUNTS, "a number, such as 2000, 1_000_000 or 100 million"), MOST);
  }

  /** A count of what comes each second. */
  static long rate(String text) {
    return atMost(count(text), MOST_A_SECOND);
  }

  /** Refuses what is more. */
  static <T extends Number> T atMost(T number, long most) {
    if (number.doubleValue() > most) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "this should be %,d at most", most));
    }
    return number;
  }

  /** Bytes, in units of 1024. */
  static long bytes(String text) {
    return read(text, BYTES, "a size, such as 65536, 64 KB or 32 GB");
  }

  /** A length of time. */
  static Duration duration(String text) {
    return Duration.ofSeconds(read(text, SECONDS, "a length of time, such as 90 days or 12 hours"));
  }

  private static long read(String text, Map<String, Long> units, String what) {
    Matcher matcher = FIGURE.matcher(text.strip());
    Long unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("this should be " + what);
    }
    try {
      return new BigDecimal(matcher.group(1).replaceAll("[_,]", ""))
          .multiply(BigDecimal.valueOf(unit))
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "this should be " + what + ", a whole number below 2^63 in the end", e);
    }
  }
}
