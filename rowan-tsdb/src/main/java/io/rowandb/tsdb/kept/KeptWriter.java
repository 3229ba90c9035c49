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
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
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
  private final Map<KeptLevel, Batch> numbers;
  private final Map<KeptLevel, Batch> sketches;
  private boolean exact = true;
  private HourMark.Sketches made;

  /** What waits to be written to a table. */
  private record Batch(Table table, List<Put> puts) {}

  KeptWriter(Connection connection, PointStoreOptions options, long token) throws IOException {
    this.options = options;
    column = Bytes.toBytes(token);
    made = areSketched(connection, options) ? HourMark.Sketches.MADE : HourMark.Sketches.NONE;
    numbers = batches(connection, level -> level.table(options.tables()));
    sketches =
        made == HourMark.Sketches.MADE
            ? batches(connection, level -> level.sketchTable(options.tables()))
            : Map.of();
  }

  private static Map<KeptLevel, Batch> batches(
      Connection connection, Function<KeptLevel, TableName> names) throws IOException {
    Map<KeptLevel, Batch> batches = new EnumMap<>(KeptLevel.class);
    for (KeptLevel each : KeptLevel.values()) {
      batches.put(each, new Batch(connection.getTable(names.apply(each)), new ArrayList<>()));
    }
    return batches;
  }

  /** Whether the tables of sketches are there; the shortest level's was made last. */
  static boolean areSketched(Connection connection, PointStoreOptions options) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(KeptLevel.MINUTE.sketchTable(options.tables()));
    }
  }

  void add(SeriesId series, long hour, Points points) throws IOException {
    byte[] row = options.layout().rowKey(series, hour);
    if (made == HourMark.Sketches.MADE && !isSketchable(points)) {
      made = HourMark.Sketches.IMPOSSIBLE;
    }
    for (KeptLevel level : KeptLevel.values()) {
      SortedMap<Integer, KeptNumbers> of = new TreeMap<>();
      for (int i = 0; i < points.size(); i++) {
        of.computeIfAbsent(interval(level, hour, points, i), unseen -> new KeptNumbers())
            .add(points.value(i));
      }
      exact &= of.values().stream().allMatch(KeptNumbers::isExact);
      add(numbers.get(level), row, KeptCell.encode(of));
      if (made == HourMark.Sketches.MADE) {
        add(sketches.get(level), row, SketchCell.encode(sketches(level, hour, points)));
      }
    }
    if (numbers.get(KeptLevel.HOUR).puts().size() == BATCH) {
      flush();
    }
  }

  private static int interval(KeptLevel level, long hour, Points points, int point) {
    return (int) ((points.timeMillis(point) / 1_000 - hour) / level.seconds());
  }

  private static SortedMap<Integer, KeptSketch> sketches(
      KeptLevel level, long hour, Points points) {
    SortedMap<Integer, KeptSketch> of = new TreeMap<>();
    for (int i = 0; i < points.size(); i++) {
      of.computeIfAbsent(interval(level, hour, points, i), unseen -> new KeptSketch())
          .add(points.doubleValue(i));
    }
    return of;
  }

  private void add(Batch batch, byte[] row, byte[] cell) {
    batch.puts().add(new Put(row).addColumn(FAMILY, column, cell));
  }

  private static boolean isSketchable(Points points) {
    for (int i = 0; i < points.size(); i++) {
      if (!KeptSketch.takes(points.doubleValue(i))) {
        return false;
      }
    }
    return true;
  }

  private List<Batch> all() {
    List<Batch> all = new ArrayList<>(numbers.values());
    all.addAll(sketches.values());
    return all;
  }

  /** Writes what is left. */
  void flush() throws IOException {
    for (Batch each : all()) {
      each.table().put(each.puts());
      each.puts().clear();
    }
  }

  /** Whether all sums are. */
  boolean isExact() {
    return exact;
  }

  /** Whether all numbers have sketches. */
  HourMark.Sketches sketches() {
    return made;
  }

  @Override
  public void close() throws IOException {
    for (Batch each : all()) {
      each.table().close();
    }
  }
}
