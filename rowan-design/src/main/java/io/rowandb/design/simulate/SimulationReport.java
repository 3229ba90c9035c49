package io.rowandb.design.simulate;

import java.util.List;

/**
 * What a simulation showed.
 *
 * @param rows of the table, for which the sample's stand
 * @param simulated rows of the sample
 * @param bytes of the table in the end, before compression
 * @param spans of arrival, each with as many rows
 * @param splits regions that were split
 * @param regionShare share of a span's writes to its hottest region, on average
 * @param serverShare share to its hottest server, on average
 * @param doubledShare the same with twice the servers
 */
public record SimulationReport(
    String table,
    long rows,
    long simulated,
    double bytes,
    int servers,
    SimulatedSplits policy,
    List<Span> spans,
    int splits,
    double regionShare,
    double serverShare,
    double doubledShare) {
  /** Copies the list. */
  public SimulationReport {
    spans = List.copyOf(spans);
  }

  /** A name and its share of a span's writes, 0 to 1. */
  public record Share(String name, double share) {}

  /**
   * A span of arrival.
   *
   * @param from when its first row arrives
   * @param regions of the table at its end
   * @param hottest where the region with most writes begins
   * @param names those that have most of that region's writes
   */
  public record Span(
      String from,
      int regions,
      String hottest,
      double regionShare,
      double serverShare,
      List<Share> names) {
    /** Copies the list. */
    public Span {
      names = List.copyOf(names);
    }
  }
}
