package net.opentsdb.core;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.aggregate.Samples;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TimeZone;

/** OpenTSDB's own classes answer for a group of series. */
public final class GroupJudge {
  private GroupJudge() {}

  /**
   * What OpenTSDB's writer of JSON would write.
   *
   * @param downsampling null: none
   * @param zone null: intervals are not those of a calendar
   * @param rate null: none
   */
  public static Samples answer(
      List<Samples> group,
      long fromMillis,
      long toMillis,
      Range asked,
      String aggregator,
      String downsampling,
      TimeZone zone,
      Rate rate) {
    Aggregator by = Aggregators.get(aggregator);
    SeekableView[] views = new SeekableView[group.size()];
    for (int i = 0; i < views.length; i++) {
      views[i] = new View(group.get(i));
      if (downsampling != null) {
        views[i] =
            downsampled(views[i], fromMillis, toMillis, asked, specification(downsampling, zone));
      }
      if (rate != null) {
        views[i] =
            new RateSpan(
                views[i],
                new RateOptions(
                    rate.counter(), rate.counterMax(), rate.resetValue(), rate.dropResets()));
      }
    }
    AggregationIterator all =
        new AggregationIterator(
            views, fromMillis, toMillis, by, by.interpolationMethod(), rate != null);
    return shown(all, asked);
  }

  private static DownsamplingSpecification specification(String text, TimeZone zone) {
    DownsamplingSpecification specification = new DownsamplingSpecification(text);
    if (zone != null) {
      specification.setTimezone(zone);
      specification.setUseCalendar(true);
    }
    return specification;
  }

  private static SeekableView downsampled(
      SeekableView view,
      long fromMillis,
      long toMillis,
      Range asked,
      DownsamplingSpecification specification) {
    return specification.getFillPolicy() == FillPolicy.NONE
        ? new Downsampler(view, specification, asked.fromMillis(), asked.toMillis())
        : new FillingDownsampler(
            view, fromMillis, toMillis, specification, asked.fromMillis(), asked.toMillis());
  }

  private static Samples shown(AggregationIterator all, Range asked) {
    Samples made = new Samples();
    while (all.hasNext()) {
      DataPoint each = all.next();
      if (each.timestamp() >= asked.fromMillis() && each.timestamp() <= asked.toMillis()) {
        if (each.isInteger()) {
          made.add(each.timestamp(), each.longValue());
        } else {
          made.add(each.timestamp(), each.doubleValue());
        }
      }
    }
    return made;
  }

  /** The numbers of a series, as OpenTSDB reads them. */
  private static final class View implements SeekableView {
    private final Samples series;
    private int next;

    View(Samples series) {
      this.series = series;
    }

    @Override
    public boolean hasNext() {
      return next < series.size();
    }

    @Override
    public DataPoint next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int at = next++;
      return series.isInteger(at)
          ? MutableDataPoint.ofLongValue(series.timeMillis(at), series.longValue(at))
          : MutableDataPoint.ofDoubleValue(series.timeMillis(at), series.doubleValue(at));
    }

    @Override
    public void remove() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void seek(long timeMillis) {
      next = 0;
      while (next < series.size() && series.timeMillis(next) < timeMillis) {
        next++;
      }
    }
  }
}
