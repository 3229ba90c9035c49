package net.opentsdb.core;

import java.util.Map;
import java.util.TreeMap;
import net.opentsdb.core.HistogramDataPoint.HistogramBucket;

/** OpenTSDB's own histograms. */
public final class HistogramJudge {
  private final SimpleHistogram histogram;

  /** Without buckets. */
  public HistogramJudge(int id, long underflow, long overflow) {
    histogram = new SimpleHistogram(id);
    histogram.setUnderflow(underflow);
    histogram.setOverflow(overflow);
  }

  /** From the bytes of a cell. */
  public HistogramJudge(int id, byte[] cell) {
    histogram = new SimpleHistogram(id);
    histogram.fromHistogram(cell, true);
  }

  /** One more. */
  public void add(float from, float to, long count) {
    histogram.addBucket(from, to, count);
  }

  /** Adds another. */
  public void addAll(HistogramJudge other) {
    histogram.aggregate(other.histogram, HistogramAggregation.SUM);
  }

  /** The bytes of a cell. */
  public byte[] cell() {
    return histogram.histogram(true);
  }

  /** Its percentile. */
  public double percentile(double percent) {
    return histogram.percentile(percent);
  }

  /** Its counts by "from_to", UNDERFLOW and OVERFLOW. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counts.put("UNDERFLOW", histogram.getUnderflow());
    counts.put("OVERFLOW", histogram.getOverflow());
    for (Map.Entry<HistogramBucket, Long> each : histogram.getHistogram().entrySet()) {
      counts.put(
          each.getKey().getLowerBound() + "_" + each.getKey().getUpperBound(), each.getValue());
    }
    return counts;
  }

  /** The column of a time. */
  public static byte[] qualifier(long timestamp) {
    return Internal.getQualifier(timestamp, HistogramDataPoint.PREFIX);
  }
}
