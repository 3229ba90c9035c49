package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes the rollups of points that come series by series within an hour. Used by one thread.
 * Closing writes nothing, as after an error.
 */
final class RollupWriter implements Closeable {
  private static final byte[] FAMILY = {'t'};
  private static final int BATCH = 1_000;

  private final Table table;
  private final PointKeyLayout layout;
  private final Uids uids;
  private final RollupLevel level;
  private final Map<Series, SeriesId> ids = new HashMap<>();
  private final List<Put> batch = new ArrayList<>();

  private Series series;
  private long begin;
  private RollupNumbers numbers = new RollupNumbers();
  private long intervals;

  RollupWriter(Table table, PointKeyLayout layout, Uids uids, RollupLevel level) {
    this.table = table;
    this.layout = layout;
    this.uids = uids;
    this.level = level;
  }

  void add(DataPoint point) {
    long seconds = point.time().millis() / 1_000;
    long beginOfIt = seconds - seconds % level.intervalSeconds();
    if (!point.series().equals(series) || beginOfIt != begin) {
      end();
      series = point.series();
      begin = beginOfIt;
    }
    numbers.add(point.value().doubleValue());
  }

  private void end() {
    if (series == null) {
      return;
    }
    try {
      Put put = new Put(layout.rowKey(id(series), level.span().base(begin)));
      for (RollupKind kind : RollupKind.values()) {
        RollupColumn column = new RollupColumn(kind, level.interval(begin), numbers.value(kind));
        put.addColumn(FAMILY, column.qualifier(), column.value().toBytes());
      }
      batch.add(put);
      intervals++;
      if (batch.size() == BATCH) {
        write();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    numbers = new RollupNumbers();
  }

  private SeriesId id(Series of) throws IOException {
    SeriesId known = ids.get(of);
    if (known != null) {
      return known;
    }
    List<byte[]> pairs = new ArrayList<>();
    for (Map.Entry<String, String> tag : of.tags().entrySet()) {
      pairs.add(
          Bytes.add(
              uids.uid(UidKind.TAG_KEY, tag.getKey()),
              uids.uid(UidKind.TAG_VALUE, tag.getValue())));
    }
    SeriesId id = layout.series(uids.uid(UidKind.METRIC, of.metric()), pairs);
    ids.put(of, id);
    return id;
  }

  private void write() throws IOException {
    table.put(batch);
    batch.clear();
  }

  /** Writes what is left. */
  void flush() throws IOException {
    try {
      end();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    series = null;
    write();
  }

  long intervals() {
    return intervals;
  }

  @Override
  public void close() {
    batch.clear();
  }
}
