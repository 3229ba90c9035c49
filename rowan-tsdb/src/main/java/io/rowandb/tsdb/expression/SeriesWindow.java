package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a moving average is of: the last numbers, or the last while.
 *
 * @param size how many numbers, or milliseconds; more than 0
 * @param isTime which of them
 */
record SeriesWindow(long size, boolean isTime) {
  private static final Pattern QUOTED = Pattern.compile("'([0-9]{1,9})\\s*([a-z]+)'");

  /**
   * Of the arguments of an average: {@code 10} or {@code '10min'}.
   *
   * @throws IllegalArgumentException when it is none
   */
  static SeriesWindow ofAverage(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Missing moving average window size");
    }
    String text = texts.get(0);
    if (text.startsWith("'")) {
      return new SeriesWindow(millis(text), true);
    }
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) == 0) {
      throw new IllegalArgumentException(
          "Moving average window must be an integer greater than zero: " + text);
    }
    return new SeriesWindow(Integer.parseInt(text), false);
  }

  /**
   * Of the arguments of a shift: {@code '10min'}.
   *
   * @throws IllegalArgumentException when it is none
   */
  static long ofShift(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Need amount of timeshift to perform timeshift");
    }
    return millis(texts.get(0));
  }

  private static long millis(String text) {
    Matcher parts = QUOTED.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("a time is a number with a unit as in '10min': " + text);
    }
    long number = Long.parseLong(parts.group(1));
    Duration time =
        switch (parts.group(2)) {
          case "s", "sec" -> Duration.ofSeconds(number);
          case "m", "min" -> Duration.ofMinutes(number);
          case "h", "hr", "hour" -> Duration.ofHours(number);
          case "d", "day", "days" -> Duration.ofDays(number);
          case "week", "weeks" -> Duration.ofDays(7 * number);
          default ->
              throw new IllegalArgumentException(
                  "unknown time unit " + parts.group(2) + ", there are sec, min, hr, day, week");
        };
    if (time.isZero()) {
      throw new IllegalArgumentException("a time is more than 0: " + text);
    }
    return time.toMillis();
  }

  /** The averages of the numbers within the range; 0 as long as the window is not full. */
  Samples averages(Samples numbers, Range asked, Work work) throws IOException {
    int first = 0;
    while (first < numbers.size() && numbers.timeMillis(first) < asked.fromMillis()) {
      first++;
    }
    work.makes(numbers.size() - first);
    Samples made = new Samples();
    for (int i = first; i < numbers.size() && numbers.timeMillis(i) <= asked.toMillis(); i++) {
      made.add(numbers.timeMillis(i), average(numbers, first, i, work));
    }
    return made;
  }

  /** Added from the newest to the oldest, so that the last digit is OpenTSDB's. */
  private double average(Samples numbers, int first, int newest, Work work) throws IOException {
    double sum = 0;
    long count = 0;
    int at = newest;
    boolean full = false;
    while (at >= first && !full) {
      if (isTime && numbers.timeMillis(newest) - numbers.timeMillis(at) >= size) {
        full = true;
        break;
      }
      double number = numbers.doubleValue(at);
      if (!Double.isNaN(number)) {
        sum += number;
        count++;
      }
      full = !isTime && count >= size;
      at--;
    }
    work.did(newest - at + 1);
    return full && count > 0 ? sum / count : 0;
  }
}
