package io.rowandb.design.measure;

import io.rowandb.design.check.PatternPath;
import io.rowandb.design.measure.PatternReads.Bounds;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** Asks one pattern with values of the sample. One thread. */
final class PatternRun {
  /** A pattern ends above this, so that whole tables are not read a hundred times. */
  private static final long MOST_CELLS = 5_000_000;

  private final Table table;
  private final PatternReads reads;
  private final List<String[]> rows;
  private final boolean hasRange;
  private final SplittableRandom random;

  PatternRun(Table table, TablePlan plan, PlannedPattern pattern, DrawnRows drawn, long seed) {
    this.table = table;
    this.reads = new PatternReads(plan, pattern, drawn.fields());
    this.rows = drawn.by(pattern);
    this.hasRange = !pattern.range().isEmpty();
    this.random = new SplittableRandom(seed);
  }

  /** What so many calls read, and the blocks of one of them. */
  record Run(ReadTally tally, OptionalLong blocks) {}

  /** Makes the calls; some before them warm up and are not counted. */
  Run run(int calls, BlockCounter counter) throws IOException {
    ReadTally warm = new ReadTally(calls);
    run(warm, Math.max(1, calls / 10));
    OptionalLong before = counter.blocks();
    ReadTally tally = new ReadTally(calls);
    run(tally, calls);
    OptionalLong after = counter.blocks();
    return new Run(
        tally,
        before.isPresent() && after.isPresent()
            ? OptionalLong.of(after.getAsLong() - before.getAsLong())
            : OptionalLong.empty());
  }

  private void run(ReadTally tally, int calls) throws IOException {
    for (int i = 0; i < calls && tally.cells() < MOST_CELLS && !rows.isEmpty(); i++) {
      List<Bounds> asked = drawn();
      if (!asked.isEmpty()) {
        long start = System.nanoTime();
        for (Bounds each : asked) {
          DesignMeasure.checkWanted();
          read(each, tally);
        }
        tally.endCall(System.nanoTime() - start);
      }
    }
  }

  private List<Bounds> drawn() {
    String[] row = rows.get(random.nextInt(rows.size()));
    int over = hasRange ? DrawnRows.range(rows.size()) : 0;
    int from = random.nextInt(rows.size() - over);
    return reads.bounds(row, rows.get(from), rows.get(from + over));
  }

  private void read(Bounds bounds, ReadTally tally) throws IOException {
    if (reads.path().kind() == PatternPath.Kind.GET) {
      tally.add(table.get(reads.get(bounds)));
      tally.addRegions(1);
      return;
    }
    Scan scan = reads.scan(bounds);
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result each : results) {
        DesignMeasure.checkWanted();
        tally.add(each);
      }
      ScanMetrics metrics = results.getScanMetrics();
      tally.addRegions(metrics == null ? 1 : metrics.countOfRegions.get());
    }
  }
}
