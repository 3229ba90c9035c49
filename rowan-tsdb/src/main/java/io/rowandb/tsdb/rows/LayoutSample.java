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
 * Looks at some rows, from all parts of the table, before something is deleted or converted: do
 * they fit the layout? No row says which one it has. Used by one thread, once.
 */
public final class LayoutSample {
  /** So many rows are looked at, of a metric so many in each bucket of salt. */
  private static final int MAX_ROWS = 1_000;

  /** So many at one place: a hundred places, of which a cluster finds each in a few ms. */
  private static final int ROWS_AT_A_PLACE = 10;

  /** One of so many may be wrong: more are not damage, but another layout. */
  private static final int ONE_OF = 10;

  private final PointKeyLayout layout;

  /** Empty when rows may be without names. */
  private final Optional<Uids> uids;

  private int globals;
  private int rows;
  private int wrong;
  private byte[] example;

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
    new SpreadKeys(table, ROWS_AT_A_PLACE, sample::takeOne).read();
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

  private boolean takeOne(byte[] row) throws IOException {
    return look(row) && rows + globals < MAX_ROWS;
  }

  private boolean look(byte[] row) throws IOException {
    if (RowKeys.isGlobal(layout, row)) {
      globals++;
    } else {
      rows++;
      if (!fits(row)) {
        wrong++;
        example = row;
      }
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
