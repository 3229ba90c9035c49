package io.rowandb.client.hazard;

import io.rowandb.client.adapter.FilterAdapter;
import io.rowandb.client.hazard.Hazard.Kind;
import io.rowandb.engine.Database;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.LargeRowException;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * A region whose reads and writes are checked for hazards. It answers as the region does, except
 * for {@link HazardException}. Safe for use by many threads.
 */
final class WatchedRegion implements Region {
  private static final System.Logger LOG = System.getLogger("io.rowandb.hazards");

  private final Region region;
  private final TableRules table;
  private final HazardReports reports;
  private final ReadLook reads;

  WatchedRegion(
      Region region, TableRules table, Supplier<Database> database, HazardReports reports) {
    this.region = region;
    this.table = table;
    this.reports = reports;
    this.reads = new ReadLook(table, database, reports);
  }

  @Override
  public RegionInfo info() {
    return region.info();
  }

  @Override
  public RegionStats stats() {
    return region.stats();
  }

  @Override
  public RegionScanner scan(ScanSpec spec) throws IOException {
    if (spec.raw() || !reads.looksAt(spec)) {
      return region.scan(spec);
    }
    reads.report(spec);
    return WatchedScanner.open(region, spec, table, reports);
  }

  @Override
  public void get(ScanSpec spec, CellBatch out) throws IOException {
    int from = out.size();
    region.get(spec, out);
    if (!reads.looksAt(spec)) {
      return;
    }
    try {
      lookAt(spec, out, from);
    } catch (RefusedException | LargeRowException | RpcThrottlingException e) {
      // The row may have grown since. The answer stands; whoever repeated the get would only be
      // refused again.
      LOG.log(System.Logger.Level.DEBUG, "Not looked at for hazards: " + region.info(), e);
    }
  }

  private void lookAt(ScanSpec spec, CellBatch out, int from) throws IOException {
    reads.report(spec);
    reportVersions(spec, out, from);
    ScanSpec again = spec.withFilter(FilterAdapter.another(spec.filter()));
    CellBatch cells = new CellBatch();
    try (RegionScanner scanner = WatchedScanner.open(region, again, table, reports)) {
      Progress progress = scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE);
      assert progress == Progress.EXHAUSTED || !cells.isEmpty();
    }
  }

  @Override
  public void write(RowMutation mutation) throws IOException {
    WriteLook look = WriteLook.before(region, table, reports, List.of(mutation));
    region.write(mutation);
    look.reportAfter();
  }

  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    WriteLook look = WriteLook.before(region, table, reports, mutations);
    return look.reportAll(region.writeAll(mutations), mutations.size());
  }

  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    WriteLook look = WriteLook.before(region, table, reports, mutations);
    boolean done = region.update(mutations, condition, result);
    if (done) {
      look.reportAfter();
    }
    return done;
  }

  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    WriteLook look = WriteLook.before(region, table, reports, mutations);
    boolean done = region.updateRows(mutations, conditions);
    if (done) {
      look.reportAfter();
    }
    return done;
  }

  /** A get that asks for more versions than the family keeps, where there were more. */
  private void reportVersions(ScanSpec spec, CellBatch answer, int from) throws IOException {
    Cell cell = new Cell();
    byte[] family = null;
    byte[] qualifier = null;
    for (int i = from; i < answer.size(); i++) {
      answer.get(i, cell);
      boolean sameColumn =
          Arrays.equals(family, cell.family()) && Arrays.equals(qualifier, cell.qualifier());
      int kept = table.versions(cell.family());
      if (sameColumn || spec.maxVersions() <= kept || !table.looksAt(cell.family())) {
        continue;
      }
      family = cell.family();
      qualifier = cell.qualifier();
      Cell lost = ColumnHistory.read(region, cell.row(), family, qualifier).versionBeyond(kept);
      if (lost != null) {
        reports.report(
            Hazard.met(
                Kind.LOST_TO_VERSIONS,
                table.name().toString(),
                cell.row(),
                Hazard.column(family, qualifier),
                "the version at "
                    + lost.timestamp()
                    + " is not in an answer that asked for more: the family keeps VERSIONS => "
                    + kept));
      }
    }
  }
}
