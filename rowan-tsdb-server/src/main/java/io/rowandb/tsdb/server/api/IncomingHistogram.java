package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.HistogramPoint;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A histogram as it was sent: its buckets, or its bytes.
 *
 * @param point its metric, time and tags, and its bytes in Base64 as the value
 * @param id the number of the codec of the bytes
 * @param counts null when there are bytes, or no buckets
 */
record IncomingHistogram(IncomingPoint point, long id, BucketCounts counts)
    implements PointKind.Sent<HistogramPoint> {

  /**
   * Of the words of a line: {@code histogram METRIC TIME FROM,TO=COUNT:…:u=COUNT:o=COUNT TAG=VALUE
   * …}, or {@code histogram METRIC TIME ID BASE64 TAG=VALUE …}.
   *
   * @throws IllegalArgumentException in OpenTSDB's words
   */
  static IncomingHistogram ofWords(String[] words) {
    if (words.length < 5) {
      throw new IllegalArgumentException(
          "not enough arguments (need least 5, got " + (words.length - 1) + ')');
    }
    boolean bytes = words[3].matches("[+-]?[0-9]{1,9}");
    if (bytes && words.length < 6) {
      throw new IllegalArgumentException(
          "not enough arguments (need least 6, got " + (words.length - 1) + ')');
    }
    String[] rest = bytes ? without(words, 3) : words;
    if (!rest[3].isEmpty()) {
      IncomingPoint point = IncomingPoint.ofWords(rest);
      return bytes
          ? new IncomingHistogram(point, Long.parseLong(words[3]), null)
          : new IncomingHistogram(point, 0, HistogramText.parse(words[3]));
    }
    throw new IllegalArgumentException("empty histogram value");
  }

  private static String[] without(String[] words, int index) {
    String[] rest = Arrays.copyOf(words, words.length - 1);
    System.arraycopy(words, index + 1, rest, index, rest.length - index);
    return rest;
  }

  /**
   * Of a member of a request.
   *
   * @throws NumberFormatException when a bound or a count is no number
   * @throws IllegalArgumentException when a member has a type that it cannot have
   */
  static IncomingHistogram ofJson(Map<String, Object> members) {
    IncomingPoint point = IncomingPoint.ofJson(members);
    long id = count("id", members.get("id"));
    Object buckets = members.get("buckets");
    if (buckets != null && !(buckets instanceof Map)) {
      throw new IllegalArgumentException("The buckets are no object");
    }
    boolean bytes = point.value() != null && !point.value().isEmpty();
    if (bytes || buckets == null || JsonTree.object(buckets).isEmpty()) {
      return new IncomingHistogram(point, id, null);
    }
    Map<BucketRange, Long> counts = new LinkedHashMap<>();
    JsonTree.object(buckets)
        .forEach(
            (bounds, count) ->
                counts.put(HistogramText.range(bounds), count("count of " + bounds, count)));
    BucketCounts all =
        HistogramText.counts(
            counts,
            count("underflow", members.get("underflow")),
            count("overflow", members.get("overflow")));
    return new IncomingHistogram(point, id, all);
  }

  private static long count(String what, Object member) {
    String text = IncomingPoint.text(what, member);
    return text == null ? 0 : WholeNumber.truncated(text);
  }

  @Override
  public String missing() {
    boolean bytes = point.value() != null && !point.value().isEmpty();
    String missing = bytes ? point.missing() : point.withValue("0").missing();
    if (missing != null) {
      return missing;
    }
    if (!bytes && counts == null) {
      return "Histogram buckets cannot be null or empty if 'value' is empty.";
    }
    return bytes && (id < 0 || id > 255) ? "Invalid type. Must be from 0 to 255." : null;
  }

  @Override
  public HistogramPoint toPoint() {
    BucketCounts made = Objects.requireNonNullElseGet(counts, this::decoded);
    IncomingPoint plain = point.withValue("0");
    return new HistogramPoint(plain.toPoint().series(), plain.toPoint().time(), made);
  }

  private BucketCounts decoded() {
    if (id != HistogramCodec.DEFAULT.id()) {
      throw new IllegalArgumentException("No codec found mapped to ID " + id);
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(point.value());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The value is no Base64: " + e.getMessage(), e);
    }
    try {
      return HistogramCodec.decodeWithoutId(bytes);
    } catch (DamagedDataException e) {
      throw new IllegalArgumentException("The value is no histogram: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>(point.members());
    members.put("id", id);
    if (counts != null) {
      Map<String, Object> buckets = new LinkedHashMap<>();
      counts
          .buckets()
          .forEach((range, count) -> buckets.put(range.from() + "," + range.to(), count));
      members.put("buckets", buckets);
      members.put("underflow", counts.underflow());
      members.put("overflow", counts.overflow());
    }
    return members;
  }
}
