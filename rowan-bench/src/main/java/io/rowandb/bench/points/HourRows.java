package io.rowandb.bench.points;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.FormatConversion;
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
  private final Columns columns;
  private final String metric;
  private final Connection connection;
  private final Clock clock;

  /** What becomes of a row's columns behind the last point. */
  enum Columns {
    /** They stay. */
    SINGLE("hours", "hour rows, a column a point"),
    /** They become one, as OpenTSDB makes it. */
    COMPACTED("compacted", "hour rows, compacted"),
    /** They become one, in the packed format. */
    PACKED("packed", "hour rows, packed");

    private final String table;
    private final String label;

    Columns(String table, String label) {
      this.table = table;
      this.label = label;
    }
  }

  /**
   * In tables of its own.
   *
   * @param metric of all points
   */
  HourRows(Connection connection, String metric, Columns columns) throws IOException {
    this.metric = metric;
    this.columns = columns;
    this.connection = connection;
    tables = TsdbTables.named(columns.table);
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    Uids uids =
        new Uids(
            connection,
            UidOptions.of(tables.uid(), PointKeyLayout.DEFAULT),
            room -> {
              throw new IllegalStateException("few names fill the UIDs: " + room);
            });
    // Cells are compacted some minutes after they were written; nobody waits for that here.
    clock = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    store = new PointStore(connection, uids, PointStoreOptions.of(tables), clock, System::nanoTime);
    queries = new Queries(store);
  }

  @Override
  public String label() {
    return columns.label;
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
    long done =
        switch (columns) {
          case SINGLE -> 1;
          case COMPACTED ->
              store
                  .compact(
                      metric,
                      PointTime.ofSeconds(0),
                      PointTime.ofSeconds(PointTime.MAX_SECONDS),
                      LIMITS)
                  .getOrDefault(RowCompaction.DONE, 0L);
          case PACKED ->
              new FormatConversion(connection, store.options(), clock)
                  .pack()
                  .rows(RowCompaction.DONE);
        };
    if (done == 0) {
      throw new IllegalStateException("no row became " + columns.label);
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
