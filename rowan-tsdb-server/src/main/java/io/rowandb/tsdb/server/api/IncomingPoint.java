package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A point as it was sent. It is checked as OpenTSDB does, in the same order and with its words;
 * beyond that, letters outside of ISO-8859-1 and times after 2106 are refused, which OpenTSDB
 * stores as others.
 *
 * @param metric null when there is none
 * @param timestamp seconds or milliseconds since 1970; 0 when there is none
 * @param value null when there is none
 * @param tags null when there are none
 */
record IncomingPoint(String metric, long timestamp, String value, Map<String, String> tags)
    implements PointKind.Sent<DataPoint> {
  /** OpenTSDB's usual limit. */
  static final int MAX_TAGS = 8;

  /** Of the words of a line; the first one is the command. */
  static IncomingPoint ofWords(String[] words) {
    if (words.length < 5) {
      throw new IllegalArgumentException(
          "not enough arguments (need least 4, got " + (words.length - 1) + ')');
    }
    if (words[1].isEmpty()) {
      throw new IllegalArgumentException("empty metric name");
    }
    long timestamp = WholeNumber.parse(words[2].replace(".", ""));
    if (timestamp <= 0) {
      throw new IllegalArgumentException("invalid timestamp: " + timestamp);
    }
    if (words[3].isEmpty()) {
      throw new IllegalArgumentException("empty value");
    }
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 4; i < words.length; i++) {
      if (!words[i].isEmpty()) {
        addTag(tags, words[i]);
      }
    }
    return new IncomingPoint(words[1], timestamp, words[3], tags);
  }

  static void addTag(Map<String, String> tags, String tag) {
    String[] parts = tag.split("=", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new IllegalArgumentException("invalid tag: " + tag);
    }
    String before = tags.putIfAbsent(parts[0], parts[1]);
    if (before != null && !before.equals(parts[1])) {
      throw new IllegalArgumentException("duplicate tag: " + tag + ", tags=" + tags);
    }
  }

  /**
   * Of a member of a request.
   *
   * @throws IllegalArgumentException when a member has a type that it cannot have
   */
  static IncomingPoint ofJson(Map<String, Object> members) {
    String metric = text("metric", members.get("metric"));
    Object time = members.get("timestamp");
    long timestamp = time == null ? 0 : timestamp(text("timestamp", time));
    Object tags = members.get("tags");
    if (tags == null) {
      return new IncomingPoint(metric, timestamp, text("value", members.get("value")), null);
    }
    if (!(tags instanceof Map)) {
      throw new IllegalArgumentException("The tags are no object");
    }
    Map<String, String> pairs = new LinkedHashMap<>();
    JsonTree.object(tags).forEach((key, value) -> pairs.put(key, text("tag " + key, value)));
    return new IncomingPoint(metric, timestamp, text("value", members.get("value")), pairs);
  }

  /**
   * A number may have an exponent, and a fraction, which is dropped, as OpenTSDB's reader of JSON
   * does.
   *
   * @throws NumberFormatException when it is no number, or has more than 19 digits before the point
   */
  private static long timestamp(String text) {
    return WholeNumber.truncated(text);
  }

  /** A single value as text; null for none. */
  static String text(String what, Object member) {
    if (member instanceof Map || member instanceof List) {
      throw new IllegalArgumentException("The " + what + " is no single value");
    }
    return member == null ? null : member.toString();
  }

  /** The same with another value. */
  IncomingPoint withValue(String other) {
    return new IncomingPoint(metric, timestamp, other, tags);
  }

  @Override
  public String missing() {
    if (metric == null || metric.isEmpty()) {
      return "Metric name was empty";
    }
    if (timestamp <= 0) {
      return "Invalid timestamp";
    }
    if (value == null || value.isEmpty()) {
      return "Empty value";
    }
    return tags == null || tags.isEmpty() ? "Missing tags" : null;
  }

  /**
   * The point.
   *
   * @throws NumberFormatException when the value is no number
   * @throws IllegalArgumentException for anything else that OpenTSDB refuses
   */
  @Override
  public DataPoint toPoint() {
    PointValue number = number();
    if (timestamp < 0 || timestamp > PointTime.MAX_MILLIS) {
      throw new IllegalArgumentException(
          (timestamp < 0 ? "negative " : "bad")
              + " timestamp="
              + timestamp
              + " when trying to add value="
              + value
              + " to metric="
              + metric
              + ", tags="
              + tags);
    }
    checkNames(metric, tags);
    return new DataPoint(Series.of(metric, tags), PointTime.of(timestamp), number);
  }

  /**
   * The value, or NumberFormatException when it is no number, or IllegalArgumentException when it
   * is not finite.
   */
  PointValue number() {
    if (value.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E')) {
      return PointValue.of(WholeNumber.parse(value));
    }
    double number = Double.parseDouble(value);
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(
          "value is NaN or Infinite: "
              + number
              + " for metric="
              + metric
              + " timestamp="
              + timestamp);
    }
    return (float) number == number ? PointValue.of((float) number) : PointValue.of(number);
  }

  /** Refuses wrong names, and too many or no tags. */
  static void checkNames(String metric, Map<String, String> tags) {
    if (tags.isEmpty()) {
      throw new IllegalArgumentException(
          "Need at least one tag (metric=" + metric + ", tags=" + tags + ')');
    }
    if (tags.size() > MAX_TAGS) {
      throw new IllegalArgumentException(
          "Too many tags: " + tags.size() + " maximum allowed: " + MAX_TAGS + ", tags: " + tags);
    }
    checkName("metric name", metric);
    tags.forEach(
        (key, tagValue) -> {
          checkName("tag name with value [" + tagValue + "]", key);
          checkName("tag value with key [" + key + "]", tagValue);
        });
  }

  static void checkName(String what, String name) {
    if (name == null) {
      throw new IllegalArgumentException("Invalid " + what + ": null");
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("Invalid " + what + ": empty string");
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if ((!Character.isLetter(c) || c > 0xFF) && (c < '0' || c > '9') && "-_./".indexOf(c) < 0) {
        throw new IllegalArgumentException(
            "Invalid " + what + " (\"" + name + "\"): illegal character: " + c);
      }
    }
  }

  @Override
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    if (metric != null) {
      members.put("metric", metric);
    }
    members.put("timestamp", timestamp);
    if (value != null) {
      members.put("value", value);
    }
    if (tags != null) {
      members.put("tags", tags);
    }
    return members;
  }
}
