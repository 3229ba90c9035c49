package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.given.GivenRules.Place;
import io.rowandb.tsdb.store.PointScans;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rollups and pre-aggregates given from outside. Their tables must be there ({@link
 * RollupTables#create}). Used by any number of threads; need not be closed.
 */
public final class GivenPoints {
  private static final byte[] FAMILY = {'t'};

  private final Connection connection;
  private final Uids uids;
  private final PointStoreOptions options;
  private final RollupTables tables;
  private final GivenRules rules;
  private final PointStore store;

  /**
   * Beside the points of these options.
   *
   * @param uids of the same layout
   */
  public GivenPoints(
      Connection connection, Uids uids, PointStoreOptions options, RollupTables tables) {
    this.connection = connection;
    this.uids = uids;
    this.options = options;
    this.tables = tables;
    rules = new GivenRules(tables);
    store = new PointStore(connection, uids, options);
  }

  /** Which there are. */
  public RollupTables tables() {
    return tables;
  }

  /** The points that are pre-aggregated and not rolled up. */
  public PointStore preAggregates() {
    return new PointStore(
        connection, uids, options.withData(tables.defaultLevel().grouped()).withAppends(false));
  }

  /**
   * Refuses what can be no such point.
   *
   * @param names looks at the names of its series, with the tag of a pre-aggregate
   * @throws IllegalArgumentException in OpenTSDB's words
   */
  public void check(GivenPoint point, Consumer<Series> names) {
    rules.place(point, names);
  }

  /**
   * Writes points. All are checked before the first is written. After an error while they are
   * written some may be there; the same call may be made again. Of several of one series, interval
   * and aggregator the last one counts.
   *
   * @param points 0 to {@link PointStore#MAX_BATCH}
   * @throws IllegalArgumentException as {@link #check}
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name has no UID, and may get none
   */
  public void put(List<GivenPoint> points) throws IOException {
    if (points.size() > PointStore.MAX_BATCH) {
      throw new IllegalArgumentException(
          "a call writes at most " + PointStore.MAX_BATCH + " points: " + points.size());
    }
    List<Place> places = points.stream().map(each -> rules.place(each, store::check)).toList();
    for (Map.Entry<TableName, List<Put>> each : writes(places).entrySet()) {
      try (Table table = connection.getTable(each.getKey())) {
        table.put(each.getValue());
      }
    }
  }

  private Map<TableName, List<Put>> writes(List<Place> places) throws IOException {
    Map<Series, SeriesId> ids = new HashMap<>();
    Map<List<Object>, Place> last = new LinkedHashMap<>();
    for (Place each : places) {
      last.put(cell(each), each);
    }
    Map<TableName, List<Put>> writes = new LinkedHashMap<>();
    for (Place each : last.values()) {
      SeriesId id = ids.get(each.series());
      if (id == null) {
        id = store.identify(each.series());
        ids.put(each.series(), id);
      }
      Put put = new Put(options.layout().rowKey(id, each.rowSeconds()));
      put.addColumn(FAMILY, each.qualifier(), each.value());
      writes.computeIfAbsent(each.table(), unseen -> new ArrayList<>()).add(put);
    }
    return writes;
  }

  /** What two points share of which one counts: all but the flags of the value. */
  private static List<Object> cell(Place place) {
    byte[] qualifier = place.qualifier().clone();
    qualifier[qualifier.length - 1] &= (byte) 0xF0;
    return List.of(
        place.table(), place.series(), place.rowSeconds(), Bytes.toStringBinary(qualifier));
  }

  /**
   * Reads rollups of all series of a metric in whole rows.
   *
   * @param query whose times are those of rows, from the first second of one to the last one
   * @param grouped whether those of pre-aggregates
   * @param aggregators in small letters, with numbers
   * @throws IOException as {@link PointStore#read}
   */
  public List<GivenSeries> read(
      RangeQuery query,
      GivenLevel level,
      boolean grouped,
      Set<String> aggregators,
      ReadLimits limits)
      throws IOException {
    TableName table = grouped ? level.grouped() : level.rolled();
    PointScans scans = new PointScans(connection, uids, options.withData(table));
    Map<SeriesId, GivenNumbers> found = new TreeMap<>();
    scans.scanCells(
        query,
        limits,
        (series, rowSeconds, cell) ->
            found
                .computeIfAbsent(
                    series, unseen -> new GivenNumbers(level, tables.ids(), aggregators))
                .take(rowSeconds, cell));
    List<GivenSeries> all = new ArrayList<>();
    for (Map.Entry<SeriesId, GivenNumbers> each : found.entrySet()) {
      Map<String, Samples> numbers = each.getValue().samples();
      if (!numbers.isEmpty()) {
        all.add(new GivenSeries(each.getKey(), scans.named(each.getKey()), numbers));
      }
    }
    return all;
  }
}
