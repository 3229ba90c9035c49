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
  private boolean exact = true;

  KeptWriter(Connection connection, PointStoreOptions options, long token) throws IOException {
    this.options = options;
    column = Bytes.toBytes(token);
    for (KeptLevel each : KeptLevel.values()) {
      tables.put(each, connection.getTable(each.table(options.tables())));
      batches.put(each, new ArrayList<>());
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
    if (batches.get(KeptLevel.HOUR).size() == BATCH) {
      flush();
    }
  }

  /** Writes what is left. */
  void flush() throws IOException {
    for (KeptLevel each : KeptLevel.values()) {
      tables.get(each).put(batches.get(each));
      batches.get(each).clear();
    }
  }

  /** Whether all sums are. */
  boolean isExact() {
    return exact;
  }

  @Override
  public void close() throws IOException {
    for (Table each : tables.values()) {
      each.close();
    }
  }
}
