package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.SeriesId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Goes from one hour in which a metric has rows to the next, in one bucket of its keys, for who
 * looks for the rows of a few series there. Used by one thread.
 */
final class HourWalk {
  private final Table table;
  private final PointKeyLayout layout;
  private final byte[] metric;
  private final int bucket;
  private final ReadBudget budget;

  HourWalk(Table table, PointKeyLayout layout, byte[] metric, int bucket, ReadBudget budget) {
    this.table = table;
    this.layout = layout;
    this.metric = metric;
    this.bucket = bucket;
    this.budget = budget;
  }

  /** Those of some series whose rows are in this bucket, in the order of their rows. */
  List<SeriesId> here(Collection<SeriesId> series) {
    byte[] prefix = layout.rowPrefix(bucket, metric);
    List<SeriesId> here = new ArrayList<>();
    for (SeriesId each : series) {
      if (Bytes.startsWith(layout.rowKey(each, 0), prefix)) {
        here.add(each);
      }
    }
    here.sort(SeriesId::compareTo);
    return here;
  }

  /**
   * The first hour from one on.
   *
   * @throws io.rowandb.tsdb.codec.DamagedDataException when the row there has another time
   */
  OptionalLong from(long baseSeconds) throws IOException {
    return hour(
        new Scan()
            .withStartRow(layout.firstRow(bucket, metric, baseSeconds))
            .setFilter(new PrefixFilter(layout.rowPrefix(bucket, metric))));
  }

  /**
   * The last hour before one.
   *
   * @param first which it is at least
   * @throws io.rowandb.tsdb.codec.DamagedDataException when the row there has another time
   */
  OptionalLong before(long baseSeconds, long first) throws IOException {
    return hour(
        new Scan()
            .setReversed(true)
            .withStartRow(layout.firstRow(bucket, metric, baseSeconds), false)
            .withStopRow(layout.firstRow(bucket, metric, first)));
  }

  private OptionalLong hour(Scan scan) throws IOException {
    budget.checkTime();
    try (ResultScanner rows = table.getScanner(KeyScans.keysOnly(scan).setOneRowLimit())) {
      Result row = rows.next();
      if (row == null) {
        return OptionalLong.empty();
      }
      budget.took(row);
      return OptionalLong.of(layout.baseSecondsOf(row.getRow()));
    }
  }

  /** The hour after one; the last hour of all has none. */
  static OptionalLong next(long baseSeconds) {
    long next = baseSeconds + PointTime.ROW_SECONDS;
    return next > PointTime.MAX_SECONDS ? OptionalLong.empty() : OptionalLong.of(next);
  }
}
