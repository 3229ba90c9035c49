package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.server.graph.GraphAxis;
import io.rowandb.tsdb.server.graph.GraphKey;
import io.rowandb.tsdb.server.graph.GraphSettings;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a graph looks like, by the parameters of {@code /q} that OpenTSDB hands to gnuplot. Here
 * none goes to another program, and each has to have its form as a whole; OpenTSDB looks whether a
 * part of it has.
 */
final class GraphParameters {
  private static final int WIDTH = 1024;
  private static final int HEIGHT = 768;
  private static final int MOST_TEXT = 200;
  private static final int MOST_NUMBER = 40;

  private static final String NUMBER = "\"?(-?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)?\"?";
  private static final Pattern RANGE = Pattern.compile("\\[" + NUMBER + ":" + NUMBER + "\\]");
  private static final Pattern COLOUR = Pattern.compile("[xX]([a-fA-F0-9]{6})");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})x([0-9]{1,9})");
  private static final String KEY = "(out|left|top|center|right|horiz|box|bottom)?\\s?";
  private static final String STYLE = "linespoint|points|circles|dots";
  private static final String SMOOTH =
      "unique|frequency|fnormal|cumulative|cnormal|bins|csplines|acsplines|mcsplines|bezier|"
          + "sbezier|unwrap|zsort";
  private static final String FORMAT = "[-+%a-zA-Z0-9 .:/_]{0,40}";

  /** What a series may want of gnuplot: its axis. */
  private static final Map<String, Boolean> AXES =
      Map.of("", false, "axis x1y1", false, "axis x1y2", true);

  private GraphParameters() {}

  /**
   * Reads them.
   *
   * @throws ApiException when one has not its form
   */
  static GraphSettings read(ApiRequest request, Range times, ZoneId zone) {
    for (String each : List.of("yformat", "y2format", "xformat")) {
      matching(request, each, FORMAT, "");
    }
    matching(request, "smooth", SMOOTH, "");
    String style = matching(request, "style", STYLE, "linespoint");
    int[] size = size(request);
    try {
      return new GraphSettings(
          size[0],
          size[1],
          times,
          zone,
          text(request, "title"),
          axis(request, "y"),
          axis(request, "y2"),
          key(request),
          style.equals("linespoint"),
          true,
          colour(request, "bgcolor", 0xFFFFFF),
          colour(request, "fgcolor", 0x000000));
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(
          "Invalid wxh parameter: " + size[0] + "x" + size[1] + ", " + e.getMessage());
    }
  }

  /** Whether the axis of each question is that at the right. */
  static List<Boolean> rightAxes(ApiRequest request, int questions) {
    List<String> options = request.all("o");
    List<Boolean> right = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      Boolean of = AXES.get(options.get(i).trim());
      if (of == null) {
        throw ApiException.badRequest("Query option at index " + i + " was not in the allow list.");
      }
      right.add(of);
    }
    if (!options.isEmpty() && options.size() != questions) {
      throw ApiException.badRequest(
          options.size() + " `o' parameters, but " + questions + " `m' parameters.");
    }
    return options.isEmpty() ? Collections.nCopies(questions, false) : right;
  }

  private static int[] size(ApiRequest request) {
    String text = request.value("wxh").map(String::trim).orElse(WIDTH + "x" + HEIGHT);
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw wrong("wxh", "^\\d+x\\d+$");
    }
    return new int[] {Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))};
  }

  private static ApiException wrong(String name, String pattern) {
    return ApiException.badRequest(
        "'" + name + "' was invalid. Must satisfy the pattern " + pattern);
  }

  private static String matching(ApiRequest request, String name, String pattern, String usual) {
    String text = request.value(name).orElse(usual);
    if (!text.equals(usual) && !text.matches(pattern)) {
      throw wrong(name, pattern);
    }
    return text;
  }

  /** Any text of one line: it is drawn, and nothing else. */
  private static String text(ApiRequest request, String name) {
    String text = request.value(name).orElse("");
    if (text.length() > MOST_TEXT || text.chars().anyMatch(Character::isISOControl)) {
      throw ApiException.badRequest(
          "'" + name + "' was invalid. It is one line of at most " + MOST_TEXT + " characters");
    }
    return text;
  }

  private static GraphAxis axis(ApiRequest request, String axis) {
    String label = text(request, axis + "label");
    boolean log = request.has(axis + "log");
    String range = request.value(axis + "range").orElse("[:]");
    Matcher ends = RANGE.matcher(range);
    if (!ends.matches()) {
      throw wrongRange(axis);
    }
    double min = number(ends.group(1), axis);
    double max = number(ends.group(2), axis);
    return new GraphAxis(label, min, max, log);
  }

  private static ApiException wrongRange(String axis) {
    return ApiException.badRequest(
        "'" + axis + "range' was invalid. Must be in the format [min:max].");
  }

  private static double number(String text, String axis) {
    if (text == null) {
      return Double.NaN;
    }
    double number = text.length() > MOST_NUMBER ? Double.NaN : Double.parseDouble(text);
    if (!Double.isFinite(number)) {
      throw wrongRange(axis);
    }
    return number;
  }

  private static GraphKey key(ApiRequest request) {
    if (request.has("nokey")) {
      return new GraphKey(false, false, false, false);
    }
    String key = matching(request, "key", "(" + KEY + "){0,8}", "");
    List<String> words = List.of(key.split("\\s", -1));
    return new GraphKey(
        true, words.contains("left"), words.contains("bottom"), words.contains("center"));
  }

  private static int colour(ApiRequest request, String name, int usual) {
    String text = request.value(name).orElse(null);
    if (text == null) {
      return usual;
    }
    Matcher colour = COLOUR.matcher(text);
    if (!colour.matches()) {
      throw ApiException.badRequest(
          "'" + name + "' was invalid. Must be a hex value e.g. 'xFFFFFF'");
    }
    return Integer.parseInt(colour.group(1), 16);
  }
}
