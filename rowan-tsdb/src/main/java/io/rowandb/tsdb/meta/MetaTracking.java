package io.rowandb.tsdb.meta;

/**
 * Which meta data are created as points are written, by OpenTSDB's settings {@code
 * tsd.core.meta.enable_realtime_uid}, {@code enable_tsuid_tracking}, {@code enable_realtime_ts} and
 * {@code enable_tsuid_incrementing}.
 *
 * @param names whether a name that gets a UID gets meta data
 * @param tracking whether series are noted; without {@code series}, by a counter that is always 1
 *     and whose time is that of the last write
 * @param series whether a series gets meta data when it is first written to; goes with tracking, as
 *     OpenTSDB makes none without
 * @param counting whether points are counted; goes with series, as OpenTSDB counts none without
 */
public record MetaTracking(boolean names, boolean tracking, boolean series, boolean counting) {
  /** Nothing, as with OpenTSDB's defaults. */
  public static final MetaTracking NONE = new MetaTracking(false, false, false, false);

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException for what would do nothing
   */
  public MetaTracking {
    if (series && !tracking) {
      throw new IllegalArgumentException(
          "meta data of series (realtime_ts) are created only where series are tracked"
              + " (tsuid_tracking)");
    }
    if (counting && !series) {
      throw new IllegalArgumentException(
          "points are counted (tsuid_incrementing) only where series get meta data (realtime_ts)");
    }
  }
}
