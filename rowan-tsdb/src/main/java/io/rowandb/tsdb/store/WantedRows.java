package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The rows of a question, bucket by bucket, hour by hour, each by the UIDs of its series. Used by
 * one thread, once.
 */
final class WantedRows {
  /** Odd, so that all bytes come in turn. */
  static final int SAMPLE_STEP = 37;

  /** Of a read without a limit of series, so many are remembered. */
  private static final int MAX_REMEMBERED = 1_000_000;

  private final Uids uids;
  private final PointKeyLayout layout;
  private final RangeQuery query;
  private final ReadBudget budget;
  private final SeriesFilter filter;

  /** The series that were met, as far as that has to be known. */
  private final Map<SeriesId, Boolean> wanted = new HashMap<>();

  private int scans;

  WantedRows(
      Uids uids, SeriesNames names, PointKeyLayout layout, RangeQuery query, ReadBudget budget)
      throws IOException {
    this.uids = uids;
    this.layout = layout;
    this.query = query;
    this.budget = budget;
    filter = SeriesFilter.of(query, layout, names, uids);
  }

  /** How many series it remembers. */
  int remembered() {
    return wanted.size();
  }

  interface Taker {
    void take(SeriesRow row) throws IOException;
  }

  void forEach(Table table, Taker taker) throws IOException {
    byte[] metric = uids.uid(UidKind.METRIC, query.metric());
    for (int bucket = 0; bucket < layout.buckets() && !filter.isNone(); bucket++) {
      readBucket(table, bucket, metric, taker);
    }
  }

  private void readBucket(Table table, int bucket, byte[] metric, Taker taker) throws IOException {
    long base = PointTime.ofMillis(query.fromMillis()).baseSeconds();
    long end = PointTime.ofMillis(query.toMillis()).baseSeconds() + PointTime.ROW_SECONDS;
    HoursAtOnce slice = new HoursAtOnce();
    while (base < end) {
      long until = Math.min(end, base + (long) slice.hours() * PointTime.ROW_SECONDS);
      Scan scan =
          new Scan()
              .withStartRow(layout.firstRow(bucket, metric, base))
              .withStopRow(layout.firstRow(bucket, metric, until));
      filter.narrow(scan, SAMPLE_STEP * ++scans);
      long before = budget.nanos();
      boolean found = readRows(table, scan, taker);
      long taken = budget.nanos() - before;
      base = found || !slice.isMost() ? until : nextHour(table, bucket, metric, until, end);
      slice.took(taken);
    }
  }

  /** After hours without rows, where the metric's next row is; the end if there is none. */
  private long nextHour(Table table, int bucket, byte[] metric, long from, long end)
      throws IOException {
    Scan scan =
        KeyScans.keysOnly(
                new Scan()
                    .withStartRow(layout.firstRow(bucket, metric, from))
                    .withStopRow(layout.firstRow(bucket, metric, end)))
            .setOneRowLimit();
    budget.checkTime();
    try (ResultScanner rows = table.getScanner(scan)) {
      Result row = rows.next();
      return row == null ? end : Math.max(from, layout.baseSecondsOf(row.getRow()));
    }
  }

  /** Whether there was one that passes. */
  private boolean readRows(Table table, Scan scan, Taker taker) throws IOException {
    boolean found = false;
    try (SeriesRowScanner rows =
        new SeriesRowScanner(table, scan, layout, budget, filter::passes)) {
      for (Optional<SeriesRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        found = true;
        if (isWanted(row.get().series())) {
          taker.take(row.get());
        }
      }
    }
    return found;
  }

  private boolean isWanted(SeriesId series) throws IOException {
    if (!budget.limitsSeries() && !filter.isByName()) {
      return true;
    }
    Boolean known = wanted.get(series);
    if (known == null) {
      budget.tookSeries(series);
      known = filter.wants(series);
      if (budget.limitsSeries() || wanted.size() < MAX_REMEMBERED) {
        wanted.put(series, known);
      }
    }
    return known;
  }
}
