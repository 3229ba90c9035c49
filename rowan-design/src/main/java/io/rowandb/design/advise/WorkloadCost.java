package io.rowandb.design.advise;

import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.check.PatternPath;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;

/**
 * Milliseconds of servers that questions and writes take. The figures are round ones of one disk
 * and one core: they rank designs, and promise no times.
 */
final class WorkloadCost {
  /** Of a get or scan in one region: the call, and its first block. */
  private static final double SEEK_MILLIS = 0.5;

  /** Read by a scan: 100 MB a second. */
  private static final double READ_BYTES = 100_000;

  /** Written to the log, flushed, and compacted some times: 20 MB a second. */
  private static final double WRITTEN_BYTES = 20_000;

  private static final double WRITE_MILLIS = 0.02;

  private static final double REGION_BYTES = 10.0 * (1L << 30);

  /** What a range is taken to choose of the rows that it is over. */
  private static final double RANGE = 0.1;

  private final TablePlan plan;
  private final SampleRows sample;
  private final double rowBytes;
  private final double rows;

  WorkloadCost(TablePlan plan, SampleRows sample, double rowBytes) {
    this.plan = plan;
    this.sample = sample;
    this.rowBytes = rowBytes;
    this.rows = plan.rows() > 0 ? plan.rows() : sample.size();
  }

  /** Calls a second; one where nothing is said. */
  static double rate(PlannedPattern pattern) {
    return pattern.perSecond() > 0 ? pattern.perSecond() : 1;
  }

  /** Writes a second; as many as calls where nothing is said. */
  static double writes(TablePlan plan) {
    return plan.writesPerSecond() > 0
        ? plan.writesPerSecond()
        : Math.max(1, plan.patterns().stream().mapToDouble(WorkloadCost::rate).sum());
  }

  Call call(PlannedPattern pattern) {
    PatternPath path = PatternPath.of(plan, pattern);
    double read = read(pattern, path);
    double all = Math.max(plan.splits().regions(), Math.ceil(rows * rowBytes / REGION_BYTES));
    double regions =
        path.kind() == PatternPath.Kind.FULL
            ? all
            : Math.max(
                (double) path.fanOut(), Math.min(all, Math.ceil(read * rowBytes / REGION_BYTES)));
    double millis = regions * SEEK_MILLIS + read * rowBytes / READ_BYTES;
    double cells = read * Math.max(1, plan.columns().size());
    return new Call(pattern.name(), path.describe(), read, regions, cells, millis);
  }

  private double read(PlannedPattern pattern, PatternPath path) {
    if (path.kind() == PatternPath.Kind.GET) {
      return path.fanOut();
    }
    if (path.kind() == PatternPath.Kind.FULL) {
      return rows;
    }
    double part = path.isRanged() ? RANGE : 1;
    // Each bucket is asked for the first rows.
    double most =
        path.endsAtLimit(pattern)
            ? (double) pattern.limit() * path.fanOut()
            : Double.POSITIVE_INFINITY;
    PrefixRows prefix = new PrefixRows(plan, sample, pattern, path);
    // Where the sample's rows all differ, so do the table's.
    boolean isOne = sample.size() > 1 && prefix.likeOne(1, Double.POSITIVE_INFINITY) < 1.1;
    double times = isOne ? 1 : rows / sample.size();
    return Math.max(1, prefix.likeOne(part * times, most));
  }

  double writeMillis(double serverShare) {
    double uneven = Math.max(1, serverShare * plan.cluster().servers());
    return writes(plan) * (WRITE_MILLIS + rowBytes / WRITTEN_BYTES) * uneven;
  }
}
