package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.PointStoreOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes the rollups of an hour, series by series. Used by one thread. Closing writes nothing, as
 * after an error.
 */
final class KeptWriter implements Closeable {
  private static final byte[] FAMILY = {'t'};
  private static final int BATCH = 1_000;

  private final PointStoreOptions options;
  private final byte[] column;
  private final Map<KeptLevel, Table> tables = new EnumMap<>(KeptLevel.class);
  private final Map<KeptLevel, List<Put>> batches = new EnumMap<>(KeptLevel.class);
  private final Map<KeptLevel, Table> sketchTables = new EnumMap<>(KeptLevel.class);
  private final Map<KeptLevel, List<Put>> sketchBatches = new EnumMap<>(KeptLevel.class);
  private boolean exact = true;
  private boolean sketched;

  KeptWriter(Connection connection, PointStoreOptions options, long token) throws IOException {
    this.options = options;
    column = Bytes.toBytes(token);
    sketched = areSketched(connection, options);
    for (KeptLevel each : KeptLevel.values()) {
      tables.put(each, connection.getTable(each.table(options.tables())));
      batches.put(each, new ArrayList<>());
    }
    if (sketched) {
      for (KeptLevel each : KeptLevel.values()) {
        sketchTables.put(each, connection.getTable(each.sketchTable(options.tables())));
        sketchBatches.put(each, new ArrayList<>());
      }
    }
  }

  /** Whether the tables of sketches are there; the shortest level's was made last. */
  static boolean areSketched(Connection connection, PointStoreOptions options) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(KeptLevel.MINUTE.sketchTable(options.tables()));
    }
  }

  void add(SeriesId series, long hour, Points points) throws IOException {
    for (KeptLevel level : KeptLevel.values()) {
      SortedMap<Integer, KeptNumbers> numbers = new TreeMap<>();
      for (int i = 0; i < points.size(); i++) {
        int interval = (int) ((points.timeMillis(i) / 1_000 - hour) / level.seconds());
        numbers.computeIfAbsent(interval, unseen -> new KeptNumbers()).add(points.value(i));
      }
      exact &= numbers.values().stream().allMatch(KeptNumbers::isExact);
      Put put = new Put(options.layout().rowKey(series, hour));
      batches.get(level).add(put.addColumn(FAMILY, column, KeptCell.encode(numbers)));
    }
    sketched &= isSketchable(points);
    if (sketched) {
      addSketches(series, hour, points);
    }
    if (batches.get(KeptLevel.HOUR).size() == BATCH) {
      flush();
    }
  }

  private static boolean isSketchable(Points points) {
    for (int i = 0; i < points.size(); i++) {
      if (!KeptSketch.takes(points.doubleValue(i))) {
        return false;
      }
    }
    return true;
  }

  private void addSketches(SeriesId series, long hour, Points points) {
    for (KeptLevel level : KeptLevel.values()) {
      SortedMap<Integer, KeptSketch> sketches = new TreeMap<>();
      for (int i = 0; i < points.size(); i++) {
        int interval = (int) ((points.timeMillis(i) / 1_000 - hour) / level.seconds());
        sketches.computeIfAbsent(interval, unseen -> new KeptSketch()).add(points.doubleValue(i));
      }
      Put put = new Put(options.layout().rowKey(series, hour));
      sketchBatches.get(level).add(put.addColumn(FAMILY, column, SketchCell.encode(sketches)));
    }
  }

  /** Writes what is left. */
  void flush() throws IOException {
    for (KeptLevel each : KeptLevel.values()) {
      tables.get(each).put(batches.get(each));
      batches.get(each).clear();
    }
    for (Map.Entry<KeptLevel, Table> each : sketchTables.entrySet()) {
      each.getValue().put(sketchBatches.get(each.getKey()));
      sketchBatches.get(each.getKey()).clear();
    }
  }

  /** Whether all sums are. */
  boolean isExact() {
    return exact;
  }

  /** Whether all numbers have sketches: the tables are there, and each number has a bucket. */
  boolean isSketched() {
    return sketched;
  }

  @Override
  public void close() throws IOException {
    for (Table each : tables.values()) {
      each.close();
    }
    for (Table each : sketchTables.values()) {
      each.close();
    }
  }
}
