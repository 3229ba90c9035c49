package io.rowandb.tsdb.query;

import io.rowandb.tsdb.kept.HourMark;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * The hours of a question whose rollups are those of their points, by the marks of one moment. Used
 * by one thread.
 */
final class CleanHours {
  private static final long HOUR = 3_600;

  /** Reads of points between those of rollups; with more of them points are read alone. */
  private static final int MOST_GAPS = 50;

  private final KeptRollups kept;
  private final MetricQuery query;
  private final ReadHours hours;
  private final Predicate<HourMark> fits;
  private final SortedMap<Long, HourMark> marks;
  private final List<long[]> gaps;

  /**
   * Reads the marks.
   *
   * @param fits which of the clean hours serve the question
   */
  CleanHours(KeptRollups kept, MetricQuery query, Predicate<HourMark> fits, ReadBudget budget)
      throws IOException {
    this.kept = kept;
    this.query = query;
    this.fits = fits;
    hours = ReadHours.of(query);
    marks = read(budget);
    gaps = gapsOf(hours, marks);
  }

  private SortedMap<Long, HourMark> read(ReadBudget budget) throws IOException {
    SortedMap<Long, HourMark> read =
        kept.marks(query.metric(), hours.fromMillis(), hours.toMillis(), budget);
    read.values().removeIf(each -> !each.isClean(kept.rule()) || !fits.test(each));
    return read;
  }

  /** What lies between clean hours, in milliseconds; the ends are left out. */
  private static List<long[]> gapsOf(ReadHours hours, SortedMap<Long, HourMark> clean) {
    List<long[]> gaps = new ArrayList<>();
    long at = hours.fromMillis();
    for (long hour : clean.keySet()) {
      if (hour * 1_000 > at) {
        gaps.add(new long[] {at, hour * 1_000});
      }
      at = (hour + HOUR) * 1_000;
    }
    if (at < hours.toMillis()) {
      gaps.add(new long[] {at, hours.toMillis()});
    }
    return gaps;
  }

  /** Whether rollups help: there are some, and not too many reads of points between them. */
  boolean help() {
    return !marks.isEmpty() && gaps.size() <= MOST_GAPS;
  }

  /** Whether their rollups are still the same, for an answer made of them since. */
  boolean areStill(ReadBudget budget) throws IOException {
    SortedMap<Long, HourMark> now = read(budget);
    for (Map.Entry<Long, HourMark> each : marks.entrySet()) {
      HourMark mark = now.get(each.getKey());
      if (mark == null || !mark.isSame(each.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** All hours that are read for the question. */
  ReadHours hours() {
    return hours;
  }

  /** The marks of the clean hours. */
  SortedMap<Long, HourMark> marks() {
    return marks;
  }

  /** From the first clean hour to the last one. */
  RangeQuery ofRollups() {
    return range(marks.firstKey() * 1_000, (marks.lastKey() + HOUR) * 1_000);
  }

  /** What is read as points. */
  List<RangeQuery> ofPoints() {
    return gaps.stream().map(gap -> range(gap[0], gap[1])).toList();
  }

  private RangeQuery range(long fromMillis, long endMillis) {
    return query.range(fromMillis, endMillis - 1);
  }
}
