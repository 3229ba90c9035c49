package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rollup.RollupMark;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.UidUse.TagUids;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Removes a metric: its rollups, all its rows, with their annotations, and if it is asked for, the
 * names that no other row uses. Nobody should write the metric meanwhile: what comes late may stay.
 *
 * <p>With names, a row of each series stays until its tags' names are dealt with, so that a second
 * call after a death still knows them; the metric's own name goes last.
 */
public final class MetricDrop {
  private static final int BATCH = 1_000;

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
   * @param rows of points
   * @param names of tag keys, tag values and the metric
   */
  public record Dropped(long rows, long names) {}

  /**
   * Removes it; after a death, again.
   *
   * @param namesToo whether names that no other row uses go too
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when there is no such metric
   */
  public Dropped drop(String metric, boolean namesToo) throws IOException {
    byte[] uid = uids.uid(UidKind.METRIC, metric);
    TagUids tags = new TagUids();
    for (TableName rollups : DataTables.rollups(connection, options)) {
      dropRollups(rollups, uid, tags);
    }
    try (Table table = connection.getTable(options.tables().data())) {
      if (!namesToo) {
        return new Dropped(deleteRows(table, uid, row -> true), 0);
      }
      Set<SeriesId> seen = new HashSet<>();
      long rows =
          deleteRows(
              table,
              uid,
              row -> {
                Optional<SeriesId> series = layout.trySeriesOf(row);
                boolean first = series.isPresent() && seen.add(series.get());
                if (first) {
                  tags.addAll(layout, series.get());
                }
                return !first;
              });
      long names = deleteNames(tags, uid);
      rows += deleteRows(table, uid, row -> true);
      return new Dropped(rows, names + (uids.deleteUid(UidKind.METRIC, uid) ? 1 : 0));
    }
  }

  private void dropRollups(TableName name, byte[] metric, TagUids tags) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.delete(RollupMark.delete(layout, metric)); // before they are whole no more
      deleteRows(
          table,
          metric,
          row -> {
            layout.trySeriesOf(row).ifPresent(series -> tags.addAll(layout, series));
            return true;
          });
    }
  }

  private long deleteRows(Table table, byte[] metric, Predicate<byte[]> goes) throws IOException {
    long[] count = {0};
    for (int bucket = 0; bucket < layout.buckets(); bucket++) {
      List<Row> batch = new ArrayList<>();
      RowKeys.forEach(
          table,
          new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric)),
          row -> {
            if (goes.test(row)) {
              batch.add(new Delete(row));
              count[0]++;
            }
            if (batch.size() == BATCH) {
              write(table, batch);
            }
            return true;
          });
      write(table, batch);
    }
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

  private long deleteNames(TagUids tags, byte[] metric) throws IOException {
    new UidUse(connection, options).removeUsed(tags, metric);
    long deleted = 0;
    for (UidKind kind : List.of(UidKind.TAG_KEY, UidKind.TAG_VALUE)) {
      for (Bytes each : tags.of(kind)) {
        deleted += uids.deleteUid(kind, each.copyBytes()) ? 1 : 0;
      }
    }
    return deleted;
  }
}
