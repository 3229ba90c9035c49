package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingSeverity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for people, and for programs. */
final class DesignReportText {
  private static final int LABEL = 10;

  /** Lines longer than this are hard to read. */
  private static final int WIDEST = 100;

  private DesignReportText() {}

  /** The lines of a report, at most so wide. */
  static List<String> lines(DesignReport report, int columns) {
    int width = Math.min(WIDEST, columns);
    List<String> lines = new ArrayList<>();
    lines.add(heading(report));
    report.firstBadLines().forEach(each -> lines.add(Wrapped.INDENT + DisplayText.printable(each)));
    if (!report.answers().isEmpty()) {
      lines.add("");
      lines.addAll(
          TextTable.lines(
              List.of("pattern", "answered by"),
              report.answers().stream()
                  .map(
                      each ->
                          List.of(
                              DisplayText.printable(each.pattern()),
                              DisplayText.printable(each.path())))
                  .toList(),
              width));
    }
    lines.add("");
    lines.add(summary(report));
    for (DesignFinding each : report.findings()) {
      lines.add("");
      add(each, width, lines);
    }
    return lines;
  }

  private static String heading(DesignReport report) {
    if (report.rows() == 0) {
      return "Table "
          + DisplayText.printable(report.table())
          + ", by reasoning alone: there is no sample.";
    }
    return "Table "
        + DisplayText.printable(report.table())
        + ", "
        + Figures.counted(report.rows(), "row")
        + " of a sample: keys of "
        + Figures.mean(report.keyBytes())
        + " bytes, rows of "
        + Figures.mean(Math.rint(report.rowBytes()))
        + " bytes before compression."
        + (report.badLines() > 0
            ? " " + Figures.counted(report.badLines(), "line") + " no row:"
            : "");
  }

  private static String summary(DesignReport report) {
    if (report.findings().isEmpty()) {
      return "Nothing found.";
    }
    return Figures.counted(count(report, FindingSeverity.ERROR), "error")
        + ", "
        + Figures.counted(count(report, FindingSeverity.WARNING), "warning")
        + ", "
        + Figures.counted(count(report, FindingSeverity.HINT), "hint")
        + ".";
  }

  private static long count(DesignReport report, FindingSeverity severity) {
    return report.findings().stream().filter(each -> each.severity() == severity).count();
  }

  private static void add(DesignFinding finding, int width, List<String> lines) {
    lines.add(
        finding.severity().name() + " " + finding.kind().code() + ": " + finding.kind().title());
    Wrapped.add("where", LABEL, finding.subject(), width, lines);
    Wrapped.add("evidence", LABEL, finding.evidence(), width, lines);
    Wrapped.add("cost", LABEL, finding.cost(), width, lines);
    Wrapped.add("rule", LABEL, finding.kind().rule(), width, lines);
    Wrapped.add("remedy", LABEL, finding.remedy(), width, lines);
    finding
        .snippet()
        .lines()
        .forEach(
            each -> lines.add(Wrapped.INDENT + " ".repeat(LABEL) + DisplayText.printable(each)));
  }

  /** The report as one object; {@code docs/design-checker.md} names its members. */
  static String json(DesignReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.table());
    object.put("rows", report.rows());
    object.put("badLines", report.badLines());
    object.put("keyBytes", report.keyBytes());
    object.put("rowBytes", report.rowBytes());
    object.put(
        "patterns",
        report.answers().stream()
            .map(each -> Map.of("name", each.pattern(), "path", each.path()))
            .map(java.util.TreeMap::new)
            .toList());
    for (FindingSeverity each : FindingSeverity.values()) {
      object.put(each.name().toLowerCase(Locale.ROOT) + "s", count(report, each));
    }
    object.put("findings", report.findings().stream().map(DesignReportText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(DesignFinding finding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("code", finding.kind().code());
    object.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    object.put("title", finding.kind().title());
    object.put("weight", finding.weight());
    object.put("subject", finding.subject());
    object.put("evidence", finding.evidence());
    object.put("cost", finding.cost());
    object.put("rule", finding.kind().rule());
    object.put("remedy", finding.remedy());
    object.put("snippet", finding.snippet());
    return object;
  }
}
