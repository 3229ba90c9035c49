package io.rowandb.design.simulate;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a sample's writes over regions and servers. Each row of the sample stands for as many of the
 * table as it takes to make the table's size, so that it splits as the table would. One thread.
 */
public final class DesignSimulation {
  /** The table's bytes where the plan does not say its rows: enough for some splits a server. */
  private static final double USUAL_BYTES = 200.0 * (1L << 30);

  /** Rows a span, so that chance makes no region hot. */
  private static final int FEWEST_ROWS = 40;

  private DesignSimulation() {}

  /**
   * Simulates.
   *
   * @param servers how many; 0: as the plan says
   * @param spans into which the rows are cut, at most
   * @throws PlanException when the sample lacks a field, or has no row, or no order of arrival is
   *     known
   * @throws IOException when it cannot be read
   */
  public static SimulationReport run(
      TablePlan plan, SampleSpec sample, int servers, SimulatedSplits policy, int spans)
      throws IOException {
    if (!plan.hasArrival()) {
      throw new PlanException(
          "nothing tells in which order the rows of "
              + plan.table()
              + " arrive, so that their writes cannot be simulated: give a sample file in the order"
              + " of arrival");
    }
    ArrivedRows arrived;
    try (SampleFile file = SampleFile.open(sample)) {
      arrived = ArrivedRows.read(plan, file, sample.limit());
    }
    if (arrived.rows() == 0) {
      throw new PlanException(sample.file() + " has no row with a key");
    }
    return run(plan, arrived, servers, policy, spans);
  }

  /**
   * Simulates with rows that were read, one or more.
   *
   * @param servers how many; 0: as the plan says
   * @param spans into which the rows are cut, at most
   */
  public static SimulationReport run(
      TablePlan plan, ArrivedRows arrived, int servers, SimulatedSplits policy, int spans) {
    List<ArrivedRow> rows = arrived.inOrder();
    double bytes = plan.rows() > 0 ? plan.rows() * arrived.rowBytes() : USUAL_BYTES;
    int count = servers > 0 ? servers : plan.cluster().servers();
    int cut = Math.max(1, Math.min(spans, rows.size() / FEWEST_ROWS));
    double each = bytes / rows.size();
    SimulatedTable table = new SimulatedTable(count, policy, each, plan.splits(), rows);
    SimulatedTable doubled = new SimulatedTable(2 * count, policy, each, plan.splits(), rows);
    List<SimulationReport.Span> run = run(table, rows, cut);
    return new SimulationReport(
        plan.table(),
        Math.round(bytes / arrived.rowBytes()),
        rows.size(),
        bytes,
        count,
        policy,
        run,
        table.splits(),
        run.stream().mapToDouble(SimulationReport.Span::regionShare).average().orElse(0),
        serverShare(run),
        serverShare(run(doubled, rows, cut)));
  }

  private static double serverShare(List<SimulationReport.Span> spans) {
    return spans.stream().mapToDouble(SimulationReport.Span::serverShare).average().orElse(0);
  }

  private static List<SimulationReport.Span> run(
      SimulatedTable table, List<ArrivedRow> rows, int spans) {
    List<SimulationReport.Span> run = new ArrayList<>();
    for (int i = 0; i < spans; i++) {
      int from = (int) ((long) i * rows.size() / spans);
      int to = (int) ((long) (i + 1) * rows.size() / spans);
      run.add(table.run(rows.subList(from, to)));
    }
    return run;
  }
}
