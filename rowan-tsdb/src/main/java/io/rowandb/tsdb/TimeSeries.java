package io.rowandb.tsdb;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.given.GivenPoints;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.Histograms;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.query.GivenQueries;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.KeptQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.query.RollupUsage;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.LastPoint;
import io.rowandb.tsdb.store.LookupAnswer;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesLookup;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  private static final System.Logger LOG = System.getLogger(TimeSeries.class.getName());

  private final Connection connection;
  private final PointStore store;
  private final Queries queries;
  private final Uids uids;
  private final Optional<GivenPoints> given;
  private final Optional<KeptRollups> kept;

  private TimeSeries(Connection connection, TsdbTables tables, PointKeyLayout layout)
      throws IOException {
    this(connection, tables, layout, Optional.empty(), KeptRollups.areKept(connection, tables));
  }

  private TimeSeries(
      Connection connection,
      TsdbTables tables,
      PointKeyLayout layout,
      Optional<RollupTables> rollups,
      boolean keeps) {
    this.connection = connection;
    uids =
        new Uids(
            connection,
            UidOptions.of(tables.uid(), layout),
            room ->
                LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} of {1} UIDs of {2} names are used",
                    room.used(),
                    room.max(),
                    room.kind()));
    store = new PointStore(connection, uids, PointStoreOptions.of(tables).withLayout(layout));
    queries = new Queries(store);
    kept =
        keeps ? Optional.of(new KeptRollups(connection, store.options(), uids)) : Optional.empty();
    given = rollups.map(each -> new GivenPoints(connection, uids, store.options(), each));
  }

  /** Opens the tables, and makes those that are not there, without compression. */
  public static TimeSeries open(Connection connection, TsdbTables tables) throws IOException {
    return open(connection, tables, PointKeyLayout.DEFAULT);
  }

  /** As {@link #open(Connection, TsdbTables)}, with keys of another layout. */
  public static TimeSeries open(Connection connection, TsdbTables tables, PointKeyLayout layout)
      throws IOException {
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    return new TimeSeries(connection, tables, layout);
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
   * @param layout what it was when the tables were first written: no row says it
   */
  public static TimeSeries openExisting(
      Connection connection, TsdbTables tables, PointKeyLayout layout) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(tables.data()) || !admin.tableExists(tables.uid())) {
        throw new TableNotFoundException(
            "there are no tables "
                + tables.data()
                + " and "
                + tables.uid()
                + "; import makes them");
      }
    }
    return new TimeSeries(connection, tables, layout);
  }

  /** The same, without names that are remembered; who uses this one goes on with what it knows. */
  public TimeSeries anew() {
    return new TimeSeries(
        connection,
        store.options().tables(),
        store.options().layout(),
        given.map(GivenPoints::tables),
        kept.isPresent());
  }

  /** The same, with rollups and pre-aggregates that are given; makes tables that are not there. */
  public TimeSeries withRollups(RollupTables rollups) throws IOException {
    rollups.create(connection);
    return new TimeSeries(
        connection,
        store.options().tables(),
        store.options().layout(),
        Optional.of(rollups),
        kept.isPresent());
  }

  /**
   * The same, keeping rollups up to date; makes tables that are not there. Who opens these tables
   * later keeps them too; who has opened them before must not write any more.
   */
  public TimeSeries keepRollups() throws IOException {
    new KeptRollups(connection, store.options(), uids).create();
    return new TimeSeries(
        connection,
        store.options().tables(),
        store.options().layout(),
        given.map(GivenPoints::tables),
        true);
  }

  /** The rollups that are kept, if they are: see {@link #keepRollups}. */
  public Optional<KeptRollups> kept() {
    return kept;
  }

  /** Histograms beside the points. */
  public Histograms histograms(HistogramCodec codec) {
    return new Histograms(connection, uids, store.options(), codec);
  }

  /** The rollups that are given, if there are some: see {@link #withRollups}. */
  public Optional<GivenPoints> given() {
    return given;
  }

  /** The points, for what is not here. */
  public PointStore store() {
    return store;
  }

  /** The names, for what is not here. */
  public Uids uids() {
    return uids;
  }

  /** As {@link PointStore#check}. */
  public void check(Series series) {
    store.check(series);
  }

  /** As {@link PointStore#put(List)}; marks their hours, if rollups are kept. */
  public void put(List<DataPoint> points) throws IOException {
    if (kept.isPresent()) {
      kept.get().put(points);
    } else {
      store.put(points);
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
    if (kept.isPresent()) {
      return new KeptQueries(store, kept.get()).answer(query, limits);
    }
    return queries.answer(query, limits);
  }

  /**
   * As {@link GivenQueries#answer}.
   *
   * @throws IllegalArgumentException also when there are no rollups
   */
  public List<GroupAnswer> ask(
      MetricQuery query, RollupUsage usage, boolean preAggregates, ReadLimits limits)
      throws IOException {
    GivenPoints rollups =
        given.orElseThrow(
            () -> new IllegalArgumentException("No rollup or aggregations were configured"));
    return new GivenQueries(store, rollups).answer(query, usage, preAggregates, limits);
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
    return store.last(
        new RangeQuery(metric, fromMillis(toMillis, backScanHours), toMillis, filters), limits);
  }

  /** The newest points of series by their TSUIDs, without those that have none, up to a time. */
  public List<LastPoint> last(
      List<String> tsuids, long toMillis, int backScanHours, ReadLimits limits) throws IOException {
    return store.last(tsuids, fromMillis(toMillis, backScanHours), toMillis, limits);
  }

  private static long fromMillis(long toMillis, int backScanHours) {
    if (backScanHours < 0) {
      throw new IllegalArgumentException("hours to look back are 0 or more: " + backScanHours);
    }
    return Math.max(0, toMillis - backScanHours * 3_600_000L);
  }

  /** As {@link PointStore#lookup}. */
  public LookupAnswer lookup(SeriesLookup lookup, ReadLimits limits) throws IOException {
    return store.lookup(lookup, limits);
  }

  /** As {@link Uids#suggest}. */
  public List<String> suggest(UidKind kind, String prefix, int most) throws IOException {
    return uids.suggest(kind, prefix, most);
  }
}
