package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.histogram.BucketCounts;
import io.rowandb.tsdb.histogram.BucketRange;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Histograms as text: {@code 0,1.75=300:1.75,3.5=12:u=0:o=1}. */
final class HistogramText {
  private HistogramText() {}

  /**
   * Reads one.
   *
   * @throws NumberFormatException when a bound or a count is no number
   * @throws IllegalArgumentException when it has not the form
   */
  static BucketCounts parse(String text) {
    Map<BucketRange, Long> buckets = new LinkedHashMap<>();
    long underflow = 0;
    long overflow = 0;
    for (String each : text.split(":", -1)) {
      String[] parts = each.split("=", -1);
      if (parts.length != 2) {
        throw new IllegalArgumentException("Improperly formatted bucket: " + each);
      }
      long count = WholeNumber.parse(parts[1]);
      switch (parts[0].toLowerCase(Locale.ROOT)) {
        case "u" -> underflow = count;
        case "o" -> overflow = count;
        default -> buckets.put(range(parts[0]), count);
      }
    }
    return counts(buckets, underflow, overflow);
  }

  /** Bounds with a comma between. */
  static BucketRange range(String text) {
    String[] bounds = text.split(",", -1);
    if (bounds.length != 2) {
      throw new IllegalArgumentException("Unable to parse bucket bounds: " + text);
    }
    return new BucketRange(Float.parseFloat(bounds[0]), Float.parseFloat(bounds[1]));
  }

  static BucketCounts counts(Map<BucketRange, Long> buckets, long underflow, long overflow) {
    return new BucketCounts(new TreeMap<>(buckets), underflow, overflow);
  }
}
