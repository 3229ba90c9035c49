package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.LayoutSample;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.rows.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes the index of tags of a table of points, and drops it, while others read and write. After a
 * death at any call the same call goes on. Used by one thread.
 */
public final class IndexBuild {
  /** Series that were met are remembered, up to this many; then some are looked up twice. */
  private static final int MAX_REMEMBERED = 1_000_000;

  private static final int SERIES_AT_ONCE = 1_000;

  /** After so many rows it is noted how far it has come. */
  private static final int ROWS_A_NOTE = 100_000;

  /** Rows with more numbers than this in columns of their own are packed at the end. */
  private static final int MANY = 64;

  private final Connection connection;
  private final TableName points;
  private final PointKeyLayout layout;
  private final Duration lease;
  private final Waiting waiting;
  private final IndexTable index;
  private final Set<SeriesId> met = new HashSet<>();
  private final List<SeriesId> unseen = new ArrayList<>();

  /**
   * Of a table of points.
   *
   * @param layout of its keys
   * @param lease how long other programs may believe what they know: {@link TagIndex#LEASE}, or 0
   *     when none has the tables open
   * @param waiting by which it waits for twice the lease
   */
  public IndexBuild(
      Connection connection,
      TableName points,
      PointKeyLayout layout,
      Duration lease,
      Waiting waiting) {
    this.connection = connection;
    this.points = points;
    this.layout = layout;
    this.lease = lease;
    this.waiting = waiting;
    index = new IndexTable(connection, TagIndex.table(points));
  }

  /**
   * Makes it, or goes on.
   *
   * @return how many series it looked at, each at least once; 0 when the index is ready
   * @throws io.rowandb.tsdb.rows.WrongLayoutException when more than a tenth of a sample of rows
   *     has not the layout: by another one no series would be found; nothing is changed
   * @throws IOException also when another program drops it meanwhile
   */
  public long build() throws IOException {
    try (Table table = connection.getTable(points)) {
      LayoutSample.check(table, layout, Optional.empty());
    }
    index.create();
    IndexState state = begun();
    if (state.phase() == IndexPhase.READY) {
      return 0;
    }
    byte[] cursor = index.cursor();
    if (cursor == null) {
      awaitBelievers();
    }
    long series = addAll(state, cursor == null ? new byte[0] : cursor);
    packAll();
    if (!index.change(state, state.in(IndexPhase.READY))
        && !index.state().equals(state.in(IndexPhase.READY))) {
      throw dropped();
    }
    return series;
  }

  private IOException dropped() {
    return new IOException(
        "the index " + index.name() + " was dropped while it was built; build it again");
  }

  private IndexState begun() throws IOException {
    IndexState said = index.state();
    while (!said.phase().isKept()) {
      long generation = UUID.randomUUID().getMostSignificantBits();
      index.change(said, new IndexState(IndexPhase.BUILDING, generation));
      said = index.state();
    }
    return said;
  }

  /** Until everybody who wrote without knowing of this state has looked again. */
  private void awaitBelievers() throws IOException {
    waiting.await(lease.multipliedBy(2));
  }

  private long addAll(IndexState state, byte[] from) throws IOException {
    SeriesIndexer writer = new SeriesIndexer(index, layout, state);
    long[] counts = {0, 0};
    try (Table table = connection.getTable(points)) {
      RowKeys.forEach(
          table,
          new Scan().withStartRow(from).addFamily(IndexRows.FAMILY),
          row -> {
            counts[0] += isNew(row) ? 1 : 0;
            boolean isTime = ++counts[1] % ROWS_A_NOTE == 0;
            if (unseen.size() >= SERIES_AT_ONCE || isTime) {
              flush(writer);
            }
            if (isTime && !index.advance(state, row) && !isReady(state)) {
              throw dropped();
            }
            return true;
          });
      flush(writer);
    }
    return counts[0];
  }

  /** Whether somebody else came to the end. */
  private boolean isReady(IndexState state) throws IOException {
    return index.state().equals(state.in(IndexPhase.READY));
  }

  private boolean isNew(byte[] row) {
    Optional<SeriesId> series = series(layout, row);
    if (series.isEmpty() || met.contains(series.get())) {
      return false;
    }
    if (met.size() == MAX_REMEMBERED) {
      met.clear();
    }
    met.add(series.get());
    unseen.add(series.get());
    return true;
  }

  /** Of a row; a key that is none of a series is never read. */
  static Optional<SeriesId> series(PointKeyLayout layout, byte[] row) {
    return layout.trySeriesOf(row).filter(each -> isInOrder(layout, each));
  }

  private static boolean isInOrder(PointKeyLayout layout, SeriesId series) {
    List<byte[]> pairs = layout.pairsOf(series);
    for (int i = 1; i < pairs.size(); i++) {
      int width = layout.tagKeyWidth();
      if (Arrays.compareUnsigned(pairs.get(i - 1), 0, width, pairs.get(i), 0, width) >= 0) {
        return false;
      }
    }
    return true;
  }

  private void flush(SeriesIndexer writer) throws IOException {
    writer.add(unseen);
    unseen.clear();
  }

  private void packAll() throws IOException {
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(IndexRows.tags())
            .addFamily(IndexRows.FAMILY)
            .setBatch(SERIES_AT_ONCE);
    try (Table table = index.open();
        ResultScanner parts = table.getScanner(scan)) {
      byte[] row = {};
      int singles = 0;
      for (Result part = parts.next(); part != null; part = parts.next()) {
        if (!Bytes.equals(row, part.getRow())) {
          packIf(table, row, singles);
          row = part.getRow();
          singles = 0;
        }
        for (Cell cell : part.rawCells()) {
          singles += IndexRows.isSingle(cell) ? 1 : 0;
        }
      }
      packIf(table, row, singles);
    }
  }

  private static void packIf(Table table, byte[] row, int singles) throws IOException {
    if (singles > MANY) {
      TagNumbers.pack(table, row);
    }
  }

  /** How far it is. */
  public IndexState state() throws IOException {
    return index.state();
  }

  /**
   * Drops it: nobody asks it from now on. After a death the same call goes on.
   *
   * @return whether there was one
   */
  public boolean drop() throws IOException {
    if (!index.exists()) {
      return false;
    }
    IndexState said = index.state();
    while (said.phase().isKept()) {
      index.change(said, said.in(IndexPhase.OFF));
      said = index.state();
    }
    awaitBelievers(); // who adds to it would get an error
    if (index.state().equals(said)) { // else somebody builds another one already
      index.delete();
    }
    return true;
  }
}
