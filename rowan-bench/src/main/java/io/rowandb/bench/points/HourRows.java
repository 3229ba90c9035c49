package io.rowandb.bench.points;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.RowCompaction;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.compress.Compression;

/** OpenTSDB's: a row for each hour of a series, and its points in columns. */
final class HourRows implements PointForm {
  private static final ReadLimits LIMITS =
      new ReadLimits(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Duration.ofHours(1));

  private final TsdbTables tables;
  private final PointStore store;
  private final Queries queries;
  private final boolean compacted;
  private final String metric;

  /**
   * In tables of its own.
   *
   * @param compacted whether the columns of each row become one behind the last point
   * @param metric of all points
   */
  HourRows(Connection connection, String metric, boolean compacted) throws IOException {
    this.metric = metric;
    this.compacted = compacted;
    tables = TsdbTables.named(compacted ? "compacted" : "hours");
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    Uids uids =
        new Uids(
            connection,
            UidOptions.of(tables.uid(), PointKeyLayout.DEFAULT),
            room -> {
              throw new IllegalStateException("few names fill the UIDs: " + room);
            });
    // Cells are compacted some minutes after they were written; nobody waits for that here.
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    store = new PointStore(connection, uids, PointStoreOptions.of(tables), later, System::nanoTime);
    queries = new Queries(store);
  }

  @Override
  public String label() {
    return compacted ? "hour rows, compacted" : "hour rows, a column a point";
  }

  @Override
  public TableName table() {
    return tables.data();
  }

  @Override
  public void write(List<DataPoint> points) throws IOException {
    store.put(points);
  }

  @Override
  public void finish() throws IOException {
    if (compacted) {
      Map<RowCompaction, Long> rows =
          store.compact(
              metric, PointTime.ofSeconds(0), PointTime.ofSeconds(PointTime.MAX_SECONDS), LIMITS);
      if (rows.getOrDefault(RowCompaction.DONE, 0L) == 0) {
        throw new IllegalStateException("no row was compacted: " + rows);
      }
    }
  }

  @Override
  public Samples ask(MetricQuery query) throws IOException {
    List<GroupAnswer> answers = queries.answer(query, LIMITS);
    if (answers.size() != 1) {
      throw new IllegalStateException("one group was asked for, here are " + answers.size());
    }
    return answers.get(0).numbers();
  }
}
