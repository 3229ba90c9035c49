package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.kept.KeptRemoval;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.rollup.RollupMark;
import io.rowandb.tsdb.rows.LayoutSample;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.RowRewrite;
import io.rowandb.tsdb.tree.TreeStore;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.UidUse.TagUids;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Removes a metric: its rollups, all its rows, with their annotations, and if it is asked for, the
 * names that no other row uses. What is written after it begins stays, and so does its name then:
 * see {@link Dropped}. Nobody should write the metric meanwhile, nor with names by any that it has:
 * see {@link NameRemoval}.
 *
 * <p>Where rollups are kept, all hours of the metric are answered from points from before the first
 * row goes until the last is gone, or after a death, until it is removed again.
 *
 * <p>With names, rows stay that have all UIDs of its tags until their names are dealt with, so that
 * a second call after a death still knows them; the metric's own name goes last.
 */
public final class MetricDrop {
  private static final int BATCH = 1_000;
  private static final byte[] FAMILY = {'t'};

  private final Connection connection;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final Uids uids;

  /** In the table of points of these options. */
  public MetricDrop(Connection connection, PointStoreOptions options, Uids uids) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    layout = options.layout();
  }

  /**
   * What was removed.
   *
   * @param rows of points, with what they had when it began
   * @param names of tag keys, tag values and the metric
   * @param rowsLeft of points and rollups, which were written since it began
   */
  public record Dropped(long rows, long names, long rowsLeft) {}

  /** As {@link #drop(String, boolean, boolean)}, not forced. */
  public Dropped drop(String metric, boolean namesToo) throws IOException {
    return drop(metric, namesToo, false);
  }

  /**
   * Removes it; after a death, again.
   *
   * @param namesToo whether names that no other row uses go too
   * @param forced whether also when rows look as if the table had another layout, by which they are
   *     of other metrics
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   * @throws WrongLayoutException when rows look so, and it is not forced; nothing is removed
   */
  public Dropped drop(String metric, boolean namesToo, boolean forced) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    if (!forced) {
      checkLayout(uid);
    }
    Optional<KeptRemoval> kept = KeptRemoval.of(connection, options, uid);
    if (kept.isPresent()) {
      kept.get().begin();
    }
    // Deletes with the server's time would hide what is written until they are executed.
    long began = System.currentTimeMillis();
    RowRewrite.awaitNextMillisecond();
    TagUids tags = new TagUids();
    List<TableName> rollups = DataTables.rollups(connection, options);
    for (TableName each : rollups) {
      dropRollups(each, uid, began, tags);
    }
    try (Table table = connection.getTable(options.tables().data())) {
      long rows = namesToo ? deleteButOne(table, uid, began, tags) : 0;
      NameRemoval removal = new NameRemoval(connection, options, uids);
      TagUids gone = namesToo ? removal.remove(tags, uid) : new TagUids();
      rows += deleteRows(table, uid, began, row -> true);
      if (kept.isPresent()) {
        kept.get().end(began);
      }
      long left = rowsOf(rollups, uid);
      if (left > 0) {
        gone = removal.putBackUsed(gone);
      }
      boolean goes = namesToo && left == 0;
      if (goes) {
        // Before the name, by which a second call finds it after a death.
        MetaStore.forget(connection, options.tables(), uid);
        TreeStore.forget(connection, options.tables(), uid);
      }
      boolean named = !goes || !removal.remove(UidKind.METRIC, uid);
      if (!named) {
        // Behind the name, as rows that are written before it goes must stay in the index.
        new TagIndex(connection, options.tables().data(), layout).forget(uid);
        MetaStore.forget(connection, options.tables(), uid); // what was written until it went
        TreeStore.forget(connection, options.tables(), uid);
      }
      return new Dropped(rows, gone.size() + (named ? 0 : 1), left);
    }
  }

  /** All rows but one of each series, or of a few with the same tags. */
  private long deleteButOne(Table table, byte[] metric, long began, TagUids tags)
      throws IOException {
    TagUids left = new TagUids();
    long rows =
        deleteRows(
            table,
            metric,
            began,
            row -> {
              Optional<SeriesId> series = layout.trySeriesOf(row);
              return series.isEmpty() || !left.addAll(layout, series.get());
            });
    tags.addAll(left);
    return rows;
  }

  private long rowsOf(List<TableName> rollups, byte[] metric) throws IOException {
    List<TableName> names = new ArrayList<>(rollups);
    names.add(options.tables().data());
    long[] count = {0};
    for (TableName each : names) {
      try (Table table = connection.getTable(each)) {
        forEach(
            table,
            metric,
            row -> {
              count[0]++;
              return true;
            });
      }
    }
    return count[0];
  }

  private void forEach(Table table, byte[] metric, RowKeys.Taker taker) throws IOException {
    for (int bucket = 0; bucket < layout.buckets(); bucket++) {
      Scan scan = new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric));
      RowKeys.forEach(table, scan, taker);
    }
  }

  private void checkLayout(byte[] metric) throws IOException {
    try (Table table = connection.getTable(options.tables().data())) {
      LayoutSample.check(table, layout, Optional.empty());
      LayoutSample.checkMetric(table, layout, metric);
    }
    for (TableName rollups : DataTables.rollups(connection, options)) {
      try (Table table = connection.getTable(rollups)) {
        LayoutSample.checkMetric(table, layout, metric);
      }
    }
  }

  private void dropRollups(TableName name, byte[] metric, long began, TagUids tags)
      throws IOException {
    try (Table table = connection.getTable(name)) {
      table.delete(RollupMark.delete(layout, metric)); // before they are whole no more
      deleteRows(
          table,
          metric,
          began,
          row -> {
            layout.trySeriesOf(row).ifPresent(series -> tags.addAll(layout, series));
            return true;
          });
    }
  }

  private long deleteRows(Table table, byte[] metric, long began, Predicate<byte[]> goes)
      throws IOException {
    long[] count = {0};
    List<Row> batch = new ArrayList<>();
    forEach(
        table,
        metric,
        row -> {
          if (goes.test(row)) {
            batch.add(new Delete(row).addFamily(FAMILY, began));
            count[0]++;
          }
          if (batch.size() == BATCH) {
            write(table, batch);
          }
          return true;
        });
    write(table, batch);
    return count[0];
  }

  private static void write(Table table, List<Row> batch) throws IOException {
    if (batch.isEmpty()) {
      return;
    }
    try {
      table.batch(batch, new Object[batch.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while rows were deleted").initCause(e);
    }
    batch.clear();
  }
}
