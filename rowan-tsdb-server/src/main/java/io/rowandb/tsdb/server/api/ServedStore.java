package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.Histograms;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.query.GivenQueries;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.HistogramQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.List;

/** The time series that are served. Used by many workers. */
public final class ServedStore {
  /** Made anew to forget names. */
  private volatile TimeSeries series;

  /** Of these tables. */
  public ServedStore(TimeSeries series) {
    this.series = series;
  }

  TimeSeries series() {
    return series;
  }

  Uids uids() {
    return series.uids();
  }

  PointStore points() {
    return series.store();
  }

  /**
   * The answer of a question: from points, unless there are rollups or it is about pre-aggregates.
   *
   * @throws IllegalArgumentException when it is wrong
   */
  List<GroupAnswer> ask(MetricQuery query, AskedSource source, ReadLimits limits)
      throws IOException {
    TimeSeries of = series;
    if (source.isOfHistograms()) {
      return new HistogramQueries(histograms())
          .answer(query, source.percentiles(), source.buckets(), limits);
    }
    return isOfPoints(query, source)
        ? of.ask(query, limits)
        : of.ask(query, source.usage(), source.preAggregates(), limits);
  }

  /** Whether points are asked, or what is kept of them, and not what others gave. */
  boolean isOfPoints(MetricQuery query, AskedSource source) {
    TimeSeries of = series;
    return !source.isOfHistograms()
        && !source.preAggregates()
        && of.given()
            .map(
                given ->
                    new GivenQueries(of.store(), given)
                        .isOfPoints(query, source.usage(), source.preAggregates()))
            .orElse(true);
  }

  Histograms histograms() {
    return series.histograms(HistogramCodec.DEFAULT);
  }

  /** Forgets all names; requests under way go on with what they know. */
  void dropCaches() {
    series = series.anew();
  }

  /** Which meta data are created. */
  public MetaTracking tracking() {
    return series.tracking();
  }

  /** Whether new series are put into trees. */
  public boolean growsTrees() {
    return series.growsTrees();
  }

  /** Their names. */
  public TsdbTables tables() {
    return points().options().tables();
  }
}
