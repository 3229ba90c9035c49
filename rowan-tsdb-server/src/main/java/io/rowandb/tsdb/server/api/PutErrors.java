package io.rowandb.tsdb.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with the points of a request. The first ones are shown, all are counted. */
final class PutErrors {
  /** Those that are shown. */
  static final int MOST = 1_000;

  /** Letters of all that are shown. */
  private static final int MOST_LETTERS = 1 << 20;

  /** Letters of one; of a longer one the point is left out and its error cut. */
  private static final int LONG = 16 << 10;

  private static final int CUT = 1_000;

  private final boolean shows;
  private final List<Map<String, Object>> shown = new ArrayList<>();
  private long letters;
  private long count;

  /** Shows the first ones, or counts alone. */
  PutErrors(boolean shows) {
    this.shows = shows;
  }

  /** One more; the point is what was sent, as it can be read. */
  void add(String error, Object point) {
    count++;
    if (!shows || shown.size() >= MOST || letters >= MOST_LETTERS) {
      return;
    }
    String text = String.valueOf(error);
    long size = text.length() + letters(point);
    Map<String, Object> details = new LinkedHashMap<>();
    if (size > LONG) {
      details.put("error", text.length() > CUT ? text.substring(0, CUT) + "…" : text);
      letters += CUT;
    } else {
      details.put("error", text);
      details.put("datapoint", point);
      letters += size;
    }
    shown.add(details);
  }

  private static long letters(Object tree) {
    if (tree instanceof Map<?, ?> map) {
      long sum = 0;
      for (Map.Entry<?, ?> each : map.entrySet()) {
        sum += each.getKey().toString().length() + letters(each.getValue());
      }
      return sum;
    }
    if (tree instanceof List<?> list) {
      return list.stream().mapToLong(PutErrors::letters).sum();
    }
    return String.valueOf(tree).length();
  }

  boolean shows() {
    return shows;
  }

  long count() {
    return count;
  }

  List<Map<String, Object>> shown() {
    return shown;
  }
}
