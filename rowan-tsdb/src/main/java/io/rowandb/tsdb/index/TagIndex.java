package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * Which series have a tag, for who writes and reads points: {@link
 * io.rowandb.tsdb.store.PointStore} keeps it and asks it, if there is one. {@link IndexBuild} makes
 * it. Used by any number of threads; need not be closed.
 */
public final class TagIndex {
  /** What the name of its table has behind that of the points. */
  public static final String SUFFIX = "-index";

  /** How old what a program knows of its state may be; a build waits for twice that. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  private static final int DELETES_A_REQUEST = 1_000;

  // Fixed at construction.
  private final IndexTable index;
  private final PointKeyLayout layout;
  private final Duration lease;

  private volatile Belief belief = Belief.NOTHING;

  /** What is believed, and since when by both clocks: one stands still while a computer sleeps. */
  private record Belief(SeriesIndexer writer, long nanos, long millis) {
    private static final Belief NOTHING = new Belief(null, 0, 0);

    boolean isWithin(Duration lease) {
      long millisSince = System.currentTimeMillis() - millis;
      return writer != null
          && System.nanoTime() - nanos < lease.toNanos()
          && millisSince >= 0
          && millisSince <= lease.toMillis();
    }
  }

  /**
   * Of a table of points.
   *
   * @param layout of its keys
   */
  public TagIndex(Connection connection, TableName points, PointKeyLayout layout) {
    this(connection, points, layout, LEASE);
  }

  TagIndex(Connection connection, TableName points, PointKeyLayout layout, Duration lease) {
    this.layout = layout;
    this.lease = lease;
    index = new IndexTable(connection, table(points));
  }

  /** The name of its table. */
  public static TableName table(TableName points) {
    return TableName.valueOf(points.getNameAsString() + SUFFIX);
  }

  private SeriesIndexer now() throws IOException {
    Belief known = belief;
    return known.isWithin(lease) ? known.writer : look();
  }

  private SeriesIndexer look() throws IOException {
    long nanos = System.nanoTime();
    long millis = System.currentTimeMillis();
    IndexState state = index.state();
    SeriesIndexer before = belief.writer;
    SeriesIndexer writer =
        before != null && before.state().equals(state)
            ? before
            : new SeriesIndexer(index, layout, state);
    belief = new Belief(writer, nanos, millis);
    return writer;
  }

  /** Writes points, or what else has the keys of series. */
  public interface Write {
    /** Does so. */
    void run() throws IOException;
  }

  /**
   * Adds series, writes, and looks whether an index was begun meanwhile: when it comes back, the
   * series are in each index that may be asked.
   *
   * @param series whose rows are written
   */
  public void keeping(Collection<SeriesId> series, Write write) throws IOException {
    SeriesIndexer before = add(now(), series);
    write.run();
    SeriesIndexer after = now();
    if (!after.state().equals(before.state())) {
      add(after, series);
    }
  }

  /** Comes back with the state by which they were added. */
  private SeriesIndexer add(SeriesIndexer writer, Collection<SeriesId> series) throws IOException {
    if (!writer.state().phase().isKept()) {
      return writer;
    }
    try {
      writer.add(series);
      return writer;
    } catch (IOException e) {
      SeriesIndexer now = look();
      if (now.state().equals(writer.state())) {
        throw e;
      }
      return add(now, series); // it was dropped
    }
  }

  /**
   * To ask it.
   *
   * @return nothing if it is not ready, as far as is known
   */
  public Optional<IndexReader> reader(IndexReader.Meter meter) throws IOException {
    if (now().state().phase() != IndexPhase.READY) {
      return Optional.empty();
    }
    IndexState state = index.state(); // what is believed may be of another generation
    return state.phase() == IndexPhase.READY
        ? Optional.of(new IndexReader(index, layout, state, meter))
        : Optional.empty();
  }

  /** How far it is, as its table says now. */
  public IndexState state() throws IOException {
    return index.state();
  }

  /** Removes what is known of a metric whose UID is used no more, by anybody. */
  public void forget(byte[] metric) throws IOException {
    if (!index.exists()) {
      return;
    }
    try (Table table = index.open()) {
      for (byte[] prefix : IndexRows.ofMetric(metric)) {
        delete(table, prefix);
      }
    }
  }

  private static void delete(Table table, byte[] prefix) throws IOException {
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(prefix)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    List<Delete> batch = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        batch.add(new Delete(row.getRow()));
        if (batch.size() == DELETES_A_REQUEST) {
          table.delete(batch);
          batch.clear();
        }
      }
    }
    table.delete(batch);
  }
}
