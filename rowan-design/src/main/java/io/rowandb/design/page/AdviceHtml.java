package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.plan.TablePlanText;
import java.util.ArrayList;
import java.util.List;

/** The present design and the best of the proposed ones, figure by figure. */
final class AdviceHtml {
  private AdviceHtml() {}

  static String of(AdviceReport report) {
    if (report.better().isEmpty()) {
      return "<p>None of "
          + PageText.count(report.judged())
          + " designs that were judged is better than the present one.</p>\n";
    }
    Design proposed = report.better().get(0);
    return comparison(report.present(), proposed)
        + calls(report.present(), proposed)
        + yaml(proposed);
  }

  private static String comparison(Design present, Design proposed) {
    return head("Before and after, figures for comparison alone")
        + "<tr><th scope=\"col\">figure</th><th scope=\"col\">present</th>"
        + "<th scope=\"col\">proposed</th></tr>\n"
        + row("errors", PageText.count(present.errors()), PageText.count(proposed.errors()))
        + row("warnings", PageText.count(present.warnings()), PageText.count(proposed.warnings()))
        + row("hints", PageText.count(present.hints()), PageText.count(proposed.hints()))
        + row(
            "hottest server",
            PageText.percent(present.serverShare()),
            PageText.percent(proposed.serverShare()))
        + row(
            "bytes of a row", PageText.mean(present.rowBytes()), PageText.mean(proposed.rowBytes()))
        + row(
            "reads of a second, ms",
            PageText.mean(present.readMillis()),
            PageText.mean(proposed.readMillis()))
        + row(
            "writes of a second, ms",
            PageText.mean(present.writeMillis()),
            PageText.mean(proposed.writeMillis()))
        + "</table>\n</div>\n";
  }

  private static String calls(Design present, Design proposed) {
    StringBuilder html = new StringBuilder(head("Rows that one call reads"));
    html.append("<tr><th scope=\"col\">pattern</th><th scope=\"col\">present</th>");
    html.append("<th scope=\"col\">proposed</th></tr>\n");
    for (Call each : present.calls()) {
      String after =
          proposed.calls().stream()
              .filter(other -> other.pattern().equals(each.pattern()))
              .map(AdviceHtml::call)
              .findFirst()
              .orElse("");
      html.append(row(each.pattern(), call(each), after));
    }
    return html.append("</table>\n</div>\n").toString();
  }

  private static String call(Call call) {
    return PageText.count(call.rows()) + " by " + call.path();
  }

  private static String yaml(Design proposed) {
    List<String> texts = new ArrayList<>();
    proposed.tables().forEach(each -> texts.add(TablePlanText.of(each)));
    return "<details>\n<summary>The proposed design, to paste</summary>\n<pre tabindex=\"0\">"
        + escaped(String.join("---\n", texts))
        + "</pre>\n</details>\n";
  }

  private static String head(String caption) {
    return "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>" + caption + "</caption>\n";
  }

  private static String row(String name, String present, String proposed) {
    return "<tr><th scope=\"row\">"
        + escaped(name)
        + "</th><td>"
        + escaped(present)
        + "</td><td>"
        + escaped(proposed)
        + "</td></tr>\n";
  }
}
