package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** One read of a range. Used by one thread, once. */
final class RangeReader {
  /**
   * Of this many hours at most is a scan, so that the time is looked at also while no row passes
   * the filter: a scan doubles its hours while it is quick, and halves them while it is slow.
   */
  private static final int MAX_HOURS = 1 << 7;

  /** Odd, so that all bytes come in turn. */
  private static final int SAMPLE_STEP = 37;

  private static final long QUICK_NANOS = 100_000_000;
  private static final long SLOW_NANOS = 1_000_000_000;

  private final Uids uids;
  private final SeriesNames names;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final RangeQuery query;
  private final ReadBudget budget;

  /** What was read, of the series that are wanted; nothing, of those that are not. */
  private final Map<SeriesId, Optional<Gathered>> gathered = new TreeMap<>();

  private int scans;

  private record Gathered(Points points, List<StoredObject> annotations) {}

  RangeReader(
      Uids uids,
      SeriesNames names,
      PointStoreOptions options,
      RangeQuery query,
      ReadBudget budget) {
    this.uids = uids;
    this.names = names;
    this.options = options;
    layout = options.layout();
    this.query = query;
    this.budget = budget;
  }

  /** Reads it: series by their UIDs, without those that have nothing in the range. */
  List<SeriesPoints> read(Table table) throws IOException {
    byte[] metric = uids.uid(UidKind.METRIC, query.metric());
    SeriesFilter filter = SeriesFilter.of(query, layout, names, uids);
    for (int bucket = 0; bucket < layout.buckets() && !filter.isNone(); bucket++) {
      readBucket(table, bucket, metric, filter);
    }
    List<SeriesPoints> found = new ArrayList<>();
    for (Map.Entry<SeriesId, Optional<Gathered>> each : gathered.entrySet()) {
      budget.checkTime();
      Gathered of = each.getValue().orElse(null);
      if (of != null && (of.points.size() > 0 || !of.annotations.isEmpty())) {
        found.add(
            new SeriesPoints(
                names.named(each.getKey()), of.points, of.annotations, each.getKey()));
      }
    }
    return found;
  }

  private void readBucket(Table table, int bucket, byte[] metric, SeriesFilter filter)
      throws IOException {
    long base = PointTime.ofMillis(query.fromMillis()).baseSeconds();
    long end = PointTime.ofMillis(query.toMillis()).baseSeconds() + PointTime.ROW_SECONDS;
    int hours = 1;
    while (base < end) {
      long until = Math.min(end, base + (long) hours * PointTime.ROW_SECONDS);
      Scan scan =
          new Scan()
              .withStartRow(layout.firstRow(bucket, metric, base))
              .withStopRow(layout.firstRow(bucket, metric, until));
      filter.narrow(scan, SAMPLE_STEP * ++scans);
      long before = budget.nanos();
      readRows(table, scan, filter);
      long taken = budget.nanos() - before;
      base = until;
      if (taken < QUICK_NANOS) {
        hours = Math.min(MAX_HOURS, hours * 2);
      } else if (taken > SLOW_NANOS) {
        hours = Math.max(1, hours / 2);
      }
    }
  }

  private void readRows(Table table, Scan scan, SeriesFilter filter) throws IOException {
    try (SeriesRowScanner rows =
        new SeriesRowScanner(table, scan, layout, budget, filter::passes)) {
      for (Optional<SeriesRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        take(row.get(), filter);
      }
    }
  }

  private void take(SeriesRow row, SeriesFilter filter) throws IOException {
    Optional<Gathered> known = gathered.get(row.series());
    if (known == null) {
      budget.tookSeries();
      known =
          filter.wants(row.series())
              ? Optional.of(new Gathered(new Points(), new ArrayList<>()))
              : Optional.empty();
      gathered.put(row.series(), known);
    }
    if (known.isPresent()) {
      Points points = row.points(options.duplicates());
      budget.tookPoints(known.get().points.addAll(points, query.fromMillis(), query.toMillis()));
      known.get().annotations.addAll(row.annotations(query.fromMillis(), query.toMillis()));
    }
  }
}
