package io.rowandb.schema.key;

/**
 * How the order of a key part relates to the natural order of its values: that of {@code
 * compareTo}; text by code points, UUIDs and bytes unsigned. Only if the part keeps or reverses
 * that order is a range of values a range of rows. The null of an optional part is before or after
 * all values, and in no range of them.
 */
public enum Direction {
  /** The same. */
  ASCENDING,
  /** The reverse. */
  DESCENDING,
  /** Neither: numbers whose negative ones come last, text that is written backwards. */
  OTHER;

  /** Of the same values the other way round. */
  public Direction reversed() {
    return switch (this) {
      case ASCENDING -> DESCENDING;
      case DESCENDING -> ASCENDING;
      case OTHER -> OTHER;
    };
  }
}
