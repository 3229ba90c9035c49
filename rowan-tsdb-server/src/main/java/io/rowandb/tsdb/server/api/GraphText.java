package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Answers as lines of text, {@code METRIC SECONDS VALUE TAG=VALUE…}, byte for byte as OpenTSDB
 * writes them. Used by one worker.
 */
final class GraphText {
  private final Uids uids;
  private final Map<String, byte[]> keys = new HashMap<>();

  GraphText(Uids uids) {
    this.uids = uids;
  }

  /** Writes the points of a group; NaN are left out. */
  void write(GroupAnswer group, OutputStream out) throws IOException {
    Samples numbers = group.numbers();
    String begin = group.metric() + ' ';
    String end = tags(group.tags());
    for (int i = 0; i < numbers.size(); i++) {
      String value = value(numbers, i);
      if (value != null) {
        String line = begin + numbers.timeMillis(i) / 1000 + ' ' + value + end;
        out.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Null for NaN. */
  private static String value(Samples numbers, int index) {
    if (numbers.isInteger(index)) {
      return Long.toString(numbers.longValue(index));
    }
    double number = numbers.doubleValue(index);
    return Double.isNaN(number) ? null : Double.toString(number);
  }

  /** With the end of the line. */
  private String tags(SortedMap<String, String> tags) throws IOException {
    StringBuilder text = new StringBuilder();
    ordered(tags).forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return text.append('\n').toString();
  }

  /**
   * OpenTSDB puts tags into a hash map of just their number, in the order of the UIDs of their
   * keys, and writes them in that map's order. Java says how it hashes texts, and who reads these
   * lines may expect their order.
   */
  private Map<String, String> ordered(SortedMap<String, String> tags) throws IOException {
    List<String> byUid = new ArrayList<>(tags.keySet());
    for (String each : byUid) {
      if (!keys.containsKey(each)) {
        keys.put(each, uids.uid(UidKind.TAG_KEY, each));
      }
    }
    byUid.sort(Comparator.comparing(keys::get, Arrays::compareUnsigned));
    Map<String, String> ordered = new HashMap<>(tags.size());
    byUid.forEach(each -> ordered.put(each, tags.get(each)));
    return ordered;
  }
}
