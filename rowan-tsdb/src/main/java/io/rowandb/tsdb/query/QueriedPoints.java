package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.kept.KeptChange;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointTaker;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.util.Optional;

/** Removes the points that a question is about. Used by any number of threads. */
public final class QueriedPoints {
  private final PointScans scans;
  private final Optional<KeptRollups> kept;

  /**
   * Of a table of points.
   *
   * @param kept the rollups, if they are kept: the hours of what is removed count as changed
   */
  public QueriedPoints(PointScans scans, Optional<KeptRollups> kept) {
    this.scans = scans;
    this.kept = kept;
  }

  /**
   * Removes those of the times that are asked for, and no others of their hours: as {@link
   * PointScans#erase}. After a death the same call goes on.
   *
   * @throws LimitExceededException beyond a limit; some may be removed
   */
  public Erased erase(MetricQuery query, ReadLimits limits) throws IOException {
    return erase(query.range(query.asked().fromMillis(), last(query)), limits, point -> {});
  }

  /** That of the whole range has the last millisecond no more: {@link Range}. */
  private static long last(MetricQuery query) {
    boolean isWhole =
        query.group().downsampling().filter(each -> each.intervalMillis() == 0).isPresent();
    return query.asked().toMillis() - (isWhole ? 1 : 0);
  }

  /** As {@link #erase(MetricQuery, ReadLimits)}, of points that somebody takes before. */
  public Erased erase(RangeQuery range, ReadLimits limits, PointTaker each) throws IOException {
    if (kept.isEmpty()) {
      return scans.erase(range, limits, each);
    }
    KeptChange change = kept.get().change(range.metric());
    try {
      Erased erased = scans.erase(range, limits, new Marking(each, change));
      change.end();
      return erased;
    } catch (LimitExceededException e) {
      change.end(); // no write is under way
      throw e;
    }
  }

  /** Marks an hour before the first of its rows is removed. */
  private record Marking(PointTaker each, KeptChange change) implements PointTaker {
    @Override
    public void take(DataPoint point) throws IOException {
      each.take(point);
      change.at(point.time().baseSeconds());
    }

    @Override
    public void endRow() throws IOException {
      each.endRow();
    }
  }
}
