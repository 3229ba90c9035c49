package io.rowandb.client.hazard;

import io.rowandb.client.adapter.FilterAdapter;
import io.rowandb.client.hazard.Hazard.Kind;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/** Checks the request of a read before it runs. Stateless except for where it looks. */
final class ReadLook {
  /** A last byte that programs write for "after all others": from {@code z} on. */
  private static final int LEAST_LAST_BYTE = 'z';

  private final TableRules table;
  private final Supplier<Database> database;
  private final HazardReports reports;

  ReadLook(TableRules table, Supplier<Database> database, HazardReports reports) {
    this.table = table;
    this.database = database;
    this.reports = reports;
  }

  /** Whether it reads a family that is looked at. */
  boolean looksAt(ScanSpec spec) {
    return spec.families().isEmpty()
        || spec.families().stream().anyMatch(each -> table.looksAt(each.family()));
  }

  /** Reports what can be seen from the request, and for a stop row from the rows behind it. */
  void report(ScanSpec spec) throws IOException {
    Filter filter = spec.filter() instanceof FilterAdapter adapter ? adapter.filter() : null;
    if (filter != null) {
      reportColumns(filter, spec);
    }
    byte[] prefix = spec.get() || spec.reversed() ? null : prefix(filter, spec);
    if (prefix != null) {
      reportCutOff(prefix, spec);
    }
  }

  private void reportColumns(Filter filter, ScanSpec spec) throws HazardException {
    if (filter instanceof SingleColumnValueFilter single) {
      if (table.looksAt(single.getFamily())
          && !reads(spec, single.getFamily(), single.getQualifier())) {
        reports.report(
            Hazard.met(
                Kind.FILTER_COLUMN_NOT_READ,
                table.name().toString(),
                null,
                Hazard.column(single.getFamily(), single.getQualifier()),
                single.getClass().getSimpleName()
                    + " judges a column that the scan does not read: it takes it for missing, so "
                    + (single.getFilterIfMissing() ? "no row passes" : "every row passes")));
      }
    } else if (filter instanceof FilterList list) {
      for (Filter each : list.getFilters()) {
        reportColumns(each, spec);
      }
    } else if (filter instanceof SkipFilter skip) {
      reportColumns(skip.getFilter(), spec);
    } else if (filter instanceof WhileMatchFilter whileMatch) {
      reportColumns(whileMatch.getFilter(), spec);
    }
  }

  private static boolean reads(ScanSpec spec, byte[] family, byte[] qualifier) {
    if (spec.families().isEmpty()) {
      return true;
    }
    for (ScanSpec.FamilySpec wanted : spec.families()) {
      if (Arrays.equals(wanted.family(), family)) {
        return wanted.qualifiers() == null
            || Arrays.stream(wanted.qualifiers()).anyMatch(q -> Arrays.equals(q, qualifier));
      }
    }
    return false;
  }

  /**
   * The prefix whose rows a scan seems to be meant to return, when its stop row lies among them:
   * that of a prefix filter, or a start row that the stop row repeats and ends with bytes that
   * stand for "after all others". One byte 0 behind it is such an end too: it is taken for the
   * first row without the prefix, and is the first one behind the start row itself.
   */
  private static byte[] prefix(Filter filter, ScanSpec spec) {
    byte[] stop = spec.stopRow();
    byte[] prefix = filter instanceof PrefixFilter only ? only.getPrefix() : null;
    if (prefix == null && spec.startRow().length > 0 && endsWithLastBytes(stop, spec.startRow())) {
      prefix = spec.startRow();
    }
    return prefix != null && prefix.length > 0 && startsWith(stop, prefix) ? prefix : null;
  }

  private static boolean endsWithLastBytes(byte[] stop, byte[] start) {
    if (stop.length == start.length + 1 && stop[start.length] == 0) {
      return true;
    }
    for (int i = start.length; i < stop.length; i++) {
      if ((stop[i] & 0xff) < LEAST_LAST_BYTE) {
        return false;
      }
    }
    return stop.length > start.length;
  }

  /** Reports the first row with the prefix that the stop row cuts off, if there is one. */
  private void reportCutOff(byte[] prefix, ScanSpec spec) throws IOException {
    TableView view = database.get().table(table.name());
    if (view == null || !view.enabled()) {
      return;
    }
    ScanSpec behind = ScanSpec.builder().startRow(spec.stopRow(), !spec.includeStop()).build();
    CellBatch found = new CellBatch();
    for (int i = view.indexOf(spec.stopRow()); found.isEmpty() && i < view.regions().size(); i++) {
      try (RegionScanner scanner = view.regions().get(i).scan(behind)) {
        Progress first = scanner.next(found, 1, Long.MAX_VALUE);
        assert first == Progress.EXHAUSTED || !found.isEmpty();
      }
    }
    if (!found.isEmpty()) {
      byte[] row = found.get(0, new Cell()).row();
      if (startsWith(row, prefix)) {
        reports.report(
            Hazard.met(
                Kind.STOP_ROW_CUTS_PREFIX,
                table.name().toString(),
                row,
                "",
                "this row begins with the prefix "
                    + Bytes.printable(prefix)
                    + " but is not before the stop row "
                    + Bytes.printable(spec.stopRow())
                    + "; a get reads one row, and setStartStopRowForPrefixScan would include this one"));
      }
    }
  }

  private static boolean startsWith(byte[] row, byte[] prefix) {
    return row.length >= prefix.length
        && Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length);
  }
}
