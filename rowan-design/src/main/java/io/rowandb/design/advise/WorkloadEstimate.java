package io.rowandb.design.advise;

import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.List;

/** What each question of a plan is thought to read, as {@link DesignAdvice} reckons it. */
public final class WorkloadEstimate {
  /** Rows of the sample that are compared. */
  private static final int COMPARED_ROWS = 20_000;

  private WorkloadEstimate() {}

  /**
   * A call of each pattern, in the plan's order.
   *
   * @param rows that the table has
   * @param rowBytes of a row before compression, on average
   * @throws IOException when the sample cannot be read
   */
  public static List<Call> of(TablePlan plan, SampleSpec sample, long rows, double rowBytes)
      throws IOException {
    SampleRows compared = SampleRows.read(sample, Math.min(sample.limit(), COMPARED_ROWS));
    WorkloadCost cost = new WorkloadCost(plan.withRows(rows), compared, rowBytes);
    return plan.patterns().stream().map(cost::call).toList();
  }
}
