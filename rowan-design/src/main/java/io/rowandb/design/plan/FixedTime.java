package io.rowandb.design.plan;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Times of a pattern whose digits have their places, such as {@code yyyyMMddHHmmss} or {@code
 * yyyy-MM-dd HH:mm}, read in a tenth of the time that Java's formatter takes. What is no plain time
 * of that length is left to the formatter, so that both read the same. Immutable.
 */
final class FixedTime {
  private static final String UNITS = "yMdHmsS";
  private static final String SEPARATORS = " -:./_,";
  private static final int[] WIDTHS = {4, 2, 2, 2, 2, 2, 3};
  private static final int DAY = 2;

  /** No separator. */
  private static final char DIGIT = 'd';

  /** What stands at each place: a separator, or {@link #DIGIT}. */
  private final char[] wanted;

  /** Where each unit begins; negative for none. */
  private final int[] places;

  private FixedTime(String pattern, int[] places) {
    this.wanted = pattern.replaceAll("[" + UNITS + "]", String.valueOf(DIGIT)).toCharArray();
    this.places = places;
  }

  /** Of a pattern; empty when it has other letters, or not year, month and day. */
  static Optional<FixedTime> of(String pattern) {
    int[] places = {-1, -1, -1, -1, -1, -1, -1};
    int known = 0;
    for (int i = 0; i < pattern.length(); i += known) {
      int unit = UNITS.indexOf(pattern.charAt(i));
      known = unit < 0 ? 1 : WIDTHS[unit];
      boolean isSeparator = unit < 0 && SEPARATORS.indexOf(pattern.charAt(i)) >= 0;
      if (!isSeparator && (unit < 0 || places[unit] >= 0 || !isRepeated(pattern, i, known))) {
        return Optional.empty();
      }
      if (unit >= 0) {
        places[unit] = i;
      }
    }
    return isWhole(places) ? Optional.of(new FixedTime(pattern, places)) : Optional.empty();
  }

  /** Whether a letter is there so many times and no more. */
  private static boolean isRepeated(String pattern, int from, int times) {
    int end = from;
    while (end < pattern.length() && pattern.charAt(end) == pattern.charAt(from)) {
      end++;
    }
    return end - from == times;
  }

  /** Year to day, and no smaller unit without those above it. */
  private static boolean isWhole(int[] places) {
    for (int unit = 1; unit < places.length; unit++) {
      if (unit <= DAY ? places[unit] < 0 : places[unit] >= 0 && places[unit - 1] < 0) {
        return false;
      }
    }
    return places[0] >= 0;
  }

  /** Milliseconds since 1970 of a text; empty when the formatter must say. */
  OptionalLong millis(String text) {
    if (text.length() != wanted.length) {
      return OptionalLong.empty();
    }
    for (int i = 0; i < wanted.length; i++) {
      char c = text.charAt(i);
      if (wanted[i] == DIGIT ? c < '0' || c > '9' : c != wanted[i]) {
        return OptionalLong.empty();
      }
    }
    int year = 100 * two(text, places[0]) + two(text, places[0] + 2);
    int month = two(text, places[1]);
    int day = two(text, places[DAY]);
    int hour = two(text, places[3]);
    int minute = two(text, places[4]);
    int second = two(text, places[5]);
    boolean isDate =
        year > 0
            && month >= 1
            && month <= 12
            && day >= 1
            && (day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth());
    if (!isDate || hour > 23 || minute > 59 || second > 59) {
      return OptionalLong.empty();
    }
    long seconds = ((LocalDate.of(year, month, day).toEpochDay() * 24 + hour) * 60 + minute) * 60;
    return OptionalLong.of((seconds + second) * 1000 + three(text, places[6]));
  }

  /** A number of two digits; 0 where the pattern has none. */
  private static int two(String text, int at) {
    return at < 0 ? 0 : 10 * text.charAt(at) + text.charAt(at + 1) - 11 * '0';
  }

  private static int three(String text, int at) {
    return at < 0 ? 0 : 10 * two(text, at) + text.charAt(at + 2) - '0';
  }
}
