package io.rowandb.design.check;

import java.util.List;

/**
 * What a check found.
 *
 * @param rows of the sample; 0 without one
 * @param badLines of the sample that were no rows
 * @param firstBadLines the first of them, with the reason
 * @param keyBytes of a row's key, on average
 * @param rowBytes of a row's cells with their keys and names, before compression, on average
 * @param answers how each pattern is answered
 * @param findings the worst first
 */
public record DesignReport(
    String table,
    long rows,
    long badLines,
    List<String> firstBadLines,
    double keyBytes,
    double rowBytes,
    List<Answer> answers,
    List<DesignFinding> findings) {
  /** Copies the lists. */
  public DesignReport {
    firstBadLines = List.copyOf(firstBadLines);
    answers = List.copyOf(answers);
    findings = List.copyOf(findings);
  }

  /** The same with findings of others among its own, the worst first. */
  public DesignReport with(List<DesignFinding> more) {
    Findings all = new Findings();
    findings.forEach(all::add);
    more.forEach(all::add);
    return new DesignReport(
        table, rows, badLines, firstBadLines, keyBytes, rowBytes, answers, all.sorted());
  }

  /** How a pattern is answered, for people. */
  public record Answer(String pattern, String path) {}
}
