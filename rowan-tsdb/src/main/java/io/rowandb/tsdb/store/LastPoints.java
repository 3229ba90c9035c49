package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Looks for the newest points, from the newest hour backwards. Used by one thread, once. */
final class LastPoints {
  private final Uids uids;
  private final SeriesNames names;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final ReadBudget budget;

  private final Map<SeriesId, LastPoint> found = new TreeMap<>();
  private final Set<SeriesId> unwanted = new HashSet<>();

  LastPoints(Uids uids, SeriesNames names, PointStoreOptions options, ReadBudget budget) {
    this.uids = uids;
    this.names = names;
    this.options = options;
    layout = options.layout();
    this.budget = budget;
  }

  /** Of all series of a question's hours, up to its last time. */
  List<LastPoint> find(Table table, RangeQuery query) throws IOException {
    byte[] metric = uids.uid(UidKind.METRIC, query.metric());
    SeriesFilter filter = SeriesFilter.of(query, layout, names, uids);
    long base = PointTime.ofMillis(query.fromMillis()).baseSeconds();
    long end = PointTime.ofMillis(query.toMillis()).baseSeconds() + PointTime.ROW_SECONDS;
    for (int bucket = 0; bucket < layout.buckets() && !filter.isNone(); bucket++) {
      Scan scan =
          new Scan()
              .setReversed(true)
              .withStartRow(layout.firstRow(bucket, metric, end))
              .withStopRow(layout.firstRow(bucket, metric, base));
      filter.narrow(scan, bucket);
      try (SeriesRowScanner rows =
          new SeriesRowScanner(table, scan, layout, budget, row -> isNew(row, filter))) {
        for (Optional<SeriesRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          take(row.get(), filter, query.toMillis());
        }
      }
    }
    return new ArrayList<>(found.values());
  }

  /** Whether a row passes, and is of a series without a point yet. */
  private boolean isNew(byte[] row, SeriesFilter filter) {
    return filter.passes(row)
        && layout.trySeriesOf(row).map(series -> !found.containsKey(series)).orElse(true);
  }

  private void take(SeriesRow row, SeriesFilter filter, long toMillis) throws IOException {
    SeriesId series = row.series();
    if (found.containsKey(series) || unwanted.contains(series)) {
      return;
    }
    if (!filter.wants(series)) {
      budget.tookSeries();
      unwanted.add(series);
      return;
    }
    keepLast(row, toMillis);
  }

  private boolean keepLast(SeriesRow row, long toMillis) throws IOException {
    Points points = row.points(options.duplicates());
    OptionalInt last = points.lastUntil(toMillis);
    if (last.isEmpty()) {
      return false;
    }
    budget.tookSeries();
    budget.tookPoints(1);
    DataPoint point =
        new DataPoint(
            names.named(row.series()), points.time(last.getAsInt()), points.value(last.getAsInt()));
    found.put(row.series(), new LastPoint(point, row.series().toString()));
    return true;
  }

  /**
   * Of these series, without those that have none.
   *
   * @param fromMillis of whose hour is the first row
   */
  List<LastPoint> find(Table table, List<SeriesId> series, long fromMillis, long toMillis)
      throws IOException {
    List<LastPoint> all = new ArrayList<>();
    long first = PointTime.ofMillis(fromMillis).baseSeconds();
    for (SeriesId each : series) {
      long base = PointTime.ofMillis(toMillis).baseSeconds();
      while (base >= first && !keepLast(table, each, base, toMillis)) {
        base -= PointTime.ROW_SECONDS;
      }
      if (base >= first) {
        all.add(found.get(each));
      }
    }
    return all;
  }

  private boolean keepLast(Table table, SeriesId series, long base, long toMillis)
      throws IOException {
    byte[] key = layout.rowKey(series, base);
    Scan scan = new Scan().withStartRow(key).withStopRow(key, true);
    try (SeriesRowScanner rows = new SeriesRowScanner(table, scan, layout, budget)) {
      Optional<SeriesRow> row = rows.next();
      return row.isPresent() && keepLast(row.get(), toMillis);
    }
  }
}
