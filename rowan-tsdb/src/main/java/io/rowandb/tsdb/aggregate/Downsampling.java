package io.rowandb.tsdb.aggregate;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * One number of each interval of a series, a double at the interval's beginning. Immutable.
 *
 * <p>Intervals are counted from 1970, or by a calendar. Of two weeks or more, or of two years or
 * more, they are counted by the calendar from the week or year of the first number, as in OpenTSDB.
 */
public final class Downsampling {
  private final Interval interval; // null: the whole range
  private final Aggregator aggregator;
  private final FillPolicy fill;

  private Downsampling(Interval interval, Aggregator aggregator, FillPolicy fill) {
    this.interval = interval;
    this.aggregator = aggregator;
    this.fill = fill;
  }

  /**
   * From a request: {@code 10m-avg}, {@code 1h-sum-zero}, {@code 1dc-max} by the calendar, {@code
   * 0all-count} of the whole range.
   *
   * @param zone whose calendar it is
   * @throws IllegalArgumentException when it has not that form
   */
  public static Downsampling of(String text, ZoneId zone) {
    String[] parts = text.split("-", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no downsampling: INTERVAL-AGGREGATOR, or INTERVAL-AGGREGATOR-FILL");
    }
    Aggregator aggregator = Aggregator.of(parts[1]);
    if (aggregator.name().equals("none")) {
      throw new IllegalArgumentException(
          "none is no aggregator for downsampling: \"" + text + "\"");
    }
    FillPolicy fill = parts.length == 3 ? FillPolicy.of(parts[2]) : FillPolicy.NONE;
    return new Downsampling(interval(parts[0], zone), aggregator, fill);
  }

  private static Interval interval(String text, ZoneId zone) {
    if (text.matches("[0-9]*all")) {
      return null;
    }
    return text.endsWith("c")
        ? Interval.of(text.substring(0, text.length() - 1)).in(zone)
        : Interval.of(text);
  }

  /** What makes one number of an interval's. */
  public Aggregator aggregator() {
    return aggregator;
  }

  /** The same intervals with another aggregator. */
  public Downsampling with(Aggregator other) {
    return new Downsampling(interval, other, fill);
  }

  /** Whether its intervals are those of a calendar. */
  public boolean isOfCalendar() {
    return interval != null && interval.isOfCalendar();
  }

  /** What it fills empty intervals with. */
  public FillPolicy fill() {
    return fill;
  }

  /** The length of its intervals, of a calendar that of ordinary ones; 0 of the whole range. */
  public long intervalMillis() {
    return interval == null ? 0 : interval.millis();
  }

  /**
   * When the interval of a time begins, of times that come one after another.
   *
   * @param before what it was of the time before, if there was one
   * @param asked begins the only interval of the whole range
   */
  public long begin(long timeMillis, OptionalLong before, Range asked) {
    if (interval == null) {
      return asked.fromMillis();
    }
    return before.isEmpty()
        ? interval.floor(timeMillis)
        : interval.floor(timeMillis, before.getAsLong());
  }

  /** How many numbers it makes of each series at most, of those read in a range. */
  long most(long fromMillis, long toMillis) {
    return interval == null ? 1 : (toMillis - fromMillis) / interval.millis() + 2;
  }

  /**
   * Of numbers from before the range that is asked for to behind it, as other series need for
   * interpolation.
   *
   * @param fromMillis where reading began; an interval before that is left out
   * @param toMillis where reading ended, included
   */
  Samples of(Samples series, long fromMillis, long toMillis, Range asked) {
    Values values = new Values();
    if (interval == null) {
      int first = Math.max(series.position(fromMillis), series.position(asked.fromMillis()));
      int end = series.position(asked.toMillis());
      Samples one = new Samples(1);
      if (first < end) {
        one.add(asked.fromMillis(), values.of(series, first, end));
      }
      return one;
    }
    long from = interval.floor(fromMillis);
    int first = series.position(from < fromMillis ? interval.next(from) : from);
    return fill == FillPolicy.NONE
        ? dense(series, first, values)
        : filled(series, first, from, end(from, toMillis), values);
  }

  private long end(long from, long toMillis) {
    long end = interval.floor(toMillis);
    return end == from && interval.isOfCalendar() ? interval.next(end) : end;
  }

  private Samples dense(Samples series, int first, Values values) {
    Samples made = new Samples();
    if (first == series.size()) {
      return made;
    }
    long begin = interval.floor(series.timeMillis(first));
    for (int i = first; i < series.size(); ) {
      begin = interval.floor(series.timeMillis(i), begin);
      int end = series.position(interval.next(begin));
      made.add(begin, values.of(series, i, end));
      i = end;
    }
    return made;
  }

  private Samples filled(Samples series, int first, long from, long to, Values values) {
    Samples made = new Samples();
    int at = first;
    for (long begin = from; begin < to; begin = interval.next(begin)) {
      int end = Math.max(at, series.position(interval.next(begin)));
      made.add(begin, at < end ? values.of(series, at, end) : fill.number());
      at = end;
    }
    return made;
  }

  /** The numbers of an interval, in an array that is used again. */
  private final class Values {
    private double[] values = new double[0];

    double of(Samples series, int first, int end) {
      int count = end - first;
      if (count > values.length) {
        values = Arrays.copyOf(values, Math.max(count, 2 * values.length));
      }
      for (int i = 0; i < count; i++) {
        values[i] = series.doubleValue(first + i);
      }
      return aggregator.fold().ofDoubles(values, count);
    }
  }

  @Override
  public String toString() {
    return (interval == null ? "0all" : interval)
        + "-"
        + aggregator
        + (fill == FillPolicy.NONE ? "" : "-" + fill);
  }
}
