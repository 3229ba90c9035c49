package io.rowandb.design.page;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.KeyedRows;
import io.rowandb.design.estimate.DesignEstimate;
import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.estimate.SizeRun;
import io.rowandb.design.heat.HeatAxes;
import io.rowandb.design.heat.HeatMap;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.design.simulate.ArrivedRows;
import io.rowandb.design.simulate.DesignSimulation;
import io.rowandb.design.simulate.SimulatedSplits;
import io.rowandb.design.simulate.SimulationReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a page tells of one design. Without a sample it has findings alone.
 *
 * @param parts bytes by part of the cells; none without a sample or without columns
 * @param files the estimate, if it was made: it writes files, so that it takes seconds
 * @param load the simulation; empty without a sample, when no row has a key, or when no order of
 *     arrival is known
 * @param heat the keys over time; empty in the same cases, and when no row has an arrival
 */
public record DesignReview(
    TablePlan plan,
    DesignReport check,
    List<EstimateReport.Part> parts,
    Optional<EstimateReport> files,
    Optional<SimulationReport> load,
    Optional<HeatMap> heat) {
  private static final int SPANS = 20;

  /** Copies the list. */
  public DesignReview {
    parts = List.copyOf(parts);
  }

  /** Reports that were made already, and are not made again. */
  public record Known(
      Optional<DesignReport> check,
      Optional<EstimateReport> estimate,
      Optional<SimulationReport> simulation) {
    /** Of nothing. */
    public static final Known NOTHING =
        new Known(Optional.empty(), Optional.empty(), Optional.empty());

    /** Of a check. */
    public static Known of(DesignReport check) {
      return new Known(Optional.of(check), Optional.empty(), Optional.empty());
    }

    /** Of an estimate. */
    public static Known of(EstimateReport estimate) {
      return new Known(Optional.empty(), Optional.of(estimate), Optional.empty());
    }

    /** Of a simulation. */
    public static Known of(SimulationReport simulation) {
      return new Known(Optional.empty(), Optional.empty(), Optional.of(simulation));
    }
  }

  /**
   * Reviews a design: checks it, and simulates and draws its sample.
   *
   * @param now milliseconds since 1970
   * @throws PlanException when the sample lacks a field that the plan names, or has no row
   * @throws IOException when the sample cannot be read
   */
  public static DesignReview run(TablePlan plan, Optional<SampleSpec> sample, Known known, long now)
      throws IOException {
    DesignReport check =
        known.check().isPresent() ? known.check().get() : DesignCheck.run(plan, sample, now);
    boolean hasKeys = sample.isPresent() && check.keyBytes() > 0;
    if (!hasKeys) {
      return new DesignReview(
          plan, check, List.of(), known.estimate(), known.simulation(), Optional.empty());
    }
    return of(plan, sample.get(), check, known);
  }

  /** Reads the sample twice, once for all that need one reading. */
  private static DesignReview of(TablePlan plan, SampleSpec sample, DesignReport check, Known known)
      throws IOException {
    SizeRun sizes;
    ArrivedRows arrived;
    HeatAxes axes;
    try (SampleFile file = SampleFile.open(sample)) {
      sizes = new SizeRun(plan, file.fields());
      arrived = new ArrivedRows(plan, file.fields());
      axes = new HeatAxes(plan, file.fields());
      KeyedRows.read(plan, file, sample.limit(), List.of(sizes, arrived, axes));
    }
    return new DesignReview(
        plan,
        check,
        known
            .estimate()
            .map(EstimateReport::parts)
            .orElseGet(() -> DesignEstimate.parts(plan, sizes)),
        known.estimate(),
        load(plan, arrived, known.simulation()),
        plan.hasArrival() ? HeatMap.of(plan, sample, axes) : Optional.empty());
  }

  private static Optional<SimulationReport> load(
      TablePlan plan, ArrivedRows arrived, Optional<SimulationReport> known) {
    return known.isPresent() || !plan.hasArrival()
        ? known
        : Optional.of(DesignSimulation.run(plan, arrived, 0, SimulatedSplits.STEPPING, SPANS));
  }

  /** Whether there are keys, and nothing tells in which order they arrive. */
  boolean lacksOrder() {
    return check.keyBytes() > 0 && !plan.hasArrival();
  }
}
