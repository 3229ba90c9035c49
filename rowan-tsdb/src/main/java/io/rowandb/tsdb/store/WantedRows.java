package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;

/**
 * The rows of a question, bucket by bucket, hour by hour, each by the UIDs of its series. Used by
 * one thread, once.
 */
final class WantedRows {
  /** Odd, so that all bytes come in turn. */
  static final int SAMPLE_STEP = 37;

  /** Rows of chosen series that a scan looks for, unless an hour has more. */
  private static final int SEEKS_A_SCAN = 1_000;

  /** Of a read without a limit of series, so many are remembered. */
  private static final int MAX_REMEMBERED = 1_000_000;

  private final Uids uids;
  private final PointKeyLayout layout;
  private final RangeQuery query;
  private final ReadBudget budget;
  private final SeriesFilter filter;

  /** The series that were met, as far as that has to be known. */
  private final Map<SeriesId, Boolean> wanted = new HashMap<>();

  private final Optional<TagIndex> index;

  /** Those that are read by their keys, if they are. */
  private Optional<Set<SeriesId>> chosen = Optional.empty();

  private int scans;

  /** By passing over all rows. */
  WantedRows(
      Uids uids, SeriesNames names, PointKeyLayout layout, RangeQuery query, ReadBudget budget)
      throws IOException {
    this(uids, names, layout, query, budget, Optional.empty());
  }

  /**
   * Of a question.
   *
   * @param index which may choose series, if it is ready
   */
  WantedRows(
      Uids uids,
      SeriesNames names,
      PointKeyLayout layout,
      RangeQuery query,
      ReadBudget budget,
      Optional<TagIndex> index)
      throws IOException {
    this.index = index;
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
    IndexChoice.Chosen choice = choose(metric);
    chosen = choice.way().byIndex() ? Optional.of(choice.series()) : Optional.empty();
    for (int bucket = 0; bucket < layout.buckets() && !filter.isNone(); bucket++) {
      List<SeriesId> there = inBucket(bucket);
      if (chosen.isEmpty() || !there.isEmpty()) {
        readBucket(table, bucket, metric, there, taker);
      }
    }
  }

  /** How its rows are found. */
  ReadPlan way() throws IOException {
    return choose(uids.uid(UidKind.METRIC, query.metric())).way();
  }

  private IndexChoice.Chosen choose(byte[] metric) throws IOException {
    if (!query.tsuids().isEmpty()) {
      return given(metric);
    }
    if (index.isEmpty()) {
      return new IndexChoice.Chosen(ReadPlan.scan("these rows have no index"), Set.of());
    }
    return new IndexChoice(index.get(), uids, layout, filter, budget, hours()).of(metric);
  }

  private IndexChoice.Chosen given(byte[] metric) {
    Set<SeriesId> series = new TreeSet<>();
    for (String each : query.tsuids()) {
      SeriesId one = layout.parseSeries(each);
      if (!Arrays.equals(layout.metricOf(one), metric)) {
        throw new IllegalArgumentException(
            "the series with the TSUID " + each + " is none of the metric " + query.metric());
      }
      series.add(one);
    }
    long seeks = hours() * series.size();
    return new IndexChoice.Chosen(
        new ReadPlan(true, "the series are given", -1, seeks, series.size()), series);
  }

  private long hours() {
    return (endSeconds() - firstSeconds()) / PointTime.ROW_SECONDS;
  }

  private long firstSeconds() {
    return PointTime.ofMillis(query.fromMillis()).baseSeconds();
  }

  private long endSeconds() {
    return PointTime.ofMillis(query.toMillis()).baseSeconds() + PointTime.ROW_SECONDS;
  }

  private List<SeriesId> inBucket(int bucket) {
    List<SeriesId> there = new ArrayList<>();
    for (SeriesId each : chosen.orElse(Set.of())) {
      byte[] first = layout.firstRow(bucket, layout.metricOf(each), 0);
      if (Arrays.equals(
          first, 0, layout.saltWidth(), layout.rowKey(each, 0), 0, layout.saltWidth())) {
        there.add(each);
      }
    }
    return there;
  }

  private void readBucket(
      Table table, int bucket, byte[] metric, List<SeriesId> series, Taker taker)
      throws IOException {
    long base = firstSeconds();
    long end = endSeconds();
    HoursAtOnce slice = new HoursAtOnce();
    while (base < end) {
      int hours = Math.min(slice.hours(), Math.max(1, SEEKS_A_SCAN / Math.max(1, series.size())));
      long until = Math.min(end, base + (long) hours * PointTime.ROW_SECONDS);
      Scan scan =
          new Scan()
              .withStartRow(layout.firstRow(bucket, metric, base))
              .withStopRow(layout.firstRow(bucket, metric, until));
      narrow(scan, series, base, until);
      long before = budget.nanos();
      boolean found = readRows(table, scan, taker);
      long taken = budget.nanos() - before;
      boolean isMost = chosen.isPresent() || slice.isMost();
      base = found || !isMost ? until : nextHour(table, bucket, metric, until, end);
      slice.took(taken);
    }
  }

  private void narrow(Scan scan, List<SeriesId> series, long base, long until) {
    if (chosen.isEmpty()) {
      filter.narrow(scan, SAMPLE_STEP * ++scans);
      return;
    }
    List<RowRange> rows = new ArrayList<>();
    for (long hour = base; hour < until; hour += PointTime.ROW_SECONDS) {
      for (SeriesId each : series) {
        byte[] row = layout.rowKey(each, hour);
        rows.add(new RowRange(row, true, row, true));
      }
    }
    scan.setFilter(new MultiRowRangeFilter(rows));
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
