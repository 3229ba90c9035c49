package io.rowandb.schema.key;

/**
 * How the order of a key part is to the natural order of its values: by their {@code compareTo}, of
 * text by code points, of UUIDs and bytes unsigned. Only along it is a range of values a range of
 * rows. Null, of an optional part, is before or behind all values, and in no range of them.
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
