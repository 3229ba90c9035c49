package io.rowandb.tsdb.histogram;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadBudget;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Histograms in the table of points. Used by any number of threads; need not be closed.
 *
 * <p>One of the same series and time replaces the one before.
 */
public final class Histograms {
  /** The kind of object that they are. */
  public static final byte KIND = 6;

  private static final byte[] FAMILY = {'t'};

  private final Connection connection;
  private final PointStoreOptions options;
  private final HistogramCodec codec;
  private final PointStore store;
  private final PointScans scans;
  private final Written written;

  /** Is told of histograms that are written. */
  public interface Written {
    /**
     * They are in the store.
     *
     * @param histograms how many of each series
     * @throws IOException which {@link Histograms#put} throws too
     */
    void wrote(Map<SeriesId, Integer> histograms) throws IOException;
  }

  /**
   * Beside the points of these options.
   *
   * @param uids of the same layout
   */
  public Histograms(
      Connection connection, Uids uids, PointStoreOptions options, HistogramCodec codec) {
    this(connection, uids, options, codec, counts -> {});
  }

  /** As {@link #Histograms(Connection, Uids, PointStoreOptions, HistogramCodec)}. */
  public Histograms(
      Connection connection,
      Uids uids,
      PointStoreOptions options,
      HistogramCodec codec,
      Written written) {
    this.connection = connection;
    this.options = options;
    this.codec = codec;
    this.written = written;
    store = new PointStore(connection, uids, options);
    scans = new PointScans(connection, uids, options);
  }

  /**
   * Refuses what can be none.
   *
   * @throws IllegalArgumentException saying why
   */
  public void check(HistogramPoint point) {
    store.check(point.series());
    point.counts().check();
  }

  /**
   * Writes them. All are checked before the first is written. After an error while they are written
   * some may be there; the same call may be made again.
   *
   * @param points 0 to {@link PointStore#MAX_BATCH}
   * @throws IllegalArgumentException as {@link #check}
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name has no UID, and may get none
   */
  public void put(List<HistogramPoint> points) throws IOException {
    if (points.size() > PointStore.MAX_BATCH) {
      throw new IllegalArgumentException(
          "a call writes at most " + PointStore.MAX_BATCH + " histograms: " + points.size());
    }
    points.forEach(this::check);
    Map<List<Object>, HistogramPoint> last = new HashMap<>();
    points.forEach(each -> last.put(List.of(each.series(), each.time().millis()), each));
    List<Put> puts = new ArrayList<>();
    List<SeriesId> ids = new ArrayList<>();
    for (HistogramPoint each : last.values()) {
      SeriesId id = store.identify(each.series());
      ids.add(id);
      PointTime time = each.time();
      byte[] column = new ObjectColumn(KIND, time.offsetMillis(), time.inMillis()).toBytes();
      puts.add(
          new Put(options.layout().rowKey(id, time.baseSeconds()))
              .addColumn(FAMILY, column, codec.encode(each.counts())));
    }
    store
        .index()
        .keeping(
            ids,
            () -> {
              try (Table table = connection.getTable(options.tables().data())) {
                table.put(puts);
              }
            });
    Map<SeriesId, Integer> counts = new HashMap<>();
    ids.forEach(each -> counts.merge(each, 1, Integer::sum));
    written.wrote(counts);
  }

  private record Stored(BucketCounts counts, long stamp) {}

  /**
   * Reads all series of a metric in a range that have some, by their UIDs.
   *
   * @param limits in which a histogram is as many points as it has buckets, and at least one
   * @throws DamagedDataException also when one is of another codec
   * @throws IOException as {@link PointStore#read}
   */
  public List<HistogramSeries> read(RangeQuery query, ReadLimits limits) throws IOException {
    Map<SeriesId, SortedMap<Long, Stored>> found = new TreeMap<>();
    ReadBudget budget = store.budget(limits);
    scans.scanCells(
        query,
        budget,
        (series, rowSeconds, cell) -> {
          byte[] qualifier = CellUtil.cloneQualifier(cell);
          if (qualifier[0] != KIND || (qualifier.length != 3 && qualifier.length != 5)) {
            return false;
          }
          long millis = rowSeconds * 1_000 + ObjectColumn.parse(qualifier).offsetMillis();
          if (millis < query.fromMillis() || millis > query.toMillis()) {
            return false;
          }
          Stored stored = stored(cell, qualifier);
          budget.tookPoints(Math.max(1, stored.counts.buckets().size()));
          found
              .computeIfAbsent(series, unseen -> new TreeMap<>())
              .merge(millis, stored, (before, now) -> now.stamp >= before.stamp ? now : before);
          return false; // they are counted
        });
    List<HistogramSeries> all = new ArrayList<>();
    for (Map.Entry<SeriesId, SortedMap<Long, Stored>> each : found.entrySet()) {
      budget.checkTime(); // names may be read
      SortedMap<Long, BucketCounts> counts = new TreeMap<>();
      each.getValue().forEach((millis, stored) -> counts.put(millis, stored.counts));
      all.add(new HistogramSeries(each.getKey(), scans.named(each.getKey()), counts));
    }
    return all;
  }

  private Stored stored(Cell cell, byte[] qualifier) throws DamagedDataException {
    try {
      return new Stored(codec.decode(CellUtil.cloneValue(cell)), cell.getTimestamp());
    } catch (DamagedDataException e) {
      throw new DamagedDataException(
          "row "
              + Bytes.toStringBinary(CellUtil.cloneRow(cell))
              + ", column "
              + Bytes.toStringBinary(qualifier)
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
