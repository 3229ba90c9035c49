package io.rowandb.design.junit;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingSeverity;

/** What fails a test, for people. */
final class FailureText {
  private FailureText() {}

  /** The findings of a severity and of worse ones, the worst first; empty for none. */
  static String of(DesignReport report, FindingSeverity failOn) {
    StringBuilder text = new StringBuilder();
    for (DesignFinding each : report.findings()) {
      if (each.severity().compareTo(failOn) <= 0) {
        add(each, text);
      }
    }
    return text.toString();
  }

  private static void add(DesignFinding finding, StringBuilder text) {
    text.append("\n")
        .append(finding.severity())
        .append(' ')
        .append(finding.kind().code())
        .append(": ")
        .append(finding.kind().title());
    line("where", finding.subject(), text);
    line("evidence", finding.evidence(), text);
    line("cost", finding.cost(), text);
    line("rule", finding.kind().rule(), text);
    line("remedy", finding.remedy(), text);
    finding.snippet().lines().forEach(each -> text.append("\n      ").append(each));
  }

  private static void line(String label, String content, StringBuilder text) {
    text.append("\n  ").append(label).append(": ").append(content);
  }
}
