package io.rowandb.schema.view;

/** Mutable counters for {@link ViewCounts}. Used by one thread. */
final class Tally {
  // Fixed at construction.
  private final String view;

  long sourceRows;
  long viewRows;
  long surplus;
  long pending;
  private long right;
  private long missing;
  private long different;

  Tally(String view) {
    this.view = view;
  }

  void count(RowComparison.Verdict verdict) {
    switch (verdict) {
      case RIGHT -> right++;
      case MISSING -> missing++;
      case DIFFERENT -> different++;
    }
  }

  /** Adds rows that were put into a new view. */
  void countPlaced(int rows) {
    missing += rows;
  }

  /** Adds what another found wrong. */
  void addWrong(Tally other) {
    missing += other.missing;
    different += other.different;
  }

  /** The rows that were put are all that the view has. */
  void countPut() {
    viewRows = missing + different;
  }

  /** Rows that are there and are given by the source. */
  long expectedAndThere() {
    return right + different;
  }

  ViewCounts counts() {
    return new ViewCounts(view, sourceRows, viewRows, missing, different, surplus, pending);
  }
}
