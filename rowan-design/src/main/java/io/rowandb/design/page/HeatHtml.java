package io.rowandb.design.page;

import static io.rowandb.design.page.PageText.escaped;

import io.rowandb.design.heat.HeatGrid;
import io.rowandb.design.heat.HeatMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A map of keys over time: a canvas, its data, and a table that says the same in few cells. */
final class HeatHtml {
  private static final int LABELS = 5;
  private static final int TABLE_RANGES = 10;
  private static final int TABLE_SPANS = 6;

  private final StringBuilder html = new StringBuilder();
  private final HeatMap map;
  private final String id;

  private HeatHtml(HeatMap map, String id) {
    this.map = map;
    this.id = id;
  }

  /**
   * The figures of a map.
   *
   * @param id before the numbers of the page's elements
   */
  static String of(HeatMap map, String id) {
    HeatHtml made = new HeatHtml(map, id);
    made.figure(map.keys(), "keys", "Keys over time");
    map.regions().ifPresent(each -> made.figure(each, "regions", made.regionTitle()));
    if (map.left() > 0) {
      made.html
          .append("<p>")
          .append(PageText.count(map.left()))
          .append(" rows have no key, or no arrival that can be read. They are not drawn.</p>\n");
    }
    return made.html.toString();
  }

  private String regionTitle() {
    return map.merged() == 1
        ? "First regions over time"
        : "First regions over time, " + map.merged() + " to a line";
  }

  private void figure(HeatGrid grid, String kind, String title) {
    String name = id + "-" + kind;
    String said = summary(grid, kind);
    html.append("<figure class=\"heat\" data-heat=\"").append(name).append("\">\n<figcaption><b>");
    html.append(title).append(".</b> ").append(escaped(said)).append("</figcaption>\n");
    html.append("<div class=\"map\">\n<ol class=\"keys\">\n");
    labels(grid.keys());
    html.append("</ol>\n<canvas width=\"")
        .append(grid.columns())
        .append("\" height=\"")
        .append(grid.ranges())
        .append("\" tabindex=\"0\" role=\"img\" aria-label=\"")
        .append(escaped(title + ". " + said))
        .append("\" aria-describedby=\"")
        .append(name)
        .append("-at\"></canvas>\n<ol class=\"times\">\n");
    labels(grid.spans());
    html.append("</ol>\n</div>\n<p class=\"legend\">0 <canvas width=\"64\" height=\"1\"></canvas> ")
        .append(PageText.count(grid.most()))
        .append(" rows in a cell</p>\n<p><output class=\"at\" id=\"")
        .append(name)
        .append(
            "-at\">Point at a cell, or move over the picture with the arrow keys.</output></p>\n");
    table(grid, kind);
    data(grid);
    html.append("</figure>\n");
  }

  /** How hot it is, by the groups of ranges that the table shows. */
  private String summary(HeatGrid grid, String kind) {
    double[][] shares = grid.shares(TABLE_RANGES, TABLE_SPANS);
    double hottest = 0;
    for (int column = 0; column < shares[0].length; column++) {
      int at = column;
      hottest += Arrays.stream(shares).mapToDouble(each -> each[at]).max().orElse(0);
    }
    return PageText.count(map.rows())
        + " rows in "
        + grid.ranges()
        + (kind.equals("keys") ? " ranges of keys" : " lines")
        + " and "
        + grid.columns()
        + " spans of arrival "
        + (map.arrival().isEmpty() ? "in the order of the file" : "by " + map.arrival())
        + ". The busiest of "
        + shares.length
        + " neighbouring parts has "
        + PageText.percent(hottest / shares[0].length)
        + " of a span's rows on average.";
  }

  private void labels(List<String> all) {
    for (int i = 0; i < LABELS; i++) {
      String each = all.get((int) ((long) i * (all.size() - 1) / (LABELS - 1)));
      html.append("<li title=\"").append(escaped(each)).append("\">");
      html.append(escaped(each)).append("</li>\n");
    }
  }

  private void table(HeatGrid grid, String kind) {
    double[][] shares = grid.shares(TABLE_RANGES, TABLE_SPANS);
    html.append("<details>\n<summary>The same as a table</summary>\n");
    html.append(
            "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>Share of the rows of a span")
        .append("</caption>\n<tr><th scope=\"col\">")
        .append(kind.equals("keys") ? "keys from" : "regions from")
        .append("</th>");
    for (int i = 0; i < shares[0].length; i++) {
      String from = grid.spans().get(HeatGrid.first(i, grid.columns(), shares[0].length));
      html.append("<th scope=\"col\">from ").append(escaped(from)).append("</th>");
    }
    html.append("</tr>\n");
    for (int i = 0; i < shares.length; i++) {
      String from = grid.keys().get(HeatGrid.first(i, grid.ranges(), shares.length));
      html.append("<tr><th scope=\"row\">").append(escaped(from)).append("</th>");
      for (double share : shares[i]) {
        html.append("<td>").append(PageText.percent(share)).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</table>\n</div>\n</details>\n");
  }

  private void data(HeatGrid grid) {
    html.append("<script type=\"application/json\">{\"keys\":")
        .append(json(grid.keys()))
        .append(",\"spans\":")
        .append(json(grid.spans()))
        .append(",\"most\":")
        .append(grid.most())
        .append(",\"cells\":\"")
        .append(grid.text())
        .append("\"}</script>\n");
  }

  private static String json(List<String> texts) {
    return texts.stream().map(PageText::json).collect(Collectors.joining(",", "[", "]"));
  }
}
