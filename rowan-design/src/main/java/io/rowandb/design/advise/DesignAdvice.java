package io.rowandb.design.advise;

import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingSeverity;
import io.rowandb.design.check.PatternPath;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanText;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.design.simulate.DesignSimulation;
import io.rowandb.design.simulate.SimulatedSplits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches for better designs, by the idea of NoSE (Mior, Salem, Aboulnaga, Liu, ICDE 2016): make
 * candidates from the questions, take the cheapest for the whole workload. Candidates are compared
 * by the first rows of the sample; the best are judged again by all of it. The same input gives the
 * same answer. One thread.
 */
public final class DesignAdvice {
  /** Designs that are judged when nothing is said. */
  public static final int USUAL_BUDGET = 100;

  /** Rows by which designs are compared. */
  private static final int COMPARED_ROWS = 5000;

  private static final int SPANS = 20;

  /** Of the budget a third is for second tables, as far as these need it. */
  private static final int SHARE_OF_COPIES = 3;

  /** Designs that are judged by the whole sample. */
  private static final int FINALISTS = 5;

  private static final Comparator<Design> BEST =
      Comparator.comparingInt(Design::errors)
          .thenComparingInt(Design::warnings)
          .thenComparingDouble(Design::millis)
          .thenComparingInt(Design::hints)
          .thenComparing(each -> each.tables().size())
          .thenComparing(each -> each.tables().get(0).key().toString());

  private final SampleSpec sample;
  private final SampleRows rows;
  private final SteadyFields records;
  private final long now;
  private int judged;

  private DesignAdvice(SampleSpec sample, SampleRows rows, SteadyFields records, long now) {
    this.sample = sample;
    this.rows = rows;
    this.records = records;
    this.now = now;
  }

  /**
   * Searches.
   *
   * @param budget designs that are judged at most, 1 or more
   * @param most better designs that are told, 1 or more
   * @param now milliseconds since 1970
   * @throws PlanException when the sample lacks a field, or the plan has no pattern
   * @throws IOException when the sample cannot be read
   */
  public static AdviceReport run(TablePlan plan, SampleSpec sample, int budget, int most, long now)
      throws IOException {
    if (plan.patterns().stream().allMatch(PlannedPattern::asksForAll)) {
      throw new PlanException(
          "design "
              + plan.table()
              + " has no pattern that asks for less than all rows, so that no key is better than"
              + " another: say what is asked");
    }
    DesignCheck.run(plan, Optional.of(limited(sample, 1)), now); // names a field that is missing
    SampleRows rows = SampleRows.read(sample, Math.min(sample.limit(), COMPARED_ROWS));
    SteadyFields records = SteadyFields.of(plan, sample);
    return new DesignAdvice(sample, rows, records, now).search(plan, budget, most);
  }

  private static SampleSpec limited(SampleSpec sample, long limit) {
    return new SampleSpec(
        sample.file(),
        sample.format(),
        sample.columns(),
        Math.min(sample.limit(), limit),
        sample.maxBad());
  }

  private AdviceReport search(TablePlan plan, int budget, int most) throws IOException {
    List<List<TablePlan>> all = candidates(plan);
    int first = Math.min(all.size(), budget - budget / SHARE_OF_COPIES);
    List<Design> designs = judge(all.subList(0, first));
    List<List<TablePlan>> copies =
        designs.isEmpty() ? List.of() : withCopy(designs.get(0).tables().get(0));
    designs.addAll(judge(copies.subList(0, Math.min(copies.size(), budget - judged))));
    int rest = Math.min(all.size() - first, budget - judged);
    designs.addAll(judge(all.subList(first, first + rest)));
    int skipped = all.size() + copies.size() - judged;
    Set<String> full = full(List.of(plan));
    designs.removeIf(each -> !full.containsAll(full(each.tables())));
    designs.sort(BEST);
    Design present = design(List.of(plan), sample);
    List<Design> better = new ArrayList<>();
    for (Design each : designs.subList(0, Math.min(FINALISTS, designs.size()))) {
      Design whole = design(each.tables(), sample);
      if (isBetter(whole, present)) {
        better.add(whole);
      }
    }
    better.sort(BEST);
    return new AdviceReport(
        judged, skipped, present, better.subList(0, Math.min(most, better.size())));
  }

  /** The questions that read the whole table. */
  private static Set<String> full(List<TablePlan> tables) {
    Set<String> full = new HashSet<>();
    for (TablePlan table : tables) {
      table.patterns().stream()
          .filter(each -> isFull(table, each))
          .forEach(each -> full.add(each.name()));
    }
    return full;
  }

  /**
   * Fewer errors, or as many and fewer warnings, or as many of both and fewer hints, or as many of
   * all at a lower cost.
   */
  static boolean isBetter(Design design, Design present) {
    int faults =
        Comparator.comparingInt(Design::errors)
            .thenComparingInt(Design::warnings)
            .thenComparingInt(Design::hints)
            .compare(design, present);
    return faults < 0 || (faults == 0 && design.millis() < present.millis());
  }

  private List<List<TablePlan>> candidates(TablePlan plan) {
    Map<String, List<TablePlan>> different = new LinkedHashMap<>();
    List<List<PlannedPart>> keys = new ArrayList<>();
    if (TablePlanText.isWritable(plan)) { // else the same key could not be printed
      keys.add(plan.key());
    }
    keys.addAll(KeyChoices.of(plan, rows, records));
    for (List<PlannedPart> key : keys) {
      TablePlan tidy = ColumnChoices.tidy(plan.withKey(key), rows, records);
      different.putIfAbsent(key.toString(), List.of(SplitChoices.split(tidy, rows)));
    }
    return List.copyOf(different.values());
  }

  /** A second table for the questions that one does not answer. */
  private List<List<TablePlan>> withCopy(TablePlan plan) {
    List<PlannedPattern> unanswered =
        plan.patterns().stream().filter(each -> !each.asksForAll() && isFull(plan, each)).toList();
    if (unanswered.isEmpty() || unanswered.size() == plan.patterns().size()) {
      return List.of();
    }
    List<PlannedPattern> answered = new ArrayList<>(plan.patterns());
    answered.removeAll(unanswered);
    TablePlan main = plan.withName(plan.table(), answered);
    TablePlan copy = plan.withName(plan.table() + "_copy", unanswered);
    List<List<TablePlan>> pairs = new ArrayList<>();
    for (List<PlannedPart> key : KeyChoices.of(copy, rows, records)) {
      pairs.add(List.of(main, SplitChoices.split(copy.withKey(key), rows)));
    }
    return pairs;
  }

  private static boolean isFull(TablePlan plan, PlannedPattern pattern) {
    return PatternPath.of(plan, pattern).kind() == PatternPath.Kind.FULL;
  }

  private List<Design> judge(List<List<TablePlan>> candidates) throws IOException {
    List<Design> designs = new ArrayList<>();
    for (List<TablePlan> each : candidates) {
      judged++;
      designs.add(design(each, limited(sample, COMPARED_ROWS)));
    }
    designs.sort(BEST);
    return designs;
  }

  private Design design(List<TablePlan> tables, SampleSpec by) throws IOException {
    Map<FindingSeverity, Integer> counts = new EnumMap<>(FindingSeverity.class);
    for (FindingSeverity each : FindingSeverity.values()) {
      counts.put(each, 0);
    }
    double share = 0;
    double rowBytes = 0;
    double read = 0;
    double written = 0;
    List<Call> calls = new ArrayList<>();
    double writes = writesOf(tables);
    for (TablePlan each : tables) {
      DesignReport report = DesignCheck.run(each, Optional.of(by), now);
      report.findings().forEach(finding -> counts.merge(finding.severity(), 1, Integer::sum));
      double hottest = hottest(each, by, report);
      WorkloadCost cost = new WorkloadCost(each, rows, report.rowBytes());
      for (PlannedPattern pattern : each.patterns()) {
        Call call = cost.call(pattern);
        calls.add(call);
        read += WorkloadCost.rate(pattern) * call.millis();
      }
      written += cost.writeMillis(hottest) * writes / WorkloadCost.writes(each);
      share = Math.max(share, hottest);
      rowBytes += report.rowBytes();
    }
    return new Design(
        tables,
        counts.get(FindingSeverity.ERROR),
        counts.get(FindingSeverity.WARNING),
        counts.get(FindingSeverity.HINT),
        share,
        rowBytes,
        read,
        written,
        calls);
  }

  /** A copy gets every write, whichever of the questions it is for. */
  private static double writesOf(List<TablePlan> tables) {
    return tables.stream().mapToDouble(WorkloadCost::writes).sum()
        / (tables.get(0).writesPerSecond() > 0 ? tables.size() : 1);
  }

  /** The hottest server's share; all of it when no row has a key. */
  private static double hottest(TablePlan plan, SampleSpec by, DesignReport report)
      throws IOException {
    return report.keyBytes() == 0
        ? 1
        : DesignSimulation.run(plan, by, 0, SimulatedSplits.STEPPING, SPANS).serverShare();
  }
}
