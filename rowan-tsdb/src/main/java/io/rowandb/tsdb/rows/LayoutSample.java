package io.rowandb.tsdb.rows;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks at some rows, from the start of each metric, before something is deleted or converted: do
 * they fit the layout? No row says which one it has. Used by one thread, once.
 */
public final class LayoutSample {
  /** So many rows are looked at. */
  private static final int MAX_ROWS = 1_000;

  /** So many at one place, before it goes on behind their metric. */
  private static final int ROWS_AT_A_PLACE = 20;

  /** One of so many may be wrong: more are not damage, but another layout. */
  private static final int ONE_OF = 10;

  private final PointKeyLayout layout;

  /** Empty when rows may be without names. */
  private final Optional<Uids> uids;

  private int rows;
  private int wrong;
  private byte[] example;
  private byte[] lastRow;

  private LayoutSample(PointKeyLayout layout, Optional<Uids> uids) {
    this.layout = layout;
    this.uids = uids;
  }

  /**
   * Refuses a table of which more than a tenth of the sample does not fit.
   *
   * @param uids in which the UIDs of a row must have names; empty if they may have none
   */
  public static void check(Table table, PointKeyLayout layout, Optional<Uids> uids)
      throws IOException {
    LayoutSample sample = new LayoutSample(layout, uids);
    sample.take(table);
    if (sample.wrong * ONE_OF > sample.rows) {
      throw sample.refused(table, uids.isPresent() ? " or have UIDs without names" : "");
    }
  }

  /** Refuses a metric of which a row of the sample is no series of the layout. */
  public static void checkMetric(Table table, PointKeyLayout layout, byte[] metric)
      throws IOException {
    LayoutSample sample = new LayoutSample(layout, Optional.empty());
    for (int bucket = 0; bucket < layout.buckets(); bucket++) {
      Scan scan = new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric));
      RowKeys.forEach(table, scan.setLimit(MAX_ROWS), sample::look);
    }
    if (sample.wrong > 0) {
      throw sample.refused(table, "");
    }
  }

  private WrongLayoutException refused(Table table, String more) {
    return new WrongLayoutException(
        wrong
            + " of "
            + rows
            + " rows of a sample of "
            + table.getName()
            + " are no rows of the layout (salt of "
            + layout.saltWidth()
            + " bytes"
            + (layout.saltWidth() == 0 ? "" : " and " + layout.saltBuckets() + " buckets")
            + ", UIDs of "
            + layout.metricWidth()
            + ", "
            + layout.tagKeyWidth()
            + " and "
            + layout.tagValueWidth()
            + " bytes)"
            + more
            + ", such as "
            + Bytes.toStringBinary(example)
            + "; nothing was changed. Is it the layout of the table?");
  }

  private void take(Table table) throws IOException {
    byte[] from = new byte[0];
    do {
      lastRow = null;
      Scan scan = new Scan().withStartRow(from).setLimit(ROWS_AT_A_PLACE);
      RowKeys.forEach(table, scan, this::look);
      from = lastRow == null ? null : behindItsMetric(lastRow);
    } while (from != null && rows < MAX_ROWS);
  }

  /** Null if there is nothing behind it. */
  private byte[] behindItsMetric(byte[] row) {
    byte[] next =
        Arrays.copyOf(row, Math.min(row.length, layout.saltWidth() + layout.metricWidth()));
    for (int i = next.length - 1; i >= 0; i--) {
      if (++next[i] != 0) {
        return Arrays.copyOf(next, i + 1);
      }
    }
    return null;
  }

  private boolean look(byte[] row) throws IOException {
    lastRow = row;
    if (RowKeys.isGlobal(layout, row)) {
      return true;
    }
    rows++;
    if (!fits(row)) {
      wrong++;
      example = row;
    }
    return true;
  }

  private boolean fits(byte[] row) throws IOException {
    Optional<SeriesId> series = layout.trySeriesOf(row);
    if (series.isEmpty()) {
      return false;
    }
    try {
      SeriesId right = layout.series(layout.metricOf(series.get()), layout.pairsOf(series.get()));
      if (!Arrays.equals(row, layout.rowKey(right, layout.baseSecondsOf(row)))) {
        return false;
      }
      if (uids.isPresent()) {
        findNames(uids.get(), right);
      }
      return true;
    } catch (DamagedDataException | IllegalArgumentException | NoSuchNameException e) {
      return false;
    }
  }

  private void findNames(Uids by, SeriesId series) throws IOException {
    by.name(UidKind.METRIC, layout.metricOf(series));
    for (byte[] pair : layout.pairsOf(series)) {
      by.name(UidKind.TAG_KEY, Arrays.copyOf(pair, layout.tagKeyWidth()));
      by.name(UidKind.TAG_VALUE, Arrays.copyOfRange(pair, layout.tagKeyWidth(), pair.length));
    }
  }
}
