package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.Uids;

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

  /** Forgets all names; requests under way go on with what they know. */
  void dropCaches() {
    series = series.anew();
  }

  /** Their names. */
  public TsdbTables tables() {
    return points().options().tables();
  }
}
