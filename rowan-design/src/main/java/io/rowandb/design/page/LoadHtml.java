package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.simulate.SimulationReport;
import io.rowandb.design.simulate.SimulationReport.Share;
import io.rowandb.design.simulate.SimulationReport.Span;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The load of the hottest region and server over time, and the keys that make it. */
final class LoadHtml {
  private static final int MOST_NAMES = 10;

  private LoadHtml() {}

  static String of(SimulationReport report) {
    double even = 1.0 / report.servers();
    return "<figure class=\"load\">\n<figcaption>On average the hottest region has "
        + PageText.percent(report.regionShare())
        + " of the writes, the hottest of "
        + PageText.count(report.servers())
        + " servers "
        + PageText.percent(report.serverShare())
        + "; evenly it would have "
        + PageText.percent(even)
        + ". With twice the servers the hottest has "
        + PageText.percent(report.doubledShare())
        + ". "
        + PageText.count(report.splits())
        + " splits.</figcaption>\n"
        + chart(report, even)
        + "<p class=\"legend\"><span class=\"key server\"></span> hottest server"
        + " <span class=\"key region\"></span> hottest region"
        + " <span class=\"key even\"></span> even</p>\n"
        + table(report.spans())
        + "</figure>\n"
        + names(report.spans());
  }

  private static String chart(SimulationReport report, double even) {
    return "<div class=\"chart\"><ol><li>100 %</li><li>0 %</li></ol>"
        + "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" role=\"img\""
        + " aria-label=\"Share of the writes by span; the table has the numbers\">"
        + line("even", List.of(even, even))
        + line("region", values(report, Span::regionShare))
        + line("server", values(report, Span::serverShare))
        + "</svg></div>\n";
  }

  private static List<Double> values(SimulationReport report, ToDoubleFunction<Span> value) {
    return report.spans().stream().map(value::applyAsDouble).toList();
  }

  private static String line(String kind, List<Double> shares) {
    List<Double> drawn = shares.size() == 1 ? List.of(shares.get(0), shares.get(0)) : shares;
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < drawn.size(); i++) {
      points.append(i == 0 ? "" : " ");
      points.append(PageText.plain(100.0 * i / (drawn.size() - 1))).append(',');
      points.append(PageText.plain(100 - 100 * drawn.get(i)));
    }
    return "<polyline class=\"" + kind + "\" points=\"" + points + "\"></polyline>";
  }

  private static String table(List<Span> spans) {
    StringBuilder html = new StringBuilder("<details>\n<summary>The same as a table</summary>\n");
    html.append("<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>Share of a span's writes")
        .append("</caption>\n<tr><th scope=\"col\">from</th><th scope=\"col\">regions</th>")
        .append("<th scope=\"col\">hottest region</th><th scope=\"col\">hottest server</th>")
        .append("<th scope=\"col\" class=\"text\">the region begins at</th></tr>\n");
    for (Span each : spans) {
      html.append("<tr><th scope=\"row\">")
          .append(escaped(each.from()))
          .append("</th><td>")
          .append(PageText.count(each.regions()))
          .append("</td><td>")
          .append(PageText.percent(each.regionShare()))
          .append("</td><td>")
          .append(PageText.percent(each.serverShare()))
          .append("</td><td class=\"text\">")
          .append(escaped(each.hottest()))
          .append("</td></tr>\n");
    }
    return html.append("</table>\n</div>\n</details>\n").toString();
  }

  /** Those who write to the hottest region, by their share of all spans. */
  private static String names(List<Span> spans) {
    Map<String, Double> shares = new TreeMap<>();
    for (Span span : spans) {
      for (Share each : span.names()) {
        shares.merge(each.name(), each.share() / spans.size(), Double::sum);
      }
    }
    StringBuilder html = new StringBuilder("<div class=\"wide\" tabindex=\"0\">\n<table>\n");
    html.append("<caption>Who writes to the hottest region: share of all writes, at least")
        .append("</caption>\n<tr><th scope=\"col\">name</th><th scope=\"col\">share</th>")
        .append("<td></td></tr>\n");
    shares.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_NAMES)
        .forEach(each -> html.append(name(each.getKey(), each.getValue())));
    return html.append("</table>\n</div>\n").toString();
  }

  private static String name(String name, double share) {
    return "<tr><th scope=\"row\">"
        + escaped(name.isEmpty() ? "all alike" : name)
        + "</th><td>"
        + PageText.percent(share)
        + "</td><td>"
        + SizesHtml.bar(share)
        + "</td></tr>\n";
  }
}
