package io.rowandb.tsdb.query;

import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Removes the points that a question is about. Used by any number of threads. */
public final class QueriedPoints {
  private final PointScans scans;
  private final Optional<KeptRollups> kept;

  /**
   * Of a table of points.
   *
   * @param kept the rollups, if they are kept: their hours count as changed
   */
  public QueriedPoints(PointScans scans, Optional<KeptRollups> kept) {
    this.scans = scans;
    this.kept = kept;
  }

  /**
   * Removes those of the times that are asked for, and no others of their hours: as {@link
   * PointScans#erase}. After a death the same call goes on.
   *
   * @throws io.rowandb.tsdb.store.LimitExceededException beyond a limit; some may be removed
   */
  public Erased erase(MetricQuery query, ReadLimits limits) throws IOException {
    RangeQuery range = query.range(query.asked().fromMillis(), query.asked().toMillis());
    if (kept.isEmpty()) {
      return scans.erase(range, limits, point -> {});
    }
    AtomicReference<Erased> erased = new AtomicReference<>();
    kept.get().during(query.metric(), () -> erased.set(scans.erase(range, limits, point -> {})));
    return erased.get();
  }
}
