package io.rowandb.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of a plain SVG picture, element after element. Used by one thread. */
final class SvgText {
  /** Distinct also for most who see colours otherwise: Okabe and Ito's set. */
  private static final List<String> COLOURS =
      List.of("#0072b2", "#56b4e9", "#009e73", "#e69f00", "#cc79a7", "#d55e00");

  private final StringBuilder svg = new StringBuilder();

  /** A colour for the peer at this place. */
  static String colour(int place) {
    return COLOURS.get(place % COLOURS.size());
  }

  /** The head, and a white ground. */
  void begin(int width, int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            + "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">",
        width, height, width, height);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
  }

  void rect(double x, double y, double width, double height, String colour) {
    add(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>",
        place(x), place(y), place(width), place(height), colour);
  }

  /** A thin grey line. */
  void line(double x1, double y1, double x2, double y2) {
    add(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"#888888\"/>",
        place(x1), place(y1), place(x2), place(y2));
  }

  /** Through these places, each with a point on it. */
  void polyline(List<double[]> places, String colour) {
    String points =
        places.stream()
            .map(at -> place(at[0]) + "," + place(at[1]))
            .collect(Collectors.joining(" "));
    add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points, colour);
    for (double[] at : places) {
      add("<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"/>", place(at[0]), place(at[1]), colour);
    }
  }

  /**
   * @param anchor start, middle or end: the part of the text that is at {@code x}
   */
  void text(double x, double y, String anchor, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    add(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>",
        place(x), place(y), anchor, escaped);
  }

  /** All of it. */
  String end() {
    return svg.append("</svg>\n").toString();
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** To a tenth of a pixel; whole ones without a fraction. */
  private static String place(double at) {
    double tenths = Math.round(at * 10) / 10.0;
    return tenths == Math.rint(tenths)
        ? Long.toString((long) tenths)
        : String.format(Locale.ROOT, "%.1f", tenths);
  }
}
