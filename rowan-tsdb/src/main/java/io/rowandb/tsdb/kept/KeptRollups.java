package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.kept.KeptMaker.Which;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.uid.UidsFullException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Rollups that are kept up to date, if all that write points do it by {@link #put}: {@link
 * io.rowandb.tsdb.TimeSeries} does so as soon as the tables are there when it is opened. Used by
 * any number of threads.
 */
public final class KeptRollups {
  /** What the name of the table of marks has behind that of the points. */
  public static final String MARKS = "-marks";

  private static final byte[] FAMILY = {'t'};
  private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1_000L;

  private final Connection connection;
  private final PointStoreOptions options;
  private final Uids uids;
  private final PointStore store;
  private final HourMarks marks;
  private final KeptMaker maker;

  /**
   * Of the points of these options.
   *
   * @param uids of the same layout
   */
  public KeptRollups(Connection connection, PointStoreOptions options, Uids uids) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    store = new PointStore(connection, uids, options);
    marks = new HourMarks(connection, marks(options.tables()), options.layout());
    maker = new KeptMaker(connection, options, uids, marks);
  }

  static TableName marks(TsdbTables tables) {
    return TableName.valueOf(tables.data().getNameAsString() + MARKS);
  }

  /** Whether rollups are kept of these tables. */
  public static boolean areKept(Connection connection, TsdbTables tables) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(marks(tables));
    }
  }

  /**
   * Makes the tables that are not there; who opens the time series from now on keeps rollups.
   *
   * @throws IOException also when the points expire, which their rollups would outlive
   */
  public void create() throws IOException {
    checkPointsStay();
    for (KeptLevel each : KeptLevel.values()) {
      TsdbTables.createData(connection, each.table(options.tables()), Compression.Algorithm.NONE);
    }
    for (KeptLevel each : KeptLevel.values()) {
      TsdbTables.createData(
          connection, each.sketchTable(options.tables()), Compression.Algorithm.NONE);
    }
    TsdbTables.createData(connection, marks(options.tables()), Compression.Algorithm.NONE);
  }

  private void checkPointsStay() throws IOException {
    TableName data = options.tables().data();
    int ttlSeconds;
    try (Admin admin = connection.getAdmin()) {
      ttlSeconds = admin.getDescriptor(data).getColumnFamily(FAMILY).getTimeToLive();
    }
    if (ttlSeconds != TsdbTables.FOREVER) {
      throw new IOException(
          "the points of "
              + data
              + " expire after "
              + ttlSeconds
              + " seconds, and rollups that are kept do not: they would be of points that are gone;"
              + " take the time to live off the family t, or keep none");
    }
  }

  /** By which rule points count. */
  public DuplicateRule rule() {
    return options.duplicates();
  }

  /**
   * As {@link PointStore#put(List)}. After a failure of the store or a death the hours of the
   * points are answered from points, until {@link #settle}.
   */
  public void put(List<DataPoint> points) throws IOException {
    if (points.isEmpty() || points.size() > PointStore.MAX_BATCH) {
      store.put(points);
      return;
    }
    points.stream().map(DataPoint::series).distinct().forEach(store::check);
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    Map<String, byte[]> metrics = new TreeMap<>();
    for (DataPoint each : points) {
      byte[] metric = metrics.get(each.series().metric());
      if (metric == null) {
        metric = options.layout().metricOf(store.identify(each.series()));
        metrics.put(each.series().metric(), metric);
      }
      rows.add(marks.row(metric, each.time().baseSeconds()));
    }
    long writer = UUID.randomUUID().getMostSignificantBits();
    marks.begin(rows, writer, System.currentTimeMillis());
    try {
      store.put(points);
    } catch (NoSuchNameException | UidsFullException | IllegalArgumentException e) {
      marks.end(rows, writer); // names are looked up before the first point is written
      throw e;
    }
    marks.end(rows, writer);
  }

  /**
   * Makes the rollups of all hours of a metric that changed, but of those at which a writer is.
   * After a death the same call goes on. Others may do the same at the same time.
   *
   * @return how many hours
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public int make(String metric) throws IOException {
    return makeEnded(metric, Long.MAX_VALUE);
  }

  /** As {@link #make(String)}, of hours that are over. */
  public int makeEnded(String metric, long nowMillis) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    int made = 0;
    for (Map.Entry<Long, HourMark> each : marks.read(uid, 0, PointTime.MAX_SECONDS).entrySet()) {
      boolean ended = each.getKey() * 1_000 + HOUR_MILLIS <= nowMillis;
      // Most are clean for years: they are not looked at one by one.
      boolean wanted = ended && maker.isToMake(each.getValue(), Which.CHANGED);
      made += wanted && maker.make(metric, uid, each.getKey(), Which.CHANGED) ? 1 : 0;
    }
    return made;
  }

  /**
   * As {@link #make(String)}, of all hours of a range that have points, marked or not: for those
   * written before rollups were kept, and those made before sketches were.
   *
   * @param fromMillis from whose hour on, in milliseconds since 1970
   * @param toMillis until whose hour, included
   */
  public int make(String metric, long fromMillis, long toMillis) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    TreeSet<Long> hours = new TreeSet<>();
    RangeQuery range = new RangeQuery(metric, fromMillis, toMillis, List.of());
    scans(options).scanRows(range, ReadLimits.NONE, (series, hour, points) -> hours.add(hour));
    SortedMap<Long, HourMark> known =
        hours.isEmpty()
            ? new TreeMap<>()
            : marks.read(uid, hours.first(), hours.last() + PointTime.ROW_SECONDS);
    Which which = maker.areSketched() ? Which.UNSKETCHED : Which.CHANGED;
    int made = 0;
    for (long hour : hours) {
      boolean wanted = maker.isToMake(known.getOrDefault(hour, HourMark.NONE), which);
      made += wanted && maker.make(metric, uid, hour, which) ? 1 : 0;
    }
    return made;
  }

  /**
   * The names of the metrics with hours that are marked, without those whose name was taken away.
   */
  public List<String> metrics() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (byte[] each : marks.metrics()) {
      named(each).ifPresent(names::add);
    }
    return List.copyOf(names);
  }

  /** Nothing also when another UID has the name now. */
  private Optional<String> named(byte[] uid) throws IOException {
    try {
      String name = uids.name(UidKind.METRIC, uid);
      return uids.find(UidKind.METRIC, name)
          .filter(found -> Arrays.equals(found, uid))
          .map(found -> name);
    } catch (NoSuchNameException e) {
      return Optional.empty(); // its marks are of nobody's use, and harm nobody
    }
  }

  private PointScans scans(PointStoreOptions of) {
    return new PointScans(connection, uids, of, store.index());
  }

  /**
   * Says that no writer is left that was at hours of a metric, as after one has died. Call it only
   * when all programs that wrote before have ended.
   *
   * @return how many writers were left behind
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public int settle(String metric) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    int writers = 0;
    for (Map.Entry<Long, HourMark> each : marks.read(uid, 0, PointTime.MAX_SECONDS).entrySet()) {
      writers += each.getValue().writers() == 0 ? 0 : marks.settle(marks.row(uid, each.getKey()));
    }
    return writers;
  }

  /**
   * To change or remove points otherwise than by {@link #put}, hour by hour.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public KeptChange change(String metric) throws IOException {
    return new KeptChange(marks, uids.uid(UidKind.METRIC, metric));
  }

  /** Changes points. */
  public interface Change {
    /** Does so. */
    void run() throws IOException;
  }

  /**
   * Changes or removes points otherwise than by {@link #put}: meanwhile the hours that were marked
   * before are answered from points, and after it until they are made again. After an error or a
   * death, {@link #settle} is needed. No hours of the metric should be marked for the first time
   * meanwhile.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public void during(String metric, Change change) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    List<byte[]> rows =
        marks.read(uid, 0, PointTime.MAX_SECONDS).keySet().stream()
            .map(hour -> marks.row(uid, hour))
            .toList();
    long writer = UUID.randomUUID().getMostSignificantBits();
    marks.begin(rows, writer, System.currentTimeMillis());
    change.run();
    marks.end(rows, writer);
  }

  /** The marks of the hours of a range of a metric, by their hours' first second. */
  public SortedMap<Long, HourMark> marks(String metric, long fromMillis, long toMillis)
      throws IOException {
    return marks.read(
        uids.uid(UidKind.METRIC, metric), fromMillis / 1_000, (toMillis + 999) / 1_000);
  }

  /** As {@link #marks(String, long, long)}, as one of several reads of a question. */
  public SortedMap<Long, HourMark> marks(
      String metric, long fromMillis, long toMillis, ReadBudget budget) throws IOException {
    budget.checkTime();
    return marks.read(
        uids.uid(UidKind.METRIC, metric),
        fromMillis / 1_000,
        (toMillis + 999) / 1_000,
        budget::took);
  }

  /** Takes rollups. */
  public interface Taker {
    /** Those of an hour of a series: by their intervals' beginnings in milliseconds since 1970. */
    void take(SeriesId series, SortedMap<Long, KeptNumbers> numbers);
  }

  /**
   * Reads rollups of hours.
   *
   * @param hours which, by their marks; others of the range are passed over
   * @param budget in which the numbers of an interval are a point
   */
  public void read(
      RangeQuery query,
      KeptLevel level,
      SortedMap<Long, HourMark> hours,
      ReadBudget budget,
      Taker taker)
      throws IOException {
    scan(
        query,
        level.table(options.tables()),
        hours,
        budget,
        (series, hour, value) -> {
          SortedMap<Integer, KeptNumbers> numbers = KeptCell.decode(value);
          budget.tookPoints(numbers.size());
          taker.take(series, byTime(hour, level, numbers));
        });
  }

  /** Takes sketches. */
  public interface SketchTaker {
    /** Those of an hour of a series: by their intervals' beginnings in milliseconds since 1970. */
    void take(SeriesId series, SortedMap<Long, KeptSketch> sketches);
  }

  /**
   * Reads sketches of hours.
   *
   * @param hours which, by their marks, all {@link HourMark#isSketched}; others of the range are
   *     passed over
   * @param budget in which a bucket of a sketch is a point, since all of them may be in memory
   */
  public void readSketches(
      RangeQuery query,
      KeptLevel level,
      SortedMap<Long, HourMark> hours,
      ReadBudget budget,
      SketchTaker taker)
      throws IOException {
    scan(
        query,
        level.sketchTable(options.tables()),
        hours,
        budget,
        (series, hour, value) -> {
          SortedMap<Integer, KeptSketch> sketches = SketchCell.decode(value);
          budget.tookPoints(sketches.values().stream().mapToInt(KeptSketch::buckets).sum());
          taker.take(series, byTime(hour, level, sketches));
        });
  }

  private static <N> SortedMap<Long, N> byTime(
      long hour, KeptLevel level, SortedMap<Integer, N> byInterval) {
    SortedMap<Long, N> byTime = new TreeMap<>();
    byInterval.forEach(
        (interval, each) -> byTime.put((hour + (long) interval * level.seconds()) * 1_000, each));
    return byTime;
  }

  /** Takes the cell of an hour that was made last. */
  private interface MadeTaker {
    void take(SeriesId series, long hour, byte[] value) throws IOException;
  }

  private void scan(
      RangeQuery query,
      TableName table,
      SortedMap<Long, HourMark> hours,
      ReadBudget budget,
      MadeTaker taker)
      throws IOException {
    scans(options.withData(table))
        .scanCells(
            query,
            budget,
            (series, hour, cell) -> {
              HourMark mark = hours.get(hour);
              if (mark != null && Arrays.equals(CellUtil.cloneQualifier(cell), mark.token())) {
                taker.take(series, hour, CellUtil.cloneValue(cell));
              }
              return false; // the taker counts
            });
  }
}
