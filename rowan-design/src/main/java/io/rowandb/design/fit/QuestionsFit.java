package io.rowandb.design.fit;

import io.rowandb.design.check.Say;
import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Subject;
import io.rowandb.design.fit.FitReport.Verdict;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether a few row keys answer what is asked. */
final class QuestionsFit {
  /** Tables that a program still keeps in step. */
  private static final int SOME_TABLES = 3;

  private static final int MANY_TABLES = 6;

  private QuestionsFit() {}

  static void add(TablePlan plan, List<Reason> reasons) {
    List<PlannedPattern> single =
        plan.patterns().stream().filter(each -> !each.asksForAll()).toList();
    if (plan.patterns().isEmpty()) {
      reasons.add(
          DesignFit.reason(
              Subject.PATTERNS,
              Verdict.DOUBTFUL,
              "The design says no pattern: a key that answers nothing known is a guess.",
              "Say what is asked: patterns."));
    } else if (single.isEmpty()) {
      reasons.add(
          DesignFit.reason(
              Subject.SCANS_ONLY,
              Verdict.NO,
              "All that is asked reads all rows ("
                  + plan.patterns().get(0).name()
                  + (plan.patterns().size() > 1 ? ", …" : "")
                  + "). HBase is for finding one row among very many.",
              "Files in HDFS, in columns (Parquet, ORC): a job reads them several times as fast."));
    } else {
      reasons.add(tables(single));
    }
  }

  private static Reason tables(List<PlannedPattern> patterns) {
    int tables = keys(patterns).size();
    Verdict verdict =
        tables <= SOME_TABLES ? Verdict.YES : tables <= MANY_TABLES ? Verdict.DOUBTFUL : Verdict.NO;
    String evidence =
        Say.count(patterns.size())
            + (patterns.size() == 1 ? " question needs " : " questions need ")
            + (tables == 1
                ? "one row key."
                : tables
                    + " row keys, thus "
                    + tables
                    + " tables: each write is "
                    + tables
                    + " writes, which are not one.");
    return DesignFit.reason(
        Subject.PATTERNS,
        verdict,
        evidence,
        verdict == Verdict.YES
            ? ""
            : "A relational database with indexes, or a search engine; or fewer questions.");
  }

  /**
   * Chains of questions, each of which one key answers: what a question gives is among what the
   * next one gives, and a range or order ends the chain.
   */
  static List<List<PlannedPattern>> keys(List<PlannedPattern> patterns) {
    List<List<PlannedPattern>> chains = new ArrayList<>();
    List<PlannedPattern> sorted = new ArrayList<>(patterns);
    sorted.sort(Comparator.comparingInt(each -> each.equal().size()));
    for (PlannedPattern each : sorted) {
      List<PlannedPattern> chain =
          chains.stream()
              .filter(some -> some.stream().allMatch(other -> follows(other, each)))
              .findFirst()
              .orElse(null);
      if (chain == null) {
        chain = new ArrayList<>();
        chains.add(chain);
      }
      chain.add(each);
    }
    return chains;
  }

  private static boolean follows(PlannedPattern earlier, PlannedPattern later) {
    if (!later.equal().containsAll(earlier.equal())) {
      return false;
    }
    Set<String> next = next(earlier);
    Set<String> more = new TreeSet<>(later.equal());
    more.removeAll(earlier.equal());
    if (more.isEmpty()) {
      return next.isEmpty() || next(later).isEmpty() || next.equals(next(later));
    }
    return next.isEmpty() || (next.size() == 1 && more.containsAll(next));
  }

  /** The field that the key has to go on with. */
  private static Set<String> next(PlannedPattern pattern) {
    Set<String> next = new TreeSet<>();
    next.add(pattern.range());
    next.add(pattern.order());
    next.removeAll(pattern.equal());
    next.remove("");
    return next;
  }
}
