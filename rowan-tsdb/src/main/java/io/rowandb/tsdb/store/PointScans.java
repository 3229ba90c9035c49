package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Goes through points without holding them in memory. Used by any number of threads. */
public final class PointScans {
  private final Connection connection;
  private final Uids uids;
  private final PointStoreOptions options;
  private final Clock clock;
  private final SeriesNames names;
  private final TagIndex index;

  /**
   * In the table of points of these options.
   *
   * @param uids of the same layout
   */
  public PointScans(Connection connection, Uids uids, PointStoreOptions options) {
    this(connection, uids, options, Clock.systemUTC());
  }

  PointScans(Connection connection, Uids uids, PointStoreOptions options, Clock clock) {
    this(
        connection,
        uids,
        options,
        clock,
        new TagIndex(connection, options.tables().data(), options.layout()));
  }

  /**
   * In a table with rows of hours of the same series as another one.
   *
   * @param index of that other table
   */
  public PointScans(Connection connection, Uids uids, PointStoreOptions options, TagIndex index) {
    this(connection, uids, options, Clock.systemUTC(), index);
  }

  private PointScans(
      Connection connection, Uids uids, PointStoreOptions options, Clock clock, TagIndex index) {
    this.connection = connection;
    this.uids = uids;
    this.options = options;
    this.clock = clock;
    names = new SeriesNames(uids, options);
    this.index = index;
  }

  private WantedRows rows(RangeQuery query, ReadBudget budget) throws IOException {
    return new WantedRows(uids, names, options.layout(), query, budget, Optional.of(index));
  }

  private Table table() throws IOException {
    TableFormat.of(connection, options.tables().data());
    return connection.getTable(options.tables().data());
  }

  /**
   * Gives the points of a question to somebody as they are read, hour by hour and series by series:
   * nothing but the row at hand is in memory, unless the limits have one of series, which must be
   * counted then, or something is filtered by name: then the series that were met, a million at
   * most.
   *
   * @throws IOException as {@link PointStore#read}; what was given stays given
   */
  public void scan(RangeQuery query, ReadLimits limits, PointTaker each) throws IOException {
    try (Table table = table()) {
      scan(
          table,
          query,
          new ReadBudget(limits, System::nanoTime),
          (row, all, inside) -> give(row, inside, each));
    }
  }

  /** Takes cells that are no points. */
  public interface ObjectTaker {
    /**
     * One of them.
     *
     * @param rowSeconds the time in the key of its row
     */
    void take(SeriesId series, long rowSeconds, Cell cell) throws IOException;
  }

  /** As {@link #scan}, of the columns that are no points. */
  public void scanObjects(RangeQuery query, ReadLimits limits, ObjectTaker taker)
      throws IOException {
    try (Table table = table()) {
      rows(query, new ReadBudget(limits, System::nanoTime))
          .forEach(
              table,
              row -> {
                for (Cell cell : row.objects()) {
                  taker.take(row.series(), row.baseSeconds(), cell);
                }
              });
    }
  }

  /** Takes the points of rows. */
  public interface PointsTaker {
    /** Those of an hour of a series that are in the range; at least one. */
    void take(SeriesId series, long rowSeconds, Points points) throws IOException;
  }

  /** As {@link #scan}, row by row, without names. */
  public void scanRows(RangeQuery query, ReadLimits limits, PointsTaker taker) throws IOException {
    try (Table table = table()) {
      scan(
          table,
          query,
          new ReadBudget(limits, System::nanoTime),
          (row, all, inside) -> taker.take(row.series(), row.baseSeconds(), inside));
    }
  }

  /** Takes cells of rows of another kind than the points'. */
  public interface CellTaker {
    /**
     * One of them.
     *
     * @param rowSeconds the time in the key of its row
     * @return whether it counts as a point that was read
     */
    boolean take(SeriesId series, long rowSeconds, Cell cell) throws IOException;
  }

  /** As {@link #scan}, of all columns, whatever they are. */
  public void scanCells(RangeQuery query, ReadLimits limits, CellTaker taker) throws IOException {
    scanCells(query, new ReadBudget(limits, System::nanoTime), taker);
  }

  /** As {@link #scanCells(RangeQuery, ReadLimits, CellTaker)}, as one of several reads. */
  public void scanCells(RangeQuery query, ReadBudget budget, CellTaker taker) throws IOException {
    try (Table table = table()) {
      rows(query, budget)
          .forEach(
              table,
              row -> {
                List<Cell> cells = new ArrayList<>(row.columnsOfPoints());
                cells.addAll(row.objects());
                for (Cell cell : cells) {
                  if (taker.take(row.series(), row.baseSeconds(), cell)) {
                    budget.tookPoints(1);
                  }
                }
              });
    }
  }

  /**
   * The names of a series.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has none
   */
  public Series named(SeriesId series) throws IOException {
    return names.named(series);
  }

  private interface RowTaker {
    void take(SeriesRow row, Points all, Points inside) throws IOException;
  }

  private void scan(Table table, RangeQuery query, ReadBudget budget, RowTaker taker)
      throws IOException {
    rows(query, budget)
        .forEach(
            table,
            row -> {
              Points points = row.points(options.duplicates());
              Points inside = new Points();
              inside.addAll(points, query.fromMillis(), query.toMillis());
              budget.tookPoints(inside.size());
              if (inside.size() > 0) {
                taker.take(row, points, inside);
              }
            });
  }

  private void give(SeriesRow row, Points points, PointTaker each) throws IOException {
    Series series = names.named(row.series());
    for (int i = 0; i < points.size(); i++) {
      each.take(new DataPoint(series, points.time(i), points.value(i)));
    }
    each.endRow();
  }

  /**
   * As {@link #scan}, and removes them: of each row after they were given and {@link
   * PointTaker#endRow} has returned, by one atomic write. Annotations stay. After a death, the same
   * call goes on. Of a row that was changed meanwhile, as by an append, a compaction or another
   * removal, none are removed; another call does.
   */
  public Erased erase(RangeQuery query, ReadLimits limits, PointTaker each) throws IOException {
    long[] erased = {0};
    long[] left = {0};
    try (Table table = table()) {
      PointEraser eraser = new PointEraser(table, query, options.duplicates(), clock.millis());
      scan(
          table,
          query,
          new ReadBudget(limits, System::nanoTime),
          (row, all, inside) -> {
            give(row, inside, each);
            boolean done = eraser.erase(row, all);
            erased[0] += done ? inside.size() : 0;
            left[0] += done ? 0 : 1;
          });
    }
    return new Erased(erased[0], left[0]);
  }
}
