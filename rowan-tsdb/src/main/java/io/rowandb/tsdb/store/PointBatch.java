package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.SeriesId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/** The points of one call, as writes: one for each row. Used by one thread, once. */
final class PointBatch {
  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);

  private final SeriesNames names;
  private final PointStoreOptions options;
  private final Map<Series, List<DataPoint>> points = new LinkedHashMap<>();
  private final List<SeriesId> ids = new ArrayList<>();

  PointBatch(SeriesNames names, PointStoreOptions options) {
    this.names = names;
    this.options = options;
  }

  void add(DataPoint point) {
    points.computeIfAbsent(point.series(), first -> new ArrayList<>()).add(point);
  }

  /** Whose points they are. */
  Collection<Series> series() {
    return points.keySet();
  }

  /** Whose points they are, behind {@link #writes}. */
  Collection<SeriesId> ids() {
    return ids;
  }

  /** Looks names up, and makes UIDs for new ones, if they may have some. */
  List<Row> writes() throws IOException {
    List<Row> writes = new ArrayList<>();
    for (Map.Entry<Series, List<DataPoint>> each : points.entrySet()) {
      SeriesId id = names.toWrite(each.getKey());
      ids.add(id);
      addWrites(id, each.getValue(), writes);
    }
    return writes;
  }

  private void addWrites(SeriesId series, List<DataPoint> ofSeries, List<Row> writes) {
    if (options.appends()) {
      ofSeries.forEach(point -> writes.add(append(series, point)));
      return;
    }
    boolean ascend = ascend(ofSeries);
    if (!ascend && options.duplicates() == DuplicateRule.REFUSE) {
      ofSeries.forEach(point -> add(put(series, point), point, writes));
      return;
    }
    Map<Long, Put> rows = new HashMap<>();
    for (DataPoint point : ascend ? ofSeries : settled(ofSeries)) {
      Put row = rows.get(point.time().baseSeconds());
      if (row == null) {
        row = put(series, point);
        rows.put(point.time().baseSeconds(), row);
        writes.add(row);
      }
      addColumn(row, point);
    }
  }

  private static void add(Put row, DataPoint point, List<Row> writes) {
    addColumn(row, point);
    writes.add(row);
  }

  private static void addColumn(Put row, DataPoint point) {
    row.addColumn(
        FAMILY, PointColumn.qualifier(point.time(), point.value()), point.value().toBytes());
  }

  private Put put(SeriesId series, DataPoint point) {
    return new Put(options.layout().rowKey(series, point.time().baseSeconds()));
  }

  private Append append(SeriesId series, DataPoint point) {
    return new Append(options.layout().rowKey(series, point.time().baseSeconds()))
        .addColumn(
            FAMILY, AppendedPoint.qualifier(), AppendedPoint.toBytes(point.time(), point.value()))
        .setReturnResults(false);
  }

  private static boolean ascend(List<DataPoint> points) {
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i - 1).time().millis() >= points.get(i).time().millis()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Of several points at one millisecond, that which counts: cells of one batch may have one time,
   * and then their columns would decide.
   */
  private Collection<DataPoint> settled(List<DataPoint> ofSeries) {
    Map<Long, DataPoint> settled = new LinkedHashMap<>();
    for (DataPoint point : ofSeries) {
      if (options.duplicates() == DuplicateRule.LAST) {
        settled.put(point.time().millis(), point);
      } else {
        settled.putIfAbsent(point.time().millis(), point);
      }
    }
    return settled.values();
  }
}
