package io.rowandb.tsdb;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.given.GivenPoints;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.Histograms;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.layout.LayoutMovingException;
import io.rowandb.tsdb.layout.LayoutPlace;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.query.GivenQueries;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.KeptQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.QueriedPoints;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.query.RollupUsage;
import io.rowandb.tsdb.query.SketchQueries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.LastPoint;
import io.rowandb.tsdb.store.LookupAnswer;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.ReadPlan;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesLookup;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.TreeStore;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Time series in OpenTSDB's tables, with its defaults but for the layout of keys. Used by any
 * number of threads; need not be closed, and does not close the connection. {@link PointStore},
 * {@link Uids} and {@link Queries} take other options.
 *
 * <pre>{@code
 * TimeSeries series = TimeSeries.open(connection, TsdbTables.DEFAULT);
 * series.put(List.of(PointLine.parse("sys.cpu 1309687200 42 host=web1")));
 * MetricQuery query = MetricQueryText.parse("avg:1m-max:sys.cpu{host=*}", new Range(from, to), zone);
 * series.ask(query, ReadLimits.DEFAULT).forEach(answer -> …);
 * }</pre>
 */
public final class TimeSeries {
  /** Points that {@link #load} writes at once. */
  private static final int BATCH = 10_000;

  // Fixed at construction.
  private final Connection connection;
  private final TsdbTables asked;
  private final PointKeyLayout askedLayout;
  private final long leaseNanos;
  private final Optional<RollupTables> rollups;

  /** Made anew when the tables were moved; what is in use goes on with the old one. */
  private volatile OpenSeries opened;

  private TimeSeries(
      Connection connection, TsdbTables asked, PointKeyLayout askedLayout, Duration lease)
      throws IOException {
    this(
        connection,
        asked,
        askedLayout,
        lease.toNanos(),
        Optional.empty(),
        MetaTracking.NONE,
        false);
  }

  private TimeSeries(
      Connection connection,
      TsdbTables asked,
      PointKeyLayout askedLayout,
      long leaseNanos,
      Optional<RollupTables> rollups,
      MetaTracking tracking,
      boolean growsTrees)
      throws IOException {
    this.connection = connection;
    this.asked = asked;
    this.askedLayout = askedLayout;
    this.leaseNanos = leaseNanos;
    this.rollups = rollups;
    opened = OpenSeries.at(connection, asked, askedLayout, tracking, growsTrees);
  }

  /** Opens the tables, and makes those that are not there, without compression. */
  public static TimeSeries open(Connection connection, TsdbTables tables) throws IOException {
    return open(connection, tables, PointKeyLayout.DEFAULT);
  }

  /**
   * As {@link #open(Connection, TsdbTables)}, with keys of another layout.
   *
   * @param layout of tables that do not say theirs
   */
  public static TimeSeries open(Connection connection, TsdbTables tables, PointKeyLayout layout)
      throws IOException {
    LayoutPlace.find(connection, tables, layout)
        .tables()
        .create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    return new TimeSeries(connection, tables, layout, LayoutPlace.LEASE);
  }

  /**
   * Opens tables that are there.
   *
   * @throws TableNotFoundException when they are not
   */
  public static TimeSeries openExisting(Connection connection, TsdbTables tables)
      throws IOException {
    return openExisting(connection, tables, PointKeyLayout.DEFAULT);
  }

  /**
   * As {@link #openExisting(Connection, TsdbTables)}, with keys of another layout.
   *
   * @param layout what it was when the tables were first written; of tables that were moved, they
   *     say it
   */
  public static TimeSeries openExisting(
      Connection connection, TsdbTables tables, PointKeyLayout layout) throws IOException {
    return openExisting(connection, tables, layout, LayoutPlace.LEASE);
  }

  /**
   * As {@link #openExisting(Connection, TsdbTables, PointKeyLayout)}, with another lease.
   *
   * @param lease how long it may believe that the tables were not moved, from 0: at most what
   *     {@link io.rowandb.tsdb.layout.LayoutMove} is told
   */
  public static TimeSeries openExisting(
      Connection connection, TsdbTables tables, PointKeyLayout layout, Duration lease)
      throws IOException {
    TsdbTables now = LayoutPlace.find(connection, tables, layout).tables();
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(now.data()) || !admin.tableExists(now.uid())) {
        throw new TableNotFoundException(
            "there are no tables " + now.data() + " and " + now.uid() + "; import makes them");
      }
    }
    return new TimeSeries(connection, tables, layout, lease);
  }

  /** What is open, where the points are now. */
  private OpenSeries now() throws IOException {
    OpenSeries known = opened;
    return known.looked().isWithin(leaseNanos) ? known : look();
  }

  private OpenSeries look() throws IOException {
    OpenSeries found = opened.lookedAgain(connection, asked, askedLayout);
    opened = found;
    return found;
  }

  /** The same, without names that are remembered; who uses this one goes on with what it knows. */
  public TimeSeries anew() {
    try {
      return with(rollups, tracking(), growsTrees());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TimeSeries with(Optional<RollupTables> given, MetaTracking tracking, boolean growsTrees)
      throws IOException {
    return new TimeSeries(connection, asked, askedLayout, leaseNanos, given, tracking, growsTrees);
  }

  /**
   * The same, creating meta data as names get UIDs and points are written. Who opens these tables
   * without does not create them: {@link io.rowandb.tsdb.meta.MetaSync} does so later.
   */
  public TimeSeries withMeta(MetaTracking tracking) throws IOException {
    return with(rollups, tracking, growsTrees() && tracking.series());
  }

  /**
   * The same, putting new series into the trees that are enabled, as OpenTSDB with {@code
   * tsd.core.tree.enable_processing}: those that get meta data as points are written. {@link
   * io.rowandb.tsdb.tree.TreeSync} does so with those that have some.
   *
   * @throws IllegalArgumentException when series get no meta data: see {@link MetaTracking#series}
   */
  public TimeSeries withTrees() throws IOException {
    if (!tracking().series()) {
      throw new IllegalArgumentException(
          "series are put into trees only where they get meta data (realtime_ts)");
    }
    return with(rollups, tracking(), true);
  }

  /** Whether new series are put into trees. */
  public boolean growsTrees() {
    return opened.growsTrees();
  }

  /** Which meta data are created. */
  public MetaTracking tracking() {
    return opened.meta().tracking();
  }

  /** Meta data of names and series, where they are now; as {@link #store}. */
  public MetaStore meta() {
    OpenSeries known = nowOrUnchecked();
    return new MetaStore(connection, known.store(), known.uids());
  }

  /** Trees of series, where they are now; as {@link #store}. */
  public TreeStore trees() {
    OpenSeries known = nowOrUnchecked();
    return new TreeStore(
        connection, known.store(), known.uids(), Clock.systemUTC(), known.trees()::forget);
  }

  /**
   * The same, with rollups and pre-aggregates that are given; makes tables that are not there.
   *
   * @throws IOException also when the points were moved: given rollups are not
   */
  public TimeSeries withRollups(RollupTables given) throws IOException {
    checkNotMoved(now());
    given.create(connection);
    return with(Optional.of(given), tracking(), growsTrees());
  }

  private void checkNotMoved(OpenSeries of) throws IOException {
    if (!of.place().tables().equals(asked)) {
      throw new IOException(
          "the points of "
              + asked.data()
              + " were moved to "
              + of.place().tables().data()
              + ", but rollups that are given are not; serve the new tables by their own names");
    }
  }

  /**
   * The same, keeping rollups up to date; makes tables that are not there. Who opens these tables
   * later keeps them too; who has opened them before must not write any more.
   *
   * @throws LayoutMovingException while {@link io.rowandb.tsdb.layout.LayoutMove} moves the points
   * @throws IOException also when the points expire: see {@link KeptRollups#create}
   */
  public TimeSeries keepRollups() throws IOException {
    OpenSeries known = look();
    if (!known.takesWrites()) {
      throw new LayoutMovingException(asked.data(), null);
    }
    new KeptRollups(connection, known.store().options(), known.uids()).create();
    return with(rollups, tracking(), growsTrees());
  }

  /**
   * The rollups that are kept, if they are: see {@link #keepRollups}.
   *
   * @throws UncheckedIOException when it cannot be found out where the points are
   */
  public Optional<KeptRollups> kept() {
    return nowOrUnchecked().kept();
  }

  /** Histograms beside the points, where they are now; as {@link #store}. */
  public Histograms histograms(HistogramCodec codec) {
    OpenSeries known = nowOrUnchecked();
    return new Histograms(
        connection, known.uids(), known.store().options(), codec, known.meta()::wrote);
  }

  /**
   * The rollups that are given, if there are some: see {@link #withRollups}.
   *
   * @throws UncheckedIOException when the points were moved
   */
  public Optional<GivenPoints> given() {
    try {
      return givenNow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<GivenPoints> givenNow() throws IOException {
    if (rollups.isEmpty()) {
      return Optional.empty();
    }
    OpenSeries known = now();
    checkNotMoved(known);
    return Optional.of(
        new GivenPoints(connection, known.uids(), known.store().options(), rollups.get()));
  }

  /**
   * The points, for what is not here, where they are now.
   *
   * @throws UncheckedIOException when it cannot be found out where that is
   */
  public PointStore store() {
    return nowOrUnchecked().store();
  }

  /** The names, for what is not here; as {@link #store}. */
  public Uids uids() {
    return nowOrUnchecked().uids();
  }

  private OpenSeries nowOrUnchecked() {
    try {
      return now();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link PointStore#check}. */
  public void check(Series series) {
    opened.store().check(series);
  }

  /**
   * As {@link PointStore#put(List)}; marks their hours, if rollups are kept.
   *
   * @throws LayoutMovingException while {@link io.rowandb.tsdb.layout.LayoutMove} does not let
   *     points be written
   */
  public void put(List<DataPoint> points) throws IOException {
    OpenSeries known = now();
    if (!known.takesWrites()) {
      known = look();
    }
    if (!known.takesWrites()) {
      throw new LayoutMovingException(asked.data(), null);
    }
    try {
      known.put(points);
    } catch (IOException e) {
      if (look().isOtherThan(known)) {
        throw new LayoutMovingException(asked.data(), e);
      }
      throw e;
    }
  }

  /**
   * Writes all points, ten thousand at a time. When it fails, some are there; the same points may
   * be written again.
   *
   * @param points read as they are written; not closed
   * @return how many
   */
  public long load(Stream<DataPoint> points) throws IOException {
    List<DataPoint> batch = new ArrayList<>(BATCH);
    long[] count = {0};
    try {
      points.forEach(
          point -> {
            batch.add(point);
            if (batch.size() == BATCH) {
              count[0] += write(batch);
            }
          });
      return count[0] + write(batch);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private int write(List<DataPoint> batch) {
    try {
      put(batch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int size = batch.size();
    batch.clear();
    return size;
  }

  /** As {@link Queries#answer}; from rollups, where they are kept. */
  public List<GroupAnswer> ask(MetricQuery query, ReadLimits limits) throws IOException {
    OpenSeries known = now();
    if (known.kept().isPresent()) {
      return new KeptQueries(known.store(), known.kept().get()).answer(query, limits);
    }
    return known.queries().answer(query, limits);
  }

  /**
   * As {@link #ask}, but percentiles of intervals, as {@code 1h-p99} asks for, are estimated from
   * sketches, where rollups are kept: {@link SketchQueries}.
   */
  public List<GroupAnswer> estimate(MetricQuery query, ReadLimits limits) throws IOException {
    OpenSeries known = now();
    if (known.kept().isPresent()) {
      return new SketchQueries(known.store(), known.kept().get()).answer(query, limits);
    }
    return known.queries().answer(query, limits);
  }

  /**
   * How the points of a question are found: by the index of tags, or by passing over all rows of
   * its hours. Where rollups are kept, that is for what they do not answer.
   */
  public ReadPlan explain(MetricQuery query, ReadLimits limits) throws IOException {
    return now().queries().explain(query, limits);
  }

  /** Removes the points of the times that a question asks for: {@link QueriedPoints#erase}. */
  public Erased erase(MetricQuery query, ReadLimits limits) throws IOException {
    OpenSeries known = now();
    PointScans scans = new PointScans(connection, known.uids(), known.store().options());
    return new QueriedPoints(scans, known.kept()).erase(query, limits);
  }

  /**
   * As {@link GivenQueries#answer}.
   *
   * @throws IllegalArgumentException also when there are no rollups
   */
  public List<GroupAnswer> ask(
      MetricQuery query, RollupUsage usage, boolean preAggregates, ReadLimits limits)
      throws IOException {
    GivenPoints given =
        givenNow()
            .orElseThrow(
                () -> new IllegalArgumentException("No rollup or aggregations were configured"));
    return new GivenQueries(now().store(), given).answer(query, usage, preAggregates, limits);
  }

  /**
   * The newest point of each series of a metric that has these tags, and maybe others, up to now.
   *
   * @param backScanHours how many hours before the hour of now are looked at too, from 0
   */
  public List<LastPoint> last(
      String metric, Map<String, String> tags, int backScanHours, ReadLimits limits)
      throws IOException {
    return last(metric, tags, System.currentTimeMillis(), backScanHours, limits);
  }

  /** As {@link #last(String, Map, int, ReadLimits)}, up to a time in milliseconds since 1970. */
  public List<LastPoint> last(
      String metric, Map<String, String> tags, long toMillis, int backScanHours, ReadLimits limits)
      throws IOException {
    List<TagFilter> filters = new ArrayList<>();
    tags.forEach((key, value) -> filters.add(new TagFilter.OneOf(key, List.of(value))));
    return now()
        .store()
        .last(
            new RangeQuery(metric, fromMillis(toMillis, backScanHours), toMillis, filters), limits);
  }

  /** The newest points of series by their TSUIDs, without those that have none, up to a time. */
  public List<LastPoint> last(
      List<String> tsuids, long toMillis, int backScanHours, ReadLimits limits) throws IOException {
    return now().store().last(tsuids, fromMillis(toMillis, backScanHours), toMillis, limits);
  }

  private static long fromMillis(long toMillis, int backScanHours) {
    if (backScanHours < 0) {
      throw new IllegalArgumentException("hours to look back are 0 or more: " + backScanHours);
    }
    return Math.max(0, toMillis - backScanHours * 3_600_000L);
  }

  /** As {@link PointStore#lookup}. */
  public LookupAnswer lookup(SeriesLookup lookup, ReadLimits limits) throws IOException {
    return now().store().lookup(lookup, limits);
  }

  /** As {@link Uids#suggest}. */
  public List<String> suggest(UidKind kind, String prefix, int most) throws IOException {
    return now().uids().suggest(kind, prefix, most);
  }
}
