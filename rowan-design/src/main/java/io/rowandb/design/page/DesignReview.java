package io.rowandb.design.page;

import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.estimate.DesignEstimate;
import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.heat.HeatMap;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
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
 * @param load the simulation; empty without a sample, or when no row has a key
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
    return new DesignReview(
        plan,
        check,
        parts(plan, sample.get(), known.estimate()),
        known.estimate(),
        Optional.of(load(plan, sample.get(), known.simulation())),
        HeatMap.of(plan, sample.get()));
  }

  private static List<EstimateReport.Part> parts(
      TablePlan plan, SampleSpec sample, Optional<EstimateReport> estimate) throws IOException {
    if (estimate.isPresent()) {
      return estimate.get().parts();
    }
    return plan.columns().isEmpty() ? List.of() : DesignEstimate.parts(plan, sample, 0);
  }

  private static SimulationReport load(
      TablePlan plan, SampleSpec sample, Optional<SimulationReport> known) throws IOException {
    return known.isPresent()
        ? known.get()
        : DesignSimulation.run(plan, sample, 0, SimulatedSplits.STEPPING, SPANS);
  }
}
