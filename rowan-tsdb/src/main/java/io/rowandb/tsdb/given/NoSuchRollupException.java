package io.rowandb.tsdb.given;

/** There are no rollups of an interval. */
public final class NoSuchRollupException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NoSuchRollupException(String interval) {
    super("No rollups configured for the interval: " + interval);
  }
}
