package io.rowandb.design.heat;

import io.rowandb.design.check.KeyedRows;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Where the rows of a sample fall, by key and by arrival.
 *
 * <p>Ranges of keys have as many rows each, as far as keys differ, and so have spans of arrival:
 * both are cut at the quantiles of a fair choice of 100,000 rows. A key that many rows share has a
 * range of its own. Small samples get fewer ranges and spans, so that there is a row for every four
 * cells.
 *
 * @param rows that were counted
 * @param left rows without a key or without an arrival that can be read, not counted
 * @param arrival the field by whose order rows arrive; empty for the order of the file
 * @param keys by range of keys
 * @param regions by the regions that the table begins with, if there are several
 * @param merged how many neighbouring regions a range of {@code regions} stands for, 1 or more
 */
public record HeatMap(
    long rows, long left, String arrival, HeatGrid keys, Optional<HeatGrid> regions, int merged) {
  /**
   * Counts the rows of a sample, which is read twice. Empty when no row has a key and an arrival,
   * or the plan says that no order of arrival is known.
   *
   * @throws PlanException when the sample lacks a field
   * @throws IOException when it cannot be read
   */
  public static Optional<HeatMap> of(TablePlan plan, SampleSpec sample) throws IOException {
    if (!plan.hasArrival()) {
      return Optional.empty();
    }
    try (SampleFile file = SampleFile.open(sample)) {
      HeatAxes axes = new HeatAxes(plan, file.fields());
      KeyedRows.read(plan, file, sample.limit(), List.of(axes));
      return of(plan, sample, axes);
    }
  }

  /**
   * The same with axes that have seen the rows.
   *
   * @throws IOException when the sample cannot be read
   */
  public static Optional<HeatMap> of(TablePlan plan, SampleSpec sample, HeatAxes axes)
      throws IOException {
    if (axes.rows() == 0) {
      return Optional.empty();
    }
    try (SampleFile file = SampleFile.open(sample)) {
      return Optional.of(HeatRun.run(plan, file, sample.limit(), axes));
    }
  }
}
