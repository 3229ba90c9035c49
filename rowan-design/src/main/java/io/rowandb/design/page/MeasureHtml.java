package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.measure.MeasureReport;
import io.rowandb.design.measure.MeasureReport.Measured;
import java.util.List;
import java.util.function.Function;

/** What calls of each pattern read, and how long they took, beside the estimate. */
final class MeasureHtml {
  private MeasureHtml() {}

  static String of(MeasureReport report) {
    return "<p>"
        + PageText.count(report.written())
        + " rows of the sample were written, "
        + PageText.count(report.rows())
        + " different ones, of "
        + PageText.count(report.rowBytes())
        + " bytes before compression. Times are of one caller; seed "
        + report.seed()
        + ".</p>\n"
        + table(
            "What a call reads on average, and how long it takes",
            List.of("calls", "regions", "blocks", "cells", "p50 ms", "p99 ms"),
            report,
            MeasureHtml::cost)
        + table(
            "Rows and bytes of a call beside the estimate",
            List.of("rows", "estimated", "+- %", "bytes", "estimated", "+- %"),
            report,
            MeasureHtml::compared)
        + paths(report);
  }

  private static List<String> cost(Measured pattern) {
    return List.of(
        PageText.count(pattern.calls()),
        PageText.mean(pattern.regions()),
        pattern.blocks().isPresent() ? PageText.mean(pattern.blocks().getAsDouble()) : "",
        PageText.mean(pattern.cells()),
        PageText.plain(pattern.p50Micros() / 1000.0),
        PageText.plain(pattern.p99Micros() / 1000.0));
  }

  private static List<String> compared(Measured pattern) {
    return List.of(
        PageText.mean(pattern.rows()),
        PageText.mean(pattern.estimate().rows()),
        PageText.count(100 * pattern.rowsDifference()),
        PageText.mean(pattern.bytes()),
        PageText.mean(pattern.estimatedBytes()),
        PageText.count(100 * pattern.bytesDifference()));
  }

  private static String table(
      String caption,
      List<String> columns,
      MeasureReport report,
      Function<Measured, List<String>> values) {
    StringBuilder html = new StringBuilder("<div class=\"wide\" tabindex=\"0\">\n<table>\n");
    html.append("<caption>").append(caption).append("</caption>\n<tr>");
    html.append("<th scope=\"col\">pattern</th>");
    columns.forEach(each -> html.append("<th scope=\"col\">").append(each).append("</th>"));
    html.append("</tr>\n");
    for (Measured each : report.patterns()) {
      html.append("<tr><th scope=\"row\">").append(escaped(each.pattern())).append("</th>");
      values.apply(each).forEach(value -> html.append("<td>").append(value).append("</td>"));
      html.append("</tr>\n");
    }
    return html.append("</table>\n</div>\n").toString();
  }

  private static String paths(MeasureReport report) {
    StringBuilder html = new StringBuilder("<ul>\n");
    for (Measured each : report.patterns()) {
      html.append("<li>")
          .append(escaped(each.pattern() + ": " + each.path() + "."))
          .append("</li>\n");
    }
    return html.append("</ul>\n").toString();
  }
}
