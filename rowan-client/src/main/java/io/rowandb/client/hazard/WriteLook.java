package io.rowandb.client.hazard;

import io.rowandb.client.hazard.Hazard.Kind;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Looks at the columns that mutations write, before and after the write. It reports values that are
 * not visible although they were written last, and older versions that the delete of a version
 * makes visible again. Used once, by one thread: made before the write; {@link #reportAfter} is
 * called after it.
 *
 * <p>If the region refuses a look (it was closed meanwhile, or a quota is used up), the look is
 * skipped: the write has succeeded and must not seem to have failed.
 */
final class WriteLook {
  private static final System.Logger LOG = System.getLogger("io.rowandb.hazards");

  private final Region region;
  private final TableRules table;
  private final HazardReports reports;
  private final List<Written> writes = new ArrayList<>();

  /**
   * A cell to be written.
   *
   * @param mutation the index of its mutation
   * @param cell a view of the mutation's buffer, in which the region puts the timestamp
   * @param timeGiven whether the program gave the timestamp
   * @param isDelta whether it is the amount of an increment or the end of an append
   * @param before the column's history before; null when the look was refused
   */
  private record Written(
      int mutation, Cell cell, boolean timeGiven, boolean isDelta, ColumnHistory before) {}

  private WriteLook(Region region, TableRules table, HazardReports reports) {
    this.region = region;
    this.table = table;
    this.reports = reports;
  }

  /** Looks at the columns as they are before {@code mutations}. */
  static WriteLook before(
      Region region, TableRules table, HazardReports reports, List<RowMutation> mutations)
      throws IOException {
    WriteLook look = new WriteLook(region, table, reports);
    for (int i = 0; i < mutations.size(); i++) {
      RowMutation mutation = mutations.get(i);
      look.addCells(i, mutation);
    }
    return look;
  }

  private void addCells(int index, RowMutation mutation) throws IOException {
    boolean delta =
        mutation.kind() == RowMutation.Kind.INCREMENT || mutation.kind() == RowMutation.Kind.APPEND;
    byte[] buffer = mutation.buffer();
    for (int at = 0; at < mutation.limit(); ) {
      int length = Bytes.getInt(buffer, at);
      Cell cell = new Cell().set(buffer, at + Integer.BYTES, length, 0);
      at += Integer.BYTES + length;
      boolean concerns = cell.type() == CellType.PUT || cell.type() == CellType.DELETE;
      if (concerns && table.looksAt(cell.family())) {
        boolean timeGiven = cell.timestamp() != Cell.LATEST_TIMESTAMP;
        writes.add(new Written(index, cell, timeGiven, delta, history(cell)));
      }
    }
  }

  /**
   * Reports what the mutations came to.
   *
   * @param refused null, or at the index of each mutation that was not applied, why; in FAIL mode
   *     the exception of each that met a hazard is put there
   * @return refused, or a new array when it was null and a hazard is to be told in it
   */
  IOException[] reportAll(IOException[] refused, int mutations) throws IOException {
    IOException[] answers = refused;
    for (int i = 0; i < writes.size(); i++) {
      int mutation = writes.get(i).mutation();
      if (answers == null || answers[mutation] == null) {
        try {
          reportOne(i);
        } catch (HazardException e) {
          answers = answers == null ? new IOException[mutations] : answers;
          answers[mutation] = e;
        }
      }
    }
    return answers;
  }

  /** Reports what the mutations came to, all of which were applied. */
  void reportAfter() throws IOException {
    for (int i = 0; i < writes.size(); i++) {
      reportOne(i);
    }
  }

  private void reportOne(int index) throws IOException {
    Written written = writes.get(index);
    ColumnHistory after = written.before() == null ? null : history(written.cell());
    if (after == null) {
      return;
    }
    if (written.cell().type() == CellType.DELETE) {
      reportShownAgain(written, after);
      return;
    }
    long timestamp = written.cell().timestamp();
    Cell stored =
        written.isDelta() || timestamp == Cell.LATEST_TIMESTAMP
            ? after.lastWritten()
            : after.version(timestamp);
    if (stored == null || reportHidden(stored, after)) {
      return;
    }
    reportTooOld(stored, after);
    if (!written.isDelta()) {
      reportOverwritten(index, stored);
    }
  }

  private boolean reportHidden(Cell put, ColumnHistory after) throws HazardException {
    if (table.masksByWriteOrder(put.family())) {
      return false;
    }
    Cell marker = after.olderMarkerOver(put);
    if (marker == null) {
      return false;
    }
    boolean sameTime = marker.timestamp() == put.timestamp();
    report(
        sameTime ? Kind.SAME_TIME_AS_DELETE : Kind.HIDDEN_BY_DELETE,
        put,
        "the put at "
            + put.timestamp()
            + " is not seen, because a "
            + CellType.name(marker.type())
            + " at "
            + marker.timestamp()
            + (sameTime ? " has the same time" : " was there before it")
            + "; NEW_VERSION_BEHAVIOR, or a later timestamp, would show it");
    return true;
  }

  /** A version that was one too many is shown: a compaction before the delete had dropped it. */
  private void reportShownAgain(Written delete, ColumnHistory after) throws HazardException {
    Cell column = delete.cell();
    int kept = table.versions(column.family());
    Cell beyond = delete.before().versionBeyond(kept);
    if (beyond != null && after.shows(beyond, kept)) {
      report(
          Kind.CHANGED_BY_COMPACTION,
          column,
          "the delete at "
              + column.timestamp()
              + " shows the version at "
              + beyond.timestamp()
              + " again, which a major compaction before it would have dropped: the family keeps"
              + " VERSIONS => "
              + kept);
    }
  }

  private void reportTooOld(Cell put, ColumnHistory after) throws HazardException {
    int kept = table.versions(put.family());
    int newer = after.newerThan(put.timestamp());
    if (newer >= kept) {
      report(
          Kind.LOST_TO_VERSIONS,
          put,
          "the put at "
              + put.timestamp()
              + " is lost: "
              + newer
              + " versions are newer, and the family keeps VERSIONS => "
              + kept);
    }
  }

  /** The version overwritten was there before, or an earlier mutation of the same call wrote it. */
  private void reportOverwritten(int index, Cell put) throws HazardException {
    Written written = writes.get(index);
    Cell old = written.before().version(put.timestamp());
    for (int i = 0; old == null && i < index; i++) {
      Cell earlier = writes.get(i).cell();
      if (earlier.type() == CellType.PUT
          && isSameColumn(earlier, put)
          && earlier.timestamp() == put.timestamp()) {
        old = earlier;
      }
    }
    boolean counts = written.timeGiven() || table.versions(put.family()) > 1;
    if (old != null && counts && !ColumnHistory.isSameValue(old, written.cell())) {
      report(
          Kind.OVERWRITTEN_VERSION,
          put,
          "the put at "
              + put.timestamp()
              + " took the place of another value with the same timestamp");
    }
  }

  private void report(Kind kind, Cell cell, String what) throws HazardException {
    String column = Hazard.column(cell.family(), cell.qualifier());
    reports.report(Hazard.met(kind, table.name().toString(), cell.row(), column, what));
  }

  /** The column's history now, or null when the region refuses the look. */
  private ColumnHistory history(Cell cell) throws IOException {
    try {
      return ColumnHistory.read(region, cell.row(), cell.family(), cell.qualifier());
    } catch (RefusedException | RpcThrottlingException e) {
      LOG.log(System.Logger.Level.DEBUG, "Not looked at for hazards: " + region.info(), e);
      return null;
    }
  }

  private static boolean isSameColumn(Cell a, Cell b) {
    return a.sameRow(b)
        && java.util.Arrays.equals(a.family(), b.family())
        && java.util.Arrays.equals(a.qualifier(), b.qualifier());
  }
}
