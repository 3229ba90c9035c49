package io.rowandb.design.fit;

import java.util.List;
import java.util.Locale;

/**
 * Whether a table should be in HBase.
 *
 * @param rows that it will have, or those of the sample; 0 for unknown
 * @param bytes of these before compression; 0 for unknown
 * @param badLines lines of the sample that were no rows
 * @param reasons the worst first
 */
public record FitReport(
    String table, Verdict verdict, long rows, double bytes, long badLines, List<Reason> reasons) {
  /** Copies the list. */
  public FitReport {
    reasons = List.copyOf(reasons);
  }

  /** The answer, or what one reason says; the worst first. */
  public enum Verdict {
    /** Another kind of store is right. */
    NO,
    /** It can be done, and costs more than it seems. */
    DOUBTFUL,
    /** It fits. */
    YES
  }

  /** What a reason is about, in the order in which those of one verdict are listed. */
  public enum Subject {
    /** Rows and bytes. */
    SIZE,
    /** What changes as one. */
    TRANSACTIONS,
    /** Questions over several tables. */
    JOINS,
    /** Questions that nobody knows yet. */
    FREE_QUESTIONS,
    /** Rules that the database would keep. */
    CONSTRAINTS,
    /** Questions that are known. */
    PATTERNS,
    /** Reading single rows against reading all. */
    SCANS_ONLY,
    /** Large values. */
    VALUES,
    /** Machines. */
    SERVERS;

    /** As reports name it: {@code free-questions}. Codes do not change. */
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A reason.
   *
   * @param evidence figures of plan and sample
   * @param instead what to do, or to use; empty when it fits
   */
  public record Reason(Subject subject, Verdict verdict, String evidence, String instead) {}
}
