package io.rowandb.design.advise;

import io.rowandb.design.plan.TablePlan;
import java.util.List;

/**
 * What a search found.
 *
 * @param judged designs that were judged
 * @param skipped designs that the budget left out
 * @param present the design that was given
 * @param better others, the best first; none when the present one is as good as any
 */
public record AdviceReport(int judged, int skipped, Design present, List<Design> better) {
  /** Copies the list. */
  public AdviceReport {
    better = List.copyOf(better);
  }

  /**
   * A design and how it was judged.
   *
   * @param tables its plan; a second one is a copy of the rows for some of the questions
   * @param errors how many the check found in all tables; so too warnings and hints
   * @param serverShare share of the writes to the hottest server, 0 to 1
   * @param rowBytes of a row before compression, on average, in all tables together
   * @param readMillis milliseconds of servers that the questions of a second take
   * @param writeMillis those that its writes take, times the unevenness of the servers
   * @param calls how each question is answered
   */
  public record Design(
      List<TablePlan> tables,
      int errors,
      int warnings,
      int hints,
      double serverShare,
      double rowBytes,
      double readMillis,
      double writeMillis,
      List<Call> calls) {
    /** Copies the lists. */
    public Design {
      tables = List.copyOf(tables);
      calls = List.copyOf(calls);
    }

    /** Both together. */
    public double millis() {
      return readMillis + writeMillis;
    }
  }

  /**
   * A question's way through a design.
   *
   * @param rows that one call reads
   * @param regions that one call touches
   * @param millis of servers that one call takes
   */
  public record Call(
      String pattern, String path, double rows, double regions, double cells, double millis) {}
}
