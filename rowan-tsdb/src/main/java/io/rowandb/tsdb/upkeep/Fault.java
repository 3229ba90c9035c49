package io.rowandb.tsdb.upkeep;

/** What can be wrong with a row of points, and what can be done. */
public enum Fault {
  /** The key has not the layout's length, or its time is no whole hour, or its tags no order. */
  BAD_KEY("rows whose keys are none", Cure.DELETE),
  /** The key has no tags. */
  MISSING_TAGS("rows without tags", Cure.DELETE),
  /** A UID of the key has no name. */
  NAMELESS("rows with a UID that has no name", Cure.DELETE),
  /** The hour begins more than a day after now. */
  FUTURE_TIME("rows of the future", Cure.NONE),
  /** The row has more cells than a check holds in memory, or more than 64 MB: not looked at. */
  TOO_LARGE("rows that are too large to be looked at", Cure.NONE),
  /** A column whose qualifier no kind of column has. */
  UNKNOWN_COLUMN("columns with unknown qualifiers", Cure.DELETE),
  /** An object of a kind that is not known, as of a later version. */
  UNKNOWN_OBJECT("objects of unknown kinds", Cure.NONE),
  /** A single point whose value can have no such length, or whose time is not in its hour. */
  BAD_VALUE("points that cannot be read", Cure.DELETE),
  /** A compacted column whose points and values do not go together. */
  BAD_COMPACTED("compacted columns that cannot be read", Cure.DELETE),
  /** A packed column whose checksum or contents are wrong. */
  BAD_PACKED("packed columns that cannot be read", Cure.DELETE),
  /** A packed column, which OpenTSDB does not read, in a table that is noted as OpenTSDB's. */
  UNNOTED_PACKED("packed columns in a table that does not say so", Cure.MEND),
  /** A column of appends that ends within a point, or has one that cannot be read. */
  BAD_APPENDS("columns of appends that cannot be read", Cure.DELETE),
  /** A histogram whose bytes or time are none. */
  BAD_HISTOGRAM("histograms that cannot be read", Cure.DELETE),
  /** A single point whose value has another length than its flags say. */
  VALUE_LENGTH("values of another length than their flags say", Cure.MEND),
  /** An integer in more bytes than it needs. */
  LONG_VALUE("integers longer than needed", Cure.MEND),
  /** A compacted column whose points are not in order, or twice, or whose last byte is wrong. */
  UNSORTED_COMPACTED("compacted columns out of order", Cure.MEND),
  /** A column of appends whose points are not in order, or twice. */
  UNSORTED_APPENDS("columns of appends out of order", Cure.MEND),
  /** A point that is in a compacted column too, as a compaction that died leaves it. */
  ORPHANED_COMPACTION("points that a compaction left behind", Cure.MEND),
  /** Several points at one millisecond. */
  DUPLICATE("points at the time of another", Cure.MEND);

  /** What can be done about it. */
  public enum Cure {
    /** The row is written anew; no point is lost but those that did not count. */
    MEND,
    /** Nothing can be read from it; it can only be deleted. */
    DELETE,
    /** Nothing; it may be right. */
    NONE
  }

  private final String what;
  private final Cure cure;

  Fault(String what, Cure cure) {
    this.what = what;
    this.cure = cure;
  }

  /** For people, in the plural. */
  public String what() {
    return what;
  }

  /** What can be done. */
  public Cure cure() {
    return cure;
  }
}
