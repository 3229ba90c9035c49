package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.estimate.EstimateReport.Figure;
import io.rowandb.design.estimate.EstimateReport.Files;
import io.rowandb.design.estimate.EstimateReport.Part;
import java.util.List;

/** Bytes by part as bars; of an estimate also files and figures. */
final class SizesHtml {
  private SizesHtml() {}

  static String of(DesignReview review) {
    if (review.parts().isEmpty()) {
      return "<p>The design names no columns, or no row has a key.</p>\n";
    }
    return parts(review.parts())
        + review.files().map(each -> files(each) + figures(each.figures())).orElse("");
  }

  private static String parts(List<Part> parts) {
    double all = parts.stream().mapToDouble(Part::bytes).sum();
    double most = parts.stream().mapToDouble(Part::bytes).max().orElse(0);
    StringBuilder html = new StringBuilder(head("Bytes of the cells by part, before compression"));
    html.append("<tr><th scope=\"col\">part</th><th scope=\"col\">a row</th>");
    html.append("<th scope=\"col\">all rows</th><th scope=\"col\">share</th><td></td></tr>\n");
    for (Part each : parts) {
      html.append("<tr><th scope=\"row\">")
          .append(escaped(each.name()))
          .append("</th><td>")
          .append(PageText.mean(each.bytesARow()))
          .append("</td><td>")
          .append(PageText.bytes(each.bytes()))
          .append("</td><td>")
          .append(PageText.percent(all == 0 ? 0 : each.bytes() / all))
          .append("</td><td>")
          .append(bar(most == 0 ? 0 : each.bytes() / most))
          .append("</td></tr>\n");
    }
    return html.append("</table>\n</div>\n").toString();
  }

  private static String files(EstimateReport report) {
    double most = report.files().stream().mapToDouble(Files::bytes).max().orElse(0);
    StringBuilder html =
        new StringBuilder(head("Files of all rows by encoding and codec, one copy"));
    html.append("<tr><th scope=\"col\">encoding</th><th scope=\"col\">codec</th>");
    html.append("<th scope=\"col\">a row</th><th scope=\"col\">all rows</th><td></td></tr>\n");
    for (Files each : report.files()) {
      html.append(each.isPlanned() ? "<tr class=\"planned\">" : "<tr>")
          .append("<th scope=\"row\">")
          .append(escaped(each.encoding()))
          .append("</th><td>")
          .append(escaped(each.codec()))
          .append(each.isPlanned() ? " (as in the design)" : "")
          .append("</td><td>")
          .append(PageText.mean(each.bytesARow()))
          .append("</td><td>")
          .append(PageText.bytes(each.bytes()))
          .append("</td><td>")
          .append(bar(most == 0 ? 0 : each.bytes() / most))
          .append("</td></tr>\n");
    }
    return html.append("</table>\n</div>\n").toString();
  }

  private static String figures(List<Figure> figures) {
    StringBuilder html = new StringBuilder(head("What follows"));
    html.append("<tr><th scope=\"col\">figure</th><th scope=\"col\">value</th>");
    html.append("<th scope=\"col\" class=\"text\">how it comes about</th></tr>\n");
    for (Figure each : figures) {
      html.append("<tr><th scope=\"row\">")
          .append(escaped(each.name()))
          .append("</th><td>")
          .append(value(each))
          .append("</td><td class=\"text\">")
          .append(escaped(each.reason()))
          .append("</td></tr>\n");
    }
    return html.append("</table>\n</div>\n").toString();
  }

  private static String value(Figure figure) {
    return switch (figure.unit()) {
      case "bytes" -> PageText.bytes(figure.value());
      case "seconds" -> PageText.count(figure.value()) + " s";
      default -> PageText.count(figure.value());
    };
  }

  private static String head(String caption) {
    return "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>" + caption + "</caption>\n";
  }

  /** A bar for the eye; the cells beside it have the number. */
  static String bar(double share) {
    return "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\""
        + " aria-hidden=\"true\"><rect width=\""
        + PageText.plain(100 * share)
        + "\" height=\"10\"></rect></svg>";
  }
}
