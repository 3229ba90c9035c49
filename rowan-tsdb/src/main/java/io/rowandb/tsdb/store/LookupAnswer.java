package io.rowandb.tsdb.store;

import java.util.List;

/**
 * The series that a lookup found.
 *
 * @param series in the order of their UIDs
 * @param more whether there are others beyond the limit
 * @param nameless how many were passed over, as one of their UIDs has no name
 */
public record LookupAnswer(List<Found> series, boolean more, int nameless) {
  /**
   * One of them.
   *
   * @param series its names
   * @param tsuid its UIDs in hexadecimal
   */
  public record Found(Series series, String tsuid) {}

  /** Copies them. */
  public LookupAnswer {
    series = List.copyOf(series);
  }
}
