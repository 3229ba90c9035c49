package io.rowandb.tsdb.codec;

/** Which of several points of a series at one millisecond counts. */
public enum DuplicateRule {
  /** The one written last, by the times of the cells: what OpenTSDB does with fix_duplicates. */
  LAST,
  /** The one written first. */
  FIRST,
  /** None, when their values differ: it is an error, as in OpenTSDB by default. */
  REFUSE
}
