package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creates meta data as names get UIDs and points are written. What a death leaves out, {@link
 * MetaSync} creates. Used by any number of threads.
 */
public final class MetaTracker {
  private static final System.Logger LOG = System.getLogger(MetaTracker.class.getName());

  /** Series that are known to have meta data, some 100 bytes each; beyond it, all are forgotten. */
  private static final int MAX_KNOWN = 1_000_000;

  private static final int ROWS_A_REQUEST = 1_000;

  private final Connection connection;
  private final TsdbTables tables;
  private final MetaTracking tracking;
  private final Clock clock;
  private final NewSeries listener;
  private final Set<SeriesId> known = ConcurrentHashMap.newKeySet();

  /** Is told of new series. */
  public interface NewSeries {
    /** One, before its meta data are created: it is told again, if it fails or dies. */
    void put(SeriesId series) throws IOException;
  }

  /**
   * Of tables.
   *
   * @param clock by which a name or series is first seen
   * @param listener told of series that get meta data
   */
  public MetaTracker(
      Connection connection,
      TsdbTables tables,
      MetaTracking tracking,
      Clock clock,
      NewSeries listener) {
    this.listener = listener;
    this.connection = connection;
    this.tables = tables;
    this.tracking = tracking;
    this.clock = clock;
  }

  /** What it creates. */
  public MetaTracking tracking() {
    return tracking;
  }

  /** A name has got a UID. */
  public void assigned(UidKind kind, byte[] uid) throws IOException {
    if (tracking.names()) {
      try (Table table = connection.getTable(tables.uid())) {
        MetaCells.CELLS.write(
            table,
            uid,
            MetaCells.ofName(kind),
            Optional.empty(),
            UidMeta.toStored(kind, MetaNotes.created(nowSeconds())));
      }
    }
  }

  private long nowSeconds() {
    return clock.millis() / 1_000;
  }

  /**
   * Points are written. Where a counter has not 8 bytes, they are not counted, and that is logged.
   *
   * @param points how many of each series
   */
  public void wrote(Map<SeriesId, Integer> points) throws IOException {
    if (!tracking.tracking() || points.isEmpty()) {
      return;
    }
    try (Table table = connection.getTable(tables.meta())) {
      if (!tracking.series()) {
        mark(table, points.keySet());
        return;
      }
      if (tracking.counting()) {
        count(table, points);
      }
      create(table, points.keySet());
    }
  }

  private static void mark(Table table, Collection<SeriesId> series) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (SeriesId each : series) {
      puts.add(
          new Put(each.toBytes())
              .addColumn(MetaCells.FAMILY, MetaCells.COUNTER, Bytes.toBytes(1L)));
    }
    table.put(puts);
  }

  private static void count(Table table, Map<SeriesId, Integer> points) throws IOException {
    List<Row> increments = new ArrayList<>();
    points.forEach(
        (series, count) ->
            increments.add(
                new Increment(series.toBytes())
                    .addColumn(MetaCells.FAMILY, MetaCells.COUNTER, count)
                    .setReturnResults(false)));
    Object[] results = new Object[increments.size()];
    try {
      table.batch(increments, results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while points were counted").initCause(e);
    } catch (IOException e) {
      skipDamaged(table, increments, results, e);
    }
  }

  /** The points are written, and the other series are counted. */
  private static void skipDamaged(
      Table table, List<Row> increments, Object[] results, IOException failure) throws IOException {
    List<String> damaged = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i] instanceof Result) {
        continue;
      }
      byte[] row = increments.get(i).getRow();
      Optional<byte[]> counter = MetaCells.CELLS.get(table, row, MetaCells.COUNTER);
      if (counter.isEmpty() || counter.get().length == Long.BYTES) {
        throw failure;
      }
      damaged.add(Bytes.toStringBinary(row));
    }
    if (damaged.isEmpty()) {
      throw failure;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "points are not counted, as the counters of {0} in {1} have not 8 bytes",
        damaged,
        table.getName());
  }

  private void create(Table table, Collection<SeriesId> series) throws IOException {
    List<SeriesId> unknown = series.stream().filter(each -> !known.contains(each)).toList();
    for (int from = 0; from < unknown.size(); from += ROWS_A_REQUEST) {
      createAbsent(table, unknown.subList(from, Math.min(unknown.size(), from + ROWS_A_REQUEST)));
    }
  }

  private void createAbsent(Table table, List<SeriesId> series) throws IOException {
    List<Get> gets =
        series.stream()
            .map(each -> new Get(each.toBytes()).addColumn(MetaCells.FAMILY, MetaCells.SERIES))
            .toList();
    Result[] found = table.get(gets);
    for (int i = 0; i < found.length; i++) {
      SeriesId each = series.get(i);
      if (found[i].isEmpty()) {
        listener.put(each);
        SeriesMeta meta = SeriesMeta.of(each.toString(), MetaNotes.created(nowSeconds()));
        MetaCells.CELLS.write(
            table, each.toBytes(), MetaCells.SERIES, Optional.empty(), meta.toStored());
      }
      if (known.size() >= MAX_KNOWN) {
        known.clear();
      }
      known.add(each);
    }
  }
}
