package io.rowandb.design.fit;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingKind;
import io.rowandb.design.check.Say;
import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Subject;
import io.rowandb.design.fit.FitReport.Verdict;
import io.rowandb.design.plan.TablePlan;
import java.util.Optional;

/** Rows, bytes, values and machines. */
final class SizeFit {
  /** Thousands to millions of rows are for a relational database (seed S4). */
  private static final long FEW_ROWS = 10_000_000;

  private static final double FEW_BYTES = 10.0 * (1L << 30);

  /** What one machine with a good disk still keeps. */
  private static final long MANY_ROWS = 1_000_000_000;

  private static final double MANY_BYTES = 200.0 * (1L << 30);

  /** Calls and writes a second that one machine hardly takes. */
  private static final double MUCH_LOAD = 20_000;

  /** HDFS wants as many DataNodes, and keeps each block three times. */
  private static final int SERVERS = 5;

  private static final int COPIES = 3;

  private SizeFit() {}

  static Reason of(TablePlan plan, DesignReport checked, long rows, double bytes) {
    double load = DesignFit.rate(plan);
    String evidence = evidence(plan, rows, bytes, load);
    if (plan.rows() == 0 && DesignFit.grownRows(plan) == 0) {
      return DesignFit.reason(
          Subject.SIZE,
          Verdict.DOUBTFUL,
          (checked.rows() == 0 ? "" : evidence + " ")
              + "The design does not say how many rows the table will have.",
          "Say rows, or writes-per-second with a time in the key.");
    }
    boolean isSmall = rows < FEW_ROWS && bytes < FEW_BYTES;
    if (isSmall && load < MUCH_LOAD) {
      return DesignFit.reason(
          Subject.SIZE,
          Verdict.NO,
          evidence + " One machine keeps that in memory.",
          "A relational database; or Rowan in one process, where this interface is wanted.");
    }
    if (isSmall || (rows < MANY_ROWS && bytes < MANY_BYTES && load < MUCH_LOAD)) {
      return DesignFit.reason(
          Subject.SIZE,
          Verdict.DOUBTFUL,
          evidence
              + (isSmall
                  ? " The table is small; only the rate is not."
                  : " One machine with a good disk keeps that."),
          "A relational database, unless it is to grow tenfold.");
    }
    return DesignFit.reason(Subject.SIZE, Verdict.YES, evidence, "");
  }

  private static String evidence(TablePlan plan, long rows, double bytes, double load) {
    return Say.count(rows)
        + " rows"
        + (DesignFit.grownRows(plan) > plan.rows() ? " after a year of writes" : "")
        + (bytes > 0 ? ", " + Say.bytes(bytes) + " before compression" : "")
        + (load > 0 ? ", " + Say.count(load) + " calls and writes a second" : "")
        + ".";
  }

  /** Values that a store of files should have. */
  static Optional<Reason> values(DesignReport checked) {
    return checked.findings().stream()
        .filter(each -> each.kind() == FindingKind.CELL_TOO_LARGE)
        .map(DesignFinding::evidence)
        .findFirst()
        .map(
            evidence ->
                DesignFit.reason(
                    Subject.VALUES,
                    Verdict.NO,
                    evidence,
                    "Files in HDFS or an object store, and their names here."));
  }

  static Reason servers(int servers) {
    Verdict verdict =
        servers < COPIES ? Verdict.NO : servers < SERVERS ? Verdict.DOUBTFUL : Verdict.YES;
    return DesignFit.reason(
        Subject.SERVERS,
        verdict,
        "The cluster has "
            + servers
            + (servers == 1 ? " server" : " servers")
            + (verdict == Verdict.NO
                ? "; three copies of a block need three."
                : verdict == Verdict.DOUBTFUL ? "; HDFS wants five." : "."),
        switch (verdict) {
          case NO -> "Rowan in one process, or a database for one machine.";
          case DOUBTFUL -> "Five servers, so that one may fail and the copies are made again.";
          case YES -> "";
        });
  }
}
