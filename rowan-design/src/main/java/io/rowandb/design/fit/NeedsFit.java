package io.rowandb.design.fit;

import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Subject;
import io.rowandb.design.fit.FitReport.Verdict;
import io.rowandb.design.plan.PlannedNeeds;
import io.rowandb.design.plan.TablePlan;
import java.util.List;

/** What relational databases have and HBase has not. */
final class NeedsFit {
  private NeedsFit() {}

  static void add(TablePlan plan, List<Reason> reasons) {
    PlannedNeeds needs = plan.needs();
    reasons.add(transactions(needs));
    reasons.add(joins(needs.joins()));
    if (needs.asksFreely()) {
      reasons.add(
          DesignFit.reason(
              Subject.FREE_QUESTIONS,
              Verdict.NO,
              "People ask what no pattern lists. A row key answers the questions that it was made"
                  + " for; any other reads all rows.",
              "A relational or column store with SQL; or a copy of the rows in one, for these"
                  + " questions."));
    }
    if (needs.hasConstraints()) {
      reasons.add(
          DesignFit.reason(
              Subject.CONSTRAINTS,
              Verdict.DOUBTFUL,
              "HBase keeps one row a key and no other rule: nothing unique besides, no row that"
                  + " another must have.",
              "Let the program keep them, by checkAndMutate on a row; or a relational database."));
    }
  }

  private static Reason transactions(PlannedNeeds needs) {
    return switch (needs.transactions()) {
      case NONE, ROW ->
          DesignFit.reason(
              Subject.TRANSACTIONS,
              Verdict.YES,
              needs.transactions() == PlannedNeeds.Transactions.NONE
                  ? "Nothing has to change as one."
                  : "The cells of a row change as one; that is kept.",
              "");
      case ROWS ->
          DesignFit.reason(
              Subject.TRANSACTIONS,
              Verdict.NO,
              "Several rows have to change as one. HBase changes one row as one.",
              "A relational database; or put what changes as one into one row.");
    };
  }

  private static Reason joins(int joins) {
    if (joins == 0) {
      return DesignFit.reason(Subject.JOINS, Verdict.YES, "No question joins tables.", "");
    }
    boolean isOne = joins == 1;
    return DesignFit.reason(
        Subject.JOINS,
        isOne ? Verdict.DOUBTFUL : Verdict.NO,
        "A question joins this table with "
            + joins
            + (isOne ? " other" : " others")
            + ". HBase joins nothing: each row found costs "
            + (isOne ? "a further get." : joins + " further gets."),
        isOne
            ? "Copy what is needed of the other table into this one's rows."
            : "A relational database; or copies of the others' columns in these rows, if they change"
                + " seldom.");
  }
}
