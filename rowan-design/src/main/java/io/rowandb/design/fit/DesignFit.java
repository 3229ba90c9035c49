package io.rowandb.design.fit;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Subject;
import io.rowandb.design.fit.FitReport.Verdict;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Judges whether a table should be in HBase: by its size, its questions, and what it needs that
 * HBase has not. One thread.
 */
public final class DesignFit {
  private static final double YEAR_SECONDS = 365 * 86_400.0;

  private DesignFit() {}

  /**
   * Judges.
   *
   * @param sample rows; without them bytes are unknown
   * @param now milliseconds since 1970
   * @throws io.rowandb.design.plan.PlanException when the sample lacks a field
   * @throws IOException when the sample cannot be read
   */
  public static FitReport run(TablePlan plan, Optional<SampleSpec> sample, long now)
      throws IOException {
    DesignReport checked = DesignCheck.run(plan, sample, now);
    long rows = rows(plan, checked);
    double bytes = rows * checked.rowBytes();
    List<Reason> reasons = new ArrayList<>();
    reasons.add(SizeFit.of(plan, checked, rows, bytes));
    NeedsFit.add(plan, reasons);
    QuestionsFit.add(plan, reasons);
    SizeFit.values(checked).ifPresent(reasons::add);
    reasons.add(SizeFit.servers(plan.cluster().servers()));
    reasons.sort(Comparator.comparing(Reason::verdict).thenComparing(Reason::subject));
    return new FitReport(
        plan.table(), reasons.get(0).verdict(), rows, bytes, checked.badLines(), reasons);
  }

  /**
   * The rows of the table: what the plan says, or a year of writes where the key has a time, so
   * that writes are new rows; else those of the sample.
   */
  private static long rows(TablePlan plan, DesignReport checked) {
    long said = Math.max(plan.rows(), grownRows(plan));
    return said > 0 ? said : checked.rows();
  }

  /** Rows that a year of writes makes, of those that the TTL keeps; 0 for unknown. */
  static long grownRows(TablePlan plan) {
    boolean grows =
        plan.key().stream()
            .flatMap(part -> part.fields().stream())
            .anyMatch(each -> plan.type(each).isTime());
    double seconds =
        plan.families().stream()
            .map(PlannedFamily::ttl)
            .mapToDouble(each -> each.map(Duration::toSeconds).orElse(Long.MAX_VALUE))
            .max()
            .orElse(YEAR_SECONDS);
    return grows ? (long) (plan.writesPerSecond() * Math.min(YEAR_SECONDS, seconds)) : 0;
  }

  /** Calls and writes a second, as far as the plan says them. */
  static double rate(TablePlan plan) {
    return plan.writesPerSecond()
        + plan.patterns().stream().mapToDouble(PlannedPattern::perSecond).sum();
  }

  static Reason reason(Subject subject, Verdict verdict, String evidence, String instead) {
    return new Reason(subject, verdict, evidence, instead);
  }
}
