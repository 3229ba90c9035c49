package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks for the newest points, from the newest hour backwards, some hours at a time. Of the newest
 * hour it reads the rows; of those before it the keys, and the rows of series that were not met
 * yet. Used by one thread, once.
 */
final class LastPoints {
  /** Rows that are read by one scan. */
  private static final int ROWS_AT_ONCE = 500;

  private final Uids uids;
  private final SeriesNames names;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final ReadBudget budget;
  private final TagIndex index;

  private final Map<SeriesId, LastPoint> found = new TreeMap<>();
  private final Set<SeriesId> unwanted = new HashSet<>();
  private int scans;

  LastPoints(
      Uids uids, SeriesNames names, PointStoreOptions options, ReadBudget budget, TagIndex index) {
    this.index = index;
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
    IndexChoice.Chosen chosen = new IndexChoice(index, uids, layout, filter, budget, 1).of(metric);
    if (chosen.way().byIndex() && findChosen(table, query, metric, chosen.series())) {
      return new ArrayList<>(found.values());
    }
    for (int bucket = 0; bucket < layout.buckets() && !filter.isNone(); bucket++) {
      new Bucket(table, query, filter, metric, bucket).find();
    }
    return new ArrayList<>(found.values());
  }

  /**
   * Looks for rows of these series alone, whose cost does not go by the hours: each is counted once
   * for all, as most have points in the newest hours.
   *
   * @return whether it did: not, if a row of the metric has no hour
   */
  private boolean findChosen(Table table, RangeQuery query, byte[] metric, Set<SeriesId> chosen)
      throws IOException {
    for (int bucket = 0; bucket < layout.buckets(); bucket++) {
      HourWalk walk = new HourWalk(table, layout, metric, bucket, budget);
      List<SeriesId> open = walk.here(chosen);
      long first = PointTime.ofMillis(query.fromMillis()).baseSeconds();
      long end = PointTime.ofMillis(query.toMillis()).baseSeconds() + PointTime.ROW_SECONDS;
      while (!open.isEmpty()) {
        OptionalLong hour;
        try {
          hour = walk.before(end, first);
        } catch (DamagedDataException e) {
          return false;
        }
        if (hour.isEmpty()) {
          break;
        }
        end = hour.getAsLong();
        readRows(table, open, end, query.toMillis());
        open.removeIf(found::containsKey);
      }
    }
    return true;
  }

  private void readRows(Table table, List<SeriesId> series, long hour, long toMillis)
      throws IOException {
    for (int from = 0; from < series.size(); from += ROWS_AT_ONCE) {
      List<RowRange> rows = new ArrayList<>();
      for (SeriesId each : series.subList(from, Math.min(series.size(), from + ROWS_AT_ONCE))) {
        byte[] row = layout.rowKey(each, hour);
        rows.add(new RowRange(row, true, row, true));
      }
      budget.checkTime();
      try (SeriesRowScanner scanner = new SeriesRowScanner(table, scanOf(rows), layout, budget)) {
        for (Optional<SeriesRow> row = scanner.next(); row.isPresent(); row = scanner.next()) {
          keepLast(row.get(), toMillis);
        }
      }
    }
  }

  /** In their order. */
  private static Scan scanOf(List<RowRange> rows) {
    return new Scan()
        .withStartRow(rows.get(0).getStartRow())
        .withStopRow(rows.get(rows.size() - 1).getStopRow(), true)
        .setFilter(new MultiRowRangeFilter(rows));
  }

  /** The rows of a metric that are in one place. */
  private final class Bucket {
    private final Table table;
    private final RangeQuery query;
    private final SeriesFilter filter;
    private final byte[] metric;
    private final int bucket;

    /** Rows of one hour that have to be read. */
    private final List<RowRange> open = new ArrayList<>();

    private long openHour = -1;

    private Bucket(Table table, RangeQuery query, SeriesFilter filter, byte[] metric, int bucket) {
      this.table = table;
      this.query = query;
      this.filter = filter;
      this.metric = metric;
      this.bucket = bucket;
    }

    private void find() throws IOException {
      long first = PointTime.ofMillis(query.fromMillis()).baseSeconds();
      long newest = PointTime.ofMillis(query.toMillis()).baseSeconds();
      readRows(scan(newest, newest + PointTime.ROW_SECONDS));
      HoursAtOnce slice = new HoursAtOnce();
      long end = newest;
      while (end > first) {
        long begin = Math.max(first, end - (long) slice.hours() * PointTime.ROW_SECONDS);
        long before = budget.nanos();
        boolean any = readKeys(scan(begin, end));
        end = any || !slice.isMost() ? begin : endOfHourBefore(begin, first);
        slice.took(budget.nanos() - before);
      }
    }

    private Scan scan(long begin, long end) {
      Scan scan = backwards(begin, end);
      filter.narrow(scan, WantedRows.SAMPLE_STEP * ++scans);
      return scan;
    }

    private Scan backwards(long begin, long end) {
      return new Scan()
          .setReversed(true)
          .withStartRow(layout.firstRow(bucket, metric, end))
          .withStopRow(layout.firstRow(bucket, metric, begin));
    }

    /** After hours without rows: the end of the hour of the metric's next row. */
    private long endOfHourBefore(long end, long first) throws IOException {
      budget.checkTime();
      Scan scan = KeyScans.keysOnly(backwards(first, end)).setOneRowLimit();
      try (ResultScanner rows = table.getScanner(scan)) {
        Result row = rows.next();
        return row == null
            ? first
            : Math.min(end, layout.baseSecondsOf(row.getRow()) + PointTime.ROW_SECONDS);
      }
    }

    private void readRows(Scan scan) throws IOException {
      try (SeriesRowScanner rows =
          new SeriesRowScanner(table, scan, layout, budget, row -> isNew(row, filter))) {
        for (Optional<SeriesRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          take(row.get(), filter, query.toMillis());
        }
      }
    }

    /** Whether there was one that passes. */
    private boolean readKeys(Scan scan) throws IOException {
      boolean any = false;
      budget.checkTime();
      try (ResultScanner rows = table.getScanner(KeyScans.keysOnly(scan))) {
        for (Result row = rows.next(); row != null; row = rows.next()) {
          budget.took(row);
          budget.checkTime();
          any = true;
          addOpen(row.getRow());
        }
      }
      readOpen();
      return any;
    }

    private void addOpen(byte[] row) throws IOException {
      if (!isNew(row, filter)) {
        return;
      }
      long hour = layout.baseSecondsOf(row);
      if (hour != openHour || open.size() == ROWS_AT_ONCE) {
        readOpen();
        // What was found of a series in a newer hour counts.
        openHour = hour;
      }
      if (isNew(row, filter)) {
        open.add(new RowRange(row, true, row, true));
      }
    }

    private void readOpen() throws IOException {
      if (open.isEmpty()) {
        return;
      }
      open.sort((a, b) -> Bytes.compareTo(a.getStartRow(), b.getStartRow()));
      readRows(scanOf(open));
      open.clear();
    }
  }

  /** Whether a row passes, and is of a series that was not met yet. */
  private boolean isNew(byte[] row, SeriesFilter filter) {
    return filter.passes(row)
        && layout
            .trySeriesOf(row)
            .map(series -> !found.containsKey(series) && !unwanted.contains(series))
            .orElse(true);
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
