package io.rowandb.schema.join;

/**
 * How many rows a side has, as far as known.
 *
 * @param rows how many, or how many at least
 * @param more whether there are more, an unknown number
 * @param given whether the caller gave the number; otherwise they were counted
 */
record SideRows(long rows, boolean more, boolean given) {
  static SideRows ofCaller(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("a number of rows is at least 0, not " + rows);
    }
    return new SideRows(rows, /* more= */ false, /* given= */ true);
  }

  @Override
  public String toString() {
    return (more ? "more than " : "") + rows + " rows, " + (given ? "as given" : "counted");
  }
}
