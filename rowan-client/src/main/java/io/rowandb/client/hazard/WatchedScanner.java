package io.rowandb.client.hazard;

import io.rowandb.client.adapter.FilterAdapter;
import io.rowandb.client.hazard.Hazard.Kind;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.region.ForwardingScanner;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;

/**
 * A scan that runs alongside the same scan of the data as a major compaction would leave it, and
 * reports the first difference. Used by one thread at a time.
 */
final class WatchedScanner extends ForwardingScanner {
  private final TableRules table;
  private final HazardReports reports;
  private final CellBatch expected = new CellBatch();
  private final Cell shown = new Cell();
  private final Cell left = new Cell();

  /** The other scan; null once a difference was found. */
  private RegionScanner compacted;

  private WatchedScanner(
      RegionScanner scanner, RegionScanner compacted, TableRules table, HazardReports reports) {
    super(scanner);
    this.compacted = compacted;
    this.table = table;
    this.reports = reports;
  }

  /** Opens a scan, not a raw one: those show what compactions remove, and mean to. */
  static WatchedScanner open(Region region, ScanSpec spec, TableRules table, HazardReports reports)
      throws IOException {
    RegionScanner scanner = region.scan(spec);
    RegionScanner compacted = null;
    try {
      compacted = scanner.afterMajorCompaction(FilterAdapter.another(spec.filter()));
      return new WatchedScanner(scanner, compacted, table, reports);
    } finally {
      if (compacted == null) {
        scanner.close();
      }
    }
  }

  @Override
  public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
    int from = out.size();
    Progress progress = scanner.next(out, maxCells, maxBytes);
    if (compacted != null && progress != Progress.PAUSED) {
      expected.clear();
      // A row is cut by limits, or by the scan's watch: the other scan is cut behind as many cells.
      boolean cut = progress == Progress.ROW_CONTINUES;
      Progress other =
          compacted.next(
              expected, cut ? out.size() - from : maxCells, cut ? Long.MAX_VALUE : maxBytes);
      compare(out, from);
      assert compacted == null || progress != Progress.EXHAUSTED || other == Progress.EXHAUSTED;
    }
    return progress;
  }

  @Override
  public void close() {
    closeCompacted();
    super.close();
  }

  private void compare(CellBatch out, int from) throws HazardException {
    int count = Math.max(out.size() - from, expected.size());
    for (int i = 0; i < count && compacted != null; i++) {
      Cell a = from + i < out.size() ? out.get(from + i, shown) : null;
      Cell b = i < expected.size() ? expected.get(i, left) : null;
      if (a == null || b == null || !isSame(a, b)) {
        closeCompacted();
        // What comes behind a difference is not side by side any more: it is looked at no further.
        if (looksAt(a) && looksAt(b)) {
          report(a, b);
        }
      }
    }
  }

  private boolean looksAt(Cell cell) {
    return cell == null || table.looksAt(cell.family());
  }

  private void report(Cell now, Cell later) throws HazardException {
    boolean goes = later == null || (now != null && isBefore(now, later));
    Cell concerned = goes ? now : later;
    String at = "the version at " + concerned.timestamp();
    String what =
        !goes
            ? at + " is not in this answer and would be after a major compaction"
            : at + " is in this answer and would not be after a major compaction";
    reports.report(
        Hazard.met(
            Kind.CHANGED_BY_COMPACTION,
            table.name().toString(),
            concerned.row(),
            Hazard.column(concerned.family(), concerned.qualifier()),
            what));
  }

  private static boolean isBefore(Cell a, Cell b) {
    return CellOrder.compareKeys(a, b) <= 0;
  }

  private static boolean isSame(Cell a, Cell b) {
    return CellOrder.compareKeys(a, b) == 0 && ColumnHistory.isSameValue(a, b);
  }

  private void closeCompacted() {
    if (compacted != null) {
      compacted.close();
      compacted = null;
    }
  }
}
