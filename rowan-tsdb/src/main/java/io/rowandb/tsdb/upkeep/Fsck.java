package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.BoundedRow;
import io.rowandb.tsdb.rows.LayoutSample;
import io.rowandb.tsdb.rows.RowKeys;
import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TableFormat;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks for rows that OpenTSDB or a dead program left wrong, and mends them, each by one atomic
 * write: see {@link Fault}. Others may read and write meanwhile; what is written after a row was
 * read stays. May be stopped and begun again at any time.
 */
public final class Fsck {
  /** Series whose names were found are remembered, up to this many. */
  private static final int MAX_NAMED = 1_000_000;

  private static final long FUTURE_SECONDS = Duration.ofDays(1).toSeconds();

  private final Connection connection;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final Uids uids;
  private final FsckOptions fsck;
  private final Clock clock;
  private final FsckReport report = new FsckReport();
  private final Set<SeriesId> named = new HashSet<>();

  /** Before the first row is read: what comes while it runs is not settled. */
  private long began;

  /** Whether the table's format says that there are packed columns. */
  private boolean maybePacked;

  /**
   * Of the table of points of these options; used once, by one thread.
   *
   * @param uids of the same layout, not used before, as it would remember names that are gone
   * @param clock by which a row is of the future, or of the last minute
   */
  public Fsck(
      Connection connection, PointStoreOptions options, Uids uids, FsckOptions fsck, Clock clock) {
    this.connection = connection;
    this.options = options;
    this.uids = uids;
    this.fsck = fsck;
    this.clock = clock;
    layout = options.layout();
  }

  /**
   * Checks all rows.
   *
   * @throws NoSuchNameException when there is no such metric
   * @throws WrongLayoutException when it should delete, and more than a tenth of a sample of rows
   *     has not the layout or no names, unless it is forced
   */
  public FsckReport run() throws IOException {
    began = clock.millis();
    maybePacked = TableFormat.of(connection, options.tables().data()) != TableFormat.OPENTSDB;
    try (Table table = connection.getTable(options.tables().data())) {
      if (fsck.deletes() && !fsck.forced()) {
        LayoutSample.check(table, layout, Optional.of(uids));
      }
      if (fsck.metric().isEmpty()) {
        BoundedRow.forEach(table, new Scan(), row -> check(table, row));
        return report;
      }
      byte[] metric = uids.uid(UidKind.METRIC, fsck.metric().get());
      for (int bucket = 0; bucket < layout.buckets(); bucket++) {
        Scan scan = new Scan().setStartStopRowForPrefixScan(layout.rowPrefix(bucket, metric));
        BoundedRow.forEach(table, scan, row -> check(table, row));
      }
      return report;
    }
  }

  private void check(Table table, BoundedRow row) throws IOException {
    if (RowKeys.isGlobal(layout, row.key())) {
      return;
    }
    report.addRow(row.count());
    RowFindings findings = new RowFindings();
    checkKey(row.key(), findings);
    if (row.isTooLarge()) {
      checkLarge(table, row, findings);
    } else {
      check(table, row.key(), row.cells(), findings);
    }
  }

  /** One delete suffices for a row of which nothing can be used, however large it is. */
  private void checkLarge(Table table, BoundedRow row, RowFindings findings) throws IOException {
    if (!findings.isWholeRow()) {
      findings.add(
          Fault.TOO_LARGE,
          "row " + Bytes.toStringBinary(row.key()) + ": " + row.count() + " cells");
    }
    report.addFound(findings);
    if (findings.isWholeRow() && !fsck.deletes()) {
      return;
    }
    if (findings.isWholeRow() && RowMend.isSettled(row.newest(), began)) {
      RowMend.deleteRow(table, row.key(), row.newest());
      report.addCured(findings, /* deletesToo= */ true);
    } else {
      report.addLeft();
    }
  }

  private void check(Table table, byte[] key, List<Cell> cells, RowFindings findings)
      throws IOException {
    if (!findings.isWholeRow()) {
      long base = layout.baseSecondsOf(key);
      new RowCheck(base, fsck.keep(), "row " + Bytes.toStringBinary(key), maybePacked, findings)
          .check(cells);
    }
    report.addFound(findings);
    RowMend mend = new RowMend(layout, fsck, key, cells, findings);
    if (!mend.isNeeded()) {
      return;
    }
    if (mend.isPossible(began) && mend.write(table, began)) {
      report.addCured(findings, fsck.deletes());
    } else {
      report.addLeft();
    }
  }

  private void checkKey(byte[] key, RowFindings findings) throws IOException {
    String row = "row " + Bytes.toStringBinary(key);
    if (key.length == layout.tagsAt()) {
      findings.addRow(Fault.MISSING_TAGS, row);
      return;
    }
    SeriesId series;
    long base;
    try {
      series = layout.seriesOf(key);
      base = layout.baseSecondsOf(key);
    } catch (DamagedDataException e) {
      findings.addRow(Fault.BAD_KEY, e.getMessage());
      return;
    }
    String wrong = wrongOrder(series, key, base);
    if (!wrong.isEmpty()) {
      findings.addRow(Fault.BAD_KEY, row + ": " + wrong);
      return;
    }
    checkNames(series, row, findings);
    if (!findings.isWholeRow() && base > began / 1_000 + FUTURE_SECONDS) {
      findings.add(Fault.FUTURE_TIME, row + ": begins at " + base + " s");
    }
  }

  /** Tags in another order, a key twice or a wrong salt are never read. */
  private String wrongOrder(SeriesId series, byte[] key, long base) {
    try {
      SeriesId right = layout.series(layout.metricOf(series), layout.pairsOf(series));
      return Arrays.equals(layout.rowKey(right, base), key)
          ? ""
          : "its tags are not in order, or it has a wrong salt";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private void checkNames(SeriesId series, String row, RowFindings findings) throws IOException {
    if (named.contains(series)) {
      return;
    }
    try {
      uids.name(UidKind.METRIC, layout.metricOf(series));
      for (byte[] pair : layout.pairsOf(series)) {
        uids.name(UidKind.TAG_KEY, Arrays.copyOf(pair, layout.tagKeyWidth()));
        uids.name(UidKind.TAG_VALUE, Arrays.copyOfRange(pair, layout.tagKeyWidth(), pair.length));
      }
    } catch (NoSuchNameException e) {
      findings.addRow(Fault.NAMELESS, row + ": " + e.getMessage());
      return;
    }
    if (named.size() < MAX_NAMED) {
      named.add(series);
    }
  }
}
