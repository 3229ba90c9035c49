package io.rowandb.bench.series;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the table: the same series under each policy. Used by one thread. */
public final class SeriesCosts {
  private static final String CONFIGURATION = "CONFIGURATION:";
  static final Map<String, String> DEFAULT = Map.of();
  private static final Map<String, String> NO_MAJOR =
      Map.of(CONFIGURATION + "hbase.hregion.majorcompaction", "0");
  static final Map<String, String> TIERED =
      Map.of(
          CONFIGURATION + "hbase.hstore.engine.class",
          "org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine");

  private final int days;

  /**
   * Measures later.
   *
   * @param days for which points come; the TTL is a third of them
   */
  public SeriesCosts(int days) {
    this.days = days;
  }

  /** A heading, and a line for each policy, without and with points that come late. */
  public List<List<String>> table() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "policy",
            "points late",
            "rewritten / flushed",
            "files",
            "disk MB",
            "hour by time: files",
            "blocks KB",
            "hour by key: files",
            "blocks KB"));
    for (int latePercent : new int[] {0, 2}) {
      lines.add(line("exploring", latePercent, DEFAULT));
      lines.add(line("exploring, no period", latePercent, NO_MAJOR));
      lines.add(line("date-tiered", latePercent, TIERED));
    }
    return lines;
  }

  private List<String> line(String name, int latePercent, Map<String, String> attributes)
      throws IOException {
    try (KeptSeries series = new KeptSeries(attributes, days / 3, latePercent)) {
      for (int hour = 0; hour < 24 * days; hour++) {
        series.addHour();
      }
      KeptSeries.Cost byTime = series.byTime();
      KeptSeries.Cost byKey = series.byKey();
      return List.of(
          name,
          latePercent + " %",
          figure(series.rewrittenShare()),
          figure(series.meanFiles()),
          figure(series.meanBytes() / 1e6),
          figure(byTime.files()),
          figure(byTime.bytes() / 1e3),
          figure(byKey.files()),
          figure(byKey.bytes() / 1e3));
    }
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
