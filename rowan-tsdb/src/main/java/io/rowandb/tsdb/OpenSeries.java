package io.rowandb.tsdb;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.layout.LayoutPlace;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.meta.MetaTracker;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.TreeStore;
import io.rowandb.tsdb.tree.TreeTracker;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.UidRoom;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Tables that are open.
 *
 * @param kept the rollups, if they are kept
 * @param meta creates meta data
 * @param trees puts new series into them
 * @param growsTrees whether it does
 * @param looked just before it was found that they are the ones
 */
record OpenSeries(
    LayoutPlace place,
    PointStore store,
    Queries queries,
    Uids uids,
    Optional<KeptRollups> kept,
    MetaTracker meta,
    TreeTracker trees,
    boolean growsTrees,
    Looked looked) {
  /** A time by both clocks: one stands still while a computer sleeps, the other may be set back. */
  record Looked(long nanos, long millis) {
    private static final long MILLI_NANOS = 1_000_000;

    static Looked now() {
      return new Looked(System.nanoTime(), System.currentTimeMillis());
    }

    boolean isWithin(long leaseNanos) {
      long millisSince = System.currentTimeMillis() - millis;
      return System.nanoTime() - nanos < leaseNanos
          && millisSince >= 0
          && millisSince <= leaseNanos / MILLI_NANOS;
    }
  }

  private static final System.Logger LOG = System.getLogger(TimeSeries.class.getName());

  static OpenSeries at(
      Connection connection,
      TsdbTables asked,
      PointKeyLayout layout,
      MetaTracking tracking,
      boolean growsTrees)
      throws IOException {
    Looked looked = Looked.now();
    LayoutPlace place = LayoutPlace.find(connection, asked, layout);
    return of(connection, place, tracking, growsTrees, looked);
  }

  private static OpenSeries of(
      Connection connection,
      LayoutPlace place,
      MetaTracking tracking,
      boolean growsTrees,
      Looked looked)
      throws IOException {
    if (tracking.tracking()) {
      place.tables().createMeta(connection);
    }
    AtomicReference<TreeTracker> trees = new AtomicReference<>();
    MetaTracker meta =
        new MetaTracker(
            connection,
            place.tables(),
            tracking,
            Clock.systemUTC(),
            series -> {
              if (growsTrees) {
                trees.get().put(series);
              }
            });
    Uids uids =
        new Uids(
            connection,
            UidOptions.of(place.tables().uid(), place.layout()),
            OpenSeries::warn,
            meta::assigned);
    PointStore store =
        new PointStore(
            connection, uids, PointStoreOptions.of(place.tables()).withLayout(place.layout()));
    TreeStore definitions = new TreeStore(connection, store, uids, Clock.systemUTC(), () -> {});
    trees.set(
        new TreeTracker(
            connection,
            place.tables().tree(),
            definitions,
            new MetaStore(connection, store, uids),
            System::nanoTime));
    Optional<KeptRollups> kept =
        KeptRollups.areKept(connection, place.tables())
            ? Optional.of(new KeptRollups(connection, store.options(), uids))
            : Optional.empty();
    return new OpenSeries(
        place, store, new Queries(store), uids, kept, meta, trees.get(), growsTrees, looked);
  }

  private static void warn(UidRoom room) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0} of {1} UIDs of {2} names are used",
        room.used(),
        room.max(),
        room.kind());
  }

  /** The same, unless the tables were moved. */
  OpenSeries lookedAgain(Connection connection, TsdbTables asked, PointKeyLayout layout)
      throws IOException {
    Looked looked = Looked.now();
    LayoutPlace found = LayoutPlace.find(connection, asked, layout);
    return found.tables().equals(place.tables()) && found.layout().equals(place.layout())
        ? new OpenSeries(found, store, queries, uids, kept, meta, trees, growsTrees, looked)
        : of(connection, found, meta.tracking(), growsTrees, looked);
  }

  void put(List<DataPoint> points) throws IOException {
    if (kept.isPresent()) {
      kept.get().put(points);
    } else {
      store.put(points);
    }
    if (meta.tracking().tracking()) {
      meta.wrote(counts(points));
    }
  }

  /** How many points each series has; their names have UIDs by now, which are in memory. */
  private Map<SeriesId, Integer> counts(List<DataPoint> points) throws IOException {
    Map<Series, Integer> bySeries = new LinkedHashMap<>();
    points.forEach(each -> bySeries.merge(each.series(), 1, Integer::sum));
    Map<SeriesId, Integer> counts = new HashMap<>();
    for (Map.Entry<Series, Integer> each : bySeries.entrySet()) {
      counts.merge(store.identify(each.getKey()), each.getValue(), Integer::sum);
    }
    return counts;
  }

  boolean takesWrites() {
    return place.takesWrites();
  }

  /** Whether what failed there may do better now. */
  boolean isOtherThan(OpenSeries before) {
    return !place.equals(before.place);
  }
}
