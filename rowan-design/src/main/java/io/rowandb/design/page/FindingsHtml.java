package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.check.FindingSeverity;
import java.util.Locale;

/** Findings, the worst first, and how each question is answered. */
final class FindingsHtml {
  private FindingsHtml() {}

  static String of(DesignReport report) {
    StringBuilder html = new StringBuilder();
    html.append("<p>").append(heading(report)).append("</p>\n");
    if (!report.firstBadLines().isEmpty()) {
      html.append("<ul>\n");
      report
          .firstBadLines()
          .forEach(each -> html.append("<li>").append(escaped(each)).append("</li>\n"));
      html.append("</ul>\n");
    }
    html.append("<p class=\"sum\">").append(summary(report)).append("</p>\n");
    report.findings().forEach(each -> html.append(finding(each)));
    return html.append(answers(report)).toString();
  }

  private static String heading(DesignReport report) {
    if (report.rows() == 0) {
      return "By reasoning alone: there is no sample.";
    }
    return PageText.count(report.rows())
        + " rows of a sample: keys of "
        + PageText.mean(report.keyBytes())
        + " bytes, rows of "
        + PageText.count(report.rowBytes())
        + " bytes before compression."
        + (report.badLines() > 0
            ? " " + PageText.count(report.badLines()) + " lines are no rows:"
            : "");
  }

  private static String summary(DesignReport report) {
    if (report.findings().isEmpty()) {
      return "Nothing found.";
    }
    return count(report, FindingSeverity.ERROR)
        + " errors, "
        + count(report, FindingSeverity.WARNING)
        + " warnings, "
        + count(report, FindingSeverity.HINT)
        + " hints.";
  }

  private static long count(DesignReport report, FindingSeverity severity) {
    return report.findings().stream().filter(each -> each.severity() == severity).count();
  }

  private static String finding(DesignFinding finding) {
    String severity = finding.severity().name().toLowerCase(Locale.ROOT);
    return "<section class=\"finding "
        + severity
        + "\">\n<h4><span class=\"severity\">"
        + severity
        + "</span> <code>"
        + escaped(finding.kind().code())
        + "</code> "
        + escaped(finding.kind().title())
        + "</h4>\n<dl>\n"
        + entry("where", finding.subject())
        + entry("evidence", finding.evidence())
        + entry("cost", finding.cost())
        + entry("rule", finding.kind().rule())
        + entry("remedy", finding.remedy())
        + "</dl>\n"
        + (finding.snippet().isEmpty()
            ? ""
            : "<pre tabindex=\"0\">" + escaped(finding.snippet()) + "</pre>\n")
        + "</section>\n";
  }

  private static String entry(String name, String text) {
    return text.isEmpty() ? "" : "<dt>" + name + "</dt><dd>" + escaped(text) + "</dd>\n";
  }

  private static String answers(DesignReport report) {
    if (report.answers().isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder("<div class=\"wide\" tabindex=\"0\">\n<table>\n");
    html.append("<caption>How each pattern is answered</caption>\n");
    html.append(
        "<tr><th scope=\"col\">pattern</th><th scope=\"col\" class=\"text\">answered by</th></tr>\n");
    for (DesignReport.Answer each : report.answers()) {
      html.append("<tr><th scope=\"row\">")
          .append(escaped(each.pattern()))
          .append("</th><td class=\"text\">")
          .append(escaped(each.path()))
          .append("</td></tr>\n");
    }
    return html.append("</table>\n</div>\n").toString();
  }
}
