package io.rowandb.tsdb.text;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A point as a line of text, as OpenTSDB's import and its telnet interface take it: {@code METRIC
 * TIME VALUE TAG=VALUE [TAG=VALUE …]}, with blanks between. Times are seconds or milliseconds since
 * 1970, or seconds with three digits behind a point. A value with a point or an exponent is a float
 * if that keeps it exactly, or else a double.
 */
public final class PointLine {
  private static final Pattern BLANKS = Pattern.compile("[ \t]+");
  private static final Pattern TIME = Pattern.compile("[0-9]{1,13}|[0-9]{10}\\.[0-9]{3}");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private PointLine() {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException naming the word that is wrong
   */
  public static DataPoint parse(String line) {
    String[] words = BLANKS.split(line.strip(), -1);
    if (words.length < 4) {
      throw new IllegalArgumentException(
          "a point is METRIC TIME VALUE TAG=VALUE, at least; here are " + words.length + " words");
    }
    Map<String, String> tags = new TreeMap<>();
    for (int i = 3; i < words.length; i++) {
      String[] parts = words[i].split("=", -1);
      if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw new IllegalArgumentException("\"" + words[i] + "\" is no TAG=VALUE");
      }
      String before = tags.put(parts[0], parts[1]);
      if (before != null && !before.equals(parts[1])) {
        throw new IllegalArgumentException(
            "tag " + parts[0] + " is there twice: " + before + " and " + parts[1]);
      }
    }
    return new DataPoint(Series.of(words[0], tags), time(words[1]), value(words[2]));
  }

  private static PointTime time(String word) {
    if (!TIME.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "\"" + word + "\" is no time: seconds or milliseconds since 1970, or 1309687200.250");
    }
    return word.contains(".")
        ? PointTime.ofMillis(Long.parseLong(word.replace(".", "")))
        : PointTime.of(Long.parseLong(word));
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException when it is no number, or out of the range of its kind
   */
  public static PointValue value(String word) {
    if (INTEGER.matcher(word).matches()) {
      try {
        return PointValue.of(Long.parseLong(word));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("\"" + word + "\" is beyond the integers of 8 bytes", e);
      }
    }
    if (!DECIMAL.matcher(word).matches()) {
      throw new IllegalArgumentException("\"" + word + "\" is no number");
    }
    double number = Double.parseDouble(word);
    if (Double.isInfinite(number)) {
      throw new IllegalArgumentException("\"" + word + "\" is beyond the doubles");
    }
    return (float) number == number ? PointValue.of((float) number) : PointValue.of(number);
  }

  /**
   * Writes a point so that {@link #parse} reads the same time and number. A double that a float
   * keeps becomes one.
   */
  public static String format(DataPoint point) {
    StringBuilder line = new StringBuilder(point.series().metric());
    line.append(' ').append(exactTime(point.time())).append(' ').append(exactValue(point.value()));
    point.series().tags().forEach((key, value) -> line.append(' ').append(key + '=' + value));
    return line.toString();
  }

  private static String exactTime(PointTime time) {
    if (!time.inMillis()) {
      return Long.toString(time.millis() / 1_000);
    }
    // In the first weeks of 1970, milliseconds would be taken for seconds.
    return time.millis() > PointTime.MAX_SECONDS
        ? Long.toString(time.millis())
        : String.format(Locale.ROOT, "%010d.%03d", time.millis() / 1_000, time.millis() % 1_000);
  }

  private static String exactValue(PointValue value) {
    return value.isInteger()
        ? Long.toString(value.longValue())
        : Double.toString(value.doubleValue());
  }

  /** Writes a point's time: seconds, or milliseconds if there are some. */
  public static String time(long millis) {
    return Long.toString(millis % 1000 == 0 ? millis / 1000 : millis);
  }
}
