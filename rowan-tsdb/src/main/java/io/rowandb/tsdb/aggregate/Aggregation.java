package io.rowandb.tsdb.aggregate;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * One series of several: at each time that one of them has a number, all that have begun and not
 * ended count, those between two of their numbers by interpolation. A number is an integer if those
 * before and behind it are, in all series that have not ended. Used once, by one thread.
 */
final class Aggregation {
  private final Fold fold;
  private final Interpolation interpolation;
  private final long toMillis;
  private final boolean ofRates;
  private final LongConsumer work;
  private final Cursor[] cursors;

  // Of the time that is made.
  private final long[] longs;
  private final double[] doubles;

  private Aggregation(
      List<Samples> series, Aggregator aggregator, Range read, boolean ofRates, LongConsumer work) {
    fold = aggregator.fold();
    interpolation = ofRates ? Interpolation.PREVIOUS : aggregator.interpolation();
    toMillis = read.toMillis();
    this.ofRates = ofRates;
    this.work = work;
    cursors = new Cursor[series.size()];
    for (int i = 0; i < cursors.length; i++) {
      cursors[i] = new Cursor(series.get(i), read.fromMillis());
      if (ofRates) {
        cursors[i].advance(); // a first rate is never shown
      }
    }
    longs = new long[cursors.length];
    doubles = new double[cursors.length];
  }

  /**
   * Makes it.
   *
   * @param read from when until when there are numbers
   * @param work told of steps as they are done
   */
  static Samples of(
      List<Samples> series, Aggregator aggregator, Range read, boolean ofRates, LongConsumer work) {
    return new Aggregation(series, aggregator, read, ofRates, work).run();
  }

  private Samples run() {
    Samples made = new Samples();
    for (long time = next(); time <= toMillis; time = next()) {
      work.accept(cursors.length);
      for (Cursor each : cursors) {
        each.moveTo(time);
      }
      if (areIntegers()) {
        made.add(time, ofLongs(time));
      } else {
        made.add(time, ofDoubles(time));
      }
    }
    return made;
  }

  /** The next time of a number; {@code Long.MAX_VALUE}, which no range has, when there is none. */
  private long next() {
    long least = Long.MAX_VALUE;
    for (Cursor each : cursors) {
      least = Math.min(least, each.nextMillis());
    }
    return least;
  }

  private boolean areIntegers() {
    if (ofRates) {
      return false;
    }
    for (Cursor each : cursors) {
      if (!each.isInteger()) {
        return false;
      }
    }
    return true;
  }

  private long ofLongs(long time) {
    int count = 0;
    for (Cursor each : cursors) {
      if (each.counts()) {
        longs[count++] = each.longAt(time, interpolation);
      }
    }
    return fold.ofLongs(longs, count);
  }

  private double ofDoubles(long time) {
    int count = 0;
    for (Cursor each : cursors) {
      if (each.counts()) {
        doubles[count++] = each.doubleAt(time, interpolation);
      }
    }
    return fold.ofDoubles(doubles, count);
  }

  /** Where one of the series is: at the number before {@code next}, if it has begun. */
  private static final class Cursor {
    private final Samples series;
    private int next;
    private boolean begun;

    Cursor(Samples series, long fromMillis) {
      this.series = series;
      next = series.position(fromMillis);
    }

    void advance() {
      if (next + 1 < series.size()) {
        next++;
        begun = true;
      } else {
        next = series.size();
      }
    }

    long nextMillis() {
      return next < series.size() ? series.timeMillis(next) : Long.MAX_VALUE;
    }

    /** A series counts for the last time at its last number. */
    void moveTo(long time) {
      if (next == series.size()) {
        begun = false;
      } else if (series.timeMillis(next) == time) {
        next++;
        begun = true;
      }
    }

    boolean counts() {
      return begun;
    }

    boolean isInteger() {
      return (!begun || series.isInteger(next - 1))
          && (next == series.size() || series.isInteger(next));
    }

    long longAt(long time, Interpolation interpolation) {
      long before = series.timeMillis(next - 1);
      return before == time
          ? series.longValue(next - 1)
          : interpolation.at(
              time, before, series.longValue(next - 1), nextMillis(), series.longValue(next));
    }

    double doubleAt(long time, Interpolation interpolation) {
      long before = series.timeMillis(next - 1);
      return before == time
          ? series.doubleValue(next - 1)
          : interpolation.at(
              time, before, series.doubleValue(next - 1), nextMillis(), series.doubleValue(next));
    }
  }
}
