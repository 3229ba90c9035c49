package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes and reads the rollups of one level. Used by any number of threads. */
public final class Rollups {
  private static final byte[] FAMILY = RollupMark.FAMILY;
  private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1_000L;

  private final Connection connection;
  private final PointStoreOptions options;
  private final Uids uids;
  private final RollupLevel level;
  private final PointScans points;
  private final PointScans rolled;

  /**
   * Of the points of these options.
   *
   * @param uids of the same layout
   */
  public Rollups(Connection connection, PointStoreOptions options, Uids uids, RollupLevel level) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    this.level = level;
    points = new PointScans(connection, uids, options);
    rolled = new PointScans(connection, uids, options.withData(level.table()));
  }

  /** Creates the table, if it is not there. */
  public void create() throws IOException {
    TsdbTables.createData(connection, level.table(), Compression.Algorithm.NONE);
  }

  /** Which level. */
  public RollupLevel level() {
    return level;
  }

  /**
   * Until when the rollups of a metric are whole.
   *
   * @return milliseconds since 1970, a whole hour; 0 when there are none
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public long wholeUntil(String metric) throws IOException {
    byte[] column = RollupMark.column(uids.uid(UidKind.METRIC, metric));
    try (Table table = connection.getTable(level.table())) {
      byte[] value =
          table.get(new Get(RollupMark.row(options.layout())).addColumn(FAMILY, column)).value();
      return value == null ? 0 : Bytes.toLong(value);
    }
  }

  /**
   * Makes those of a metric, from where they are whole on. Points that come for hours before that
   * later are not in them: make those hours again. After a death, the same call goes on.
   *
   * @param untilMillis whose hour is left out, in milliseconds since 1970; to be over for all
   *     writers
   * @return how many intervals of series were made
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   * @throws IllegalArgumentException when the sum of an interval is beyond the doubles
   */
  public long make(String metric, long untilMillis) throws IOException {
    return make(metric, wholeUntil(metric), untilMillis);
  }

  /**
   * As {@link #make(String, long)}, from an hour on that was made before. What has no points any
   * more keeps its rollups.
   *
   * @param fromMillis at most {@link #wholeUntil}
   */
  public long make(String metric, long fromMillis, long untilMillis) throws IOException {
    long whole = wholeUntil(metric);
    if (fromMillis < 0 || fromMillis > whole) {
      throw new IllegalArgumentException(
          "rollups of "
              + metric
              + " are whole until "
              + whole
              + " ms since 1970, so they are made from 0 to there on, not from "
              + fromMillis);
    }
    long from = fromMillis - fromMillis % HOUR_MILLIS;
    long until = untilMillis - untilMillis % HOUR_MILLIS;
    if (until <= from) {
      return 0;
    }
    try (Table table = connection.getTable(level.table());
        RollupWriter writer = new RollupWriter(table, options.layout(), uids, level)) {
      points.scan(new RangeQuery(metric, from, until - 1, List.of()), ReadLimits.NONE, writer::add);
      writer.flush();
      if (until > whole) {
        byte[] column = RollupMark.column(uids.uid(UidKind.METRIC, metric));
        table.put(
            new Put(RollupMark.row(options.layout()))
                .addColumn(FAMILY, column, Bytes.toBytes(until)));
      }
      return writer.intervals();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Reads those of a question: whole intervals.
   *
   * @throws IOException as {@link io.rowandb.tsdb.store.PointStore#read}
   */
  public List<RolledSeries> read(RangeQuery query, ReadLimits limits) throws IOException {
    long base = level.span().base(query.fromMillis() / 1_000) * 1_000;
    RangeQuery rows =
        new RangeQuery(
            query.metric(),
            base,
            query.toMillis(),
            query.filters(),
            query.explicitTags(),
            query.tsuids());
    Map<SeriesId, SortedMap<Long, Stored>> found = new TreeMap<>();
    rolled.scanObjects(
        rows,
        limits,
        (series, rowSeconds, cell) ->
            take(
                found.computeIfAbsent(series, unseen -> new TreeMap<>()),
                rowSeconds * 1_000,
                cell,
                query));
    List<RolledSeries> all = new ArrayList<>();
    for (Map.Entry<SeriesId, SortedMap<Long, Stored>> each : found.entrySet()) {
      SortedMap<Long, RollupNumbers> numbers = new TreeMap<>();
      each.getValue().forEach((time, stored) -> numbers.put(time, stored.numbers));
      all.add(new RolledSeries(each.getKey(), rolled.named(each.getKey()), numbers));
    }
    return all;
  }

  /** The numbers of an interval, and when each was written: the last one counts. */
  private static final class Stored {
    private final RollupNumbers numbers = new RollupNumbers();
    private final long[] stamps = {-1, -1, -1, -1};
  }

  private void take(SortedMap<Long, Stored> of, long rowMillis, Cell cell, RangeQuery query)
      throws DamagedDataException {
    Optional<RollupColumn> column =
        RollupColumn.parse(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
    if (column.isEmpty()) {
      return;
    }
    long time = rowMillis + 1_000L * column.get().interval() * level.intervalSeconds();
    if (time < query.fromMillis() || time > query.toMillis()) {
      return;
    }
    Stored stored = of.computeIfAbsent(time, unseen -> new Stored());
    RollupKind kind = column.get().kind();
    if (cell.getTimestamp() > stored.stamps[kind.id()]) {
      stored.stamps[kind.id()] = cell.getTimestamp();
      stored.numbers.set(kind, column.get().value().doubleValue());
    }
  }
}
