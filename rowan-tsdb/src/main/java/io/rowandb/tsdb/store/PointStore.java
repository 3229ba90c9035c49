package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Points in OpenTSDB's tables, which must be there ({@link TsdbTables#create}). Used by any number
 * of threads; need not be closed, and does not close the connection.
 */
public final class PointStore {
  /** The most points of one call of {@link #put(List)}. */
  public static final int MAX_BATCH = 100_000;

  /** The most TSUIDs of one call. */
  public static final int MAX_TSUIDS = 1_000;

  /** The most bytes of an object's JSON. */
  public static final int MAX_OBJECT_BYTES = 1 << 20;

  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);

  // Fixed at construction.
  private final Connection connection;
  private final Uids uids;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final SeriesNames names;
  private final RowCompactor compactor;
  private final TagIndex index;
  private final Clock clock;
  private final LongSupplier nanoTime;

  /** Whether the table's format was found to be one of this version. */
  private volatile boolean isKnown;

  /**
   * With the machine's clock.
   *
   * @param uids of the same layout
   */
  public PointStore(Connection connection, Uids uids, PointStoreOptions options) {
    this(connection, uids, options, Clock.systemUTC(), System::nanoTime);
  }

  /**
   * With clocks of the caller.
   *
   * @param clock by which an hour is over; its servers' clocks may differ from it by a minute
   * @param nanoTime by which a read takes time
   */
  public PointStore(
      Connection connection,
      Uids uids,
      PointStoreOptions options,
      Clock clock,
      LongSupplier nanoTime) {
    this.connection = connection;
    this.uids = uids;
    this.options = options;
    this.clock = clock;
    this.nanoTime = nanoTime;
    layout = options.layout();
    names = new SeriesNames(uids, options);
    compactor = new RowCompactor(options);
    index = new TagIndex(connection, options.tables().data(), layout);
  }

  /** What it goes by. */
  public PointStoreOptions options() {
    return options;
  }

  private Table table() throws IOException {
    if (!isKnown) {
      format();
      isKnown = true;
    }
    return connection.getTable(options.tables().data());
  }

  private TableFormat format() throws IOException {
    return TableFormat.of(connection, options.tables().data());
  }

  /** As {@link #put(List)}, of one. */
  public void put(DataPoint point) throws IOException {
    put(List.of(point));
  }

  /**
   * Writes points. All are checked before the first is written. After an error while they are
   * written some may be there; the same call may be made again, unless points are appended, where
   * it makes duplicates that reads and {@link PointStoreOptions#duplicates} settle.
   *
   * @param points 0 to {@link #MAX_BATCH}
   * @throws IllegalArgumentException when a series has too many tags or a name is none
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name has no UID, and may get none
   */
  public void put(List<DataPoint> points) throws IOException {
    if (points.size() > MAX_BATCH) {
      throw new IllegalArgumentException(
          "a call writes at most " + MAX_BATCH + " points: " + points.size());
    }
    PointBatch batch = new PointBatch(names, options);
    points.forEach(batch::add);
    batch.series().forEach(this::check);
    List<Row> writes = batch.writes();
    index.keeping(batch.ids(), () -> write(writes));
  }

  /**
   * The names of a series.
   *
   * @param tsuid as {@link PointKeyLayout#parseSeries} takes it
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has none
   */
  public Series named(String tsuid) throws IOException {
    return names.named(layout.parseSeries(tsuid));
  }

  /**
   * The UIDs of a series.
   *
   * @throws IllegalArgumentException as {@link #check}
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its names has no UID
   */
  public SeriesId find(Series series) throws IOException {
    check(series);
    return names.toRead(series);
  }

  /**
   * Refuses what can be no series.
   *
   * @throws IllegalArgumentException when it has too many tags or a name is none
   */
  public void check(Series series) {
    names.checkTags(series);
    uids.check(UidKind.METRIC, series.metric());
    series.tags().keySet().forEach(key -> uids.check(UidKind.TAG_KEY, key));
    series.tags().values().forEach(value -> uids.check(UidKind.TAG_VALUE, value));
  }

  /**
   * The UIDs of a series that is written somewhere else, as in a table of rollups: new names get
   * some, if they may.
   *
   * @throws IllegalArgumentException as {@link #check}
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name has no UID, and may get none
   */
  public SeriesId identify(Series series) throws IOException {
    check(series);
    return names.toWrite(series);
  }

  private void write(List<Row> writes) throws IOException {
    if (writes.isEmpty()) {
      return;
    }
    try (Table table = table()) {
      table.batch(writes, new Object[writes.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while points were written").initCause(e);
    }
  }

  /**
   * Writes an annotation; one of the same series and time is replaced.
   *
   * @param json at most {@link #MAX_OBJECT_BYTES} bytes, stored as it is
   */
  public void annotate(Series series, PointTime time, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MAX_OBJECT_BYTES) {
      throw new IllegalArgumentException(
          "an annotation has 1 to " + MAX_OBJECT_BYTES + " bytes: " + bytes.length);
    }
    check(series);
    SeriesId id = names.toWrite(series);
    Put put =
        new Put(layout.rowKey(id, time.baseSeconds()))
            .addColumn(FAMILY, ObjectColumn.annotation(time).toBytes(), bytes);
    index.keeping(
        List.of(id),
        () -> {
          try (Table table = table()) {
            table.put(put);
          }
        });
  }

  /** Annotations one by one, and those of no series. */
  public Annotations annotations() {
    return new Annotations(connection, options, uids, names, index, nanoTime);
  }

  /**
   * Reads all series of a metric in a range, by their UIDs, without those that have nothing there.
   *
   * @throws LimitExceededException beyond a limit; its scan is closed
   * @throws java.io.InterruptedIOException when the thread is interrupted, which cancels it
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when the metric, a tag or a value has no UID
   * @throws io.rowandb.tsdb.codec.DamagedDataException when a row is none that OpenTSDB writes
   */
  public List<SeriesPoints> read(RangeQuery query, ReadLimits limits) throws IOException {
    return read(query, budget(limits));
  }

  /** As {@link #read(RangeQuery, ReadLimits)}, as one of several reads of a question. */
  public List<SeriesPoints> read(RangeQuery query, ReadBudget budget) throws IOException {
    try (Table table = table()) {
      return new RangeReader(uids, names, options, query, budget, index).read(table);
    }
  }

  /**
   * How {@link #read} finds the rows of a question: by the index of tags, or by passing over all.
   *
   * @throws IOException as {@link #read}
   */
  public ReadPlan explain(RangeQuery query, ReadLimits limits) throws IOException {
    return new RangeReader(uids, names, options, query, budget(limits), index).way();
  }

  /** The index of its tags, if there is one. */
  public TagIndex index() {
    return index;
  }

  /**
   * The newest point of each series of a question, by their UIDs. Hours are looked at from the
   * newest one backwards, whole.
   *
   * @param query whose annotations do not matter
   * @throws IOException as {@link #read}
   */
  public List<LastPoint> last(RangeQuery query, ReadLimits limits) throws IOException {
    try (Table table = table()) {
      return new LastPoints(uids, names, options, budget(limits), index).find(table, query);
    }
  }

  /**
   * The newest points of series by their TSUIDs, without those that have none.
   *
   * @param tsuids up to {@link #MAX_TSUIDS}
   * @param fromMillis from whose hour on, in milliseconds since 1970
   * @param toMillis until when, included
   * @throws IllegalArgumentException when one is no TSUID of the layout
   * @throws IOException as {@link #read}
   */
  public List<LastPoint> last(
      List<String> tsuids, long fromMillis, long toMillis, ReadLimits limits) throws IOException {
    if (tsuids.size() > MAX_TSUIDS) {
      throw new IllegalArgumentException(
          "a call takes at most " + MAX_TSUIDS + " TSUIDs: " + tsuids.size());
    }
    RangeQuery.check(fromMillis, toMillis);
    List<SeriesId> series = tsuids.stream().distinct().map(layout::parseSeries).toList();
    try (Table table = table()) {
      return new LastPoints(uids, names, options, budget(limits), index)
          .find(table, series, fromMillis, toMillis);
    }
  }

  /**
   * Finds series by parts of their names, by the keys of their rows alone: those that the index of
   * tags chooses, where it is cheaper, or all of the metric, or of the table.
   *
   * @param limits of time, and of the bytes of keys
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name has no UID
   * @throws IOException as {@link #read}
   */
  public LookupAnswer lookup(SeriesLookup lookup, ReadLimits limits) throws IOException {
    try (Table table = table()) {
      return new SeriesFinder(uids, names, layout, lookup, budget(limits), index).find(table);
    }
  }

  /**
   * Compacts the row of a series in which a time lies, as {@link TableFormat} says. May be made
   * again at any time: after late points, or a death.
   *
   * @throws io.rowandb.tsdb.codec.DamagedDataException when the row is none that OpenTSDB writes,
   *     or by the rule of duplicates; it stays as it is
   */
  public RowCompaction compact(Series series, PointTime time) throws IOException {
    check(series);
    byte[] row = layout.rowKey(names.toRead(series), time.baseSeconds());
    try (Table table = table()) {
      return compactor.compact(table, row, clock.millis(), budget(ReadLimits.DEFAULT), format());
    }
  }

  /**
   * Compacts all rows of a metric in a range that need it. Stops at a limit; what is done is done.
   *
   * @return how many rows came to what
   */
  public Map<RowCompaction, Long> compact(
      String metric, PointTime from, PointTime to, ReadLimits limits) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    ReadBudget budget = budget(limits);
    Map<RowCompaction, Long> rows = new EnumMap<>(RowCompaction.class);
    FormatLook format = new FormatLook(connection, options.tables().data());
    try (Table table = table()) {
      for (int bucket = 0; bucket < layout.buckets(); bucket++) {
        Scan scan =
            new Scan()
                .withStartRow(layout.firstRow(bucket, uid, from.baseSeconds()))
                .withStopRow(
                    layout.firstRow(bucket, uid, to.baseSeconds() + PointTime.ROW_SECONDS));
        try (SeriesRowScanner scanner = new SeriesRowScanner(table, scan, layout, budget)) {
          for (Optional<SeriesRow> row = scanner.next(); row.isPresent(); row = scanner.next()) {
            TableFormat now = format.next();
            rows.merge(compactor.compact(table, row.get(), clock.millis(), now), 1L, Long::sum);
          }
        }
      }
    }
    return rows;
  }

  /** For the reads of a question, whose time begins now. */
  public ReadBudget budget(ReadLimits limits) {
    return new ReadBudget(limits, nanoTime);
  }
}
