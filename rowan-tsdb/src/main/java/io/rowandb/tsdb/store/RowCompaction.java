package io.rowandb.tsdb.store;

/** What became of a row that was to be compacted. */
public enum RowCompaction {
  /** Its points are in one column now. */
  DONE,
  /** They were already, or there are none. */
  NOT_NEEDED,
  /** Its hour is not over, or a cell is so new that another may have come in its millisecond. */
  TOO_YOUNG,
  /** It has a column of appends, which is as good. */
  HAS_APPENDS,
  /**
   * One column would be larger than a cell should be, or it has more columns than one write takes.
   */
  TOO_LARGE,
  /**
   * More than a tenth of its single points have cells with the points' own times: their writer sets
   * the times, as OpenTSDB does with {@code tsd.storage.use_otsdb_timestamp}. A later value of such
   * a point has the same cell time, and a compaction would hide it. A few cells may have them by
   * chance, when a point is written in the millisecond of its time.
   */
  OWN_TIMES,
  /** A cell was written anew or removed meanwhile, or a delete of the last minute is in the way. */
  CHANGED
}
