package io.rowandb.testkit.oracle;

/** The two sides of a history part. */
final class Difference extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final int operations;

  /**
   * A difference.
   *
   * @param operations how many operations were done, with the one whose answers differ
   */
  Difference(String message, int operations, Throwable cause) {
    super(message, cause);
    this.operations = operations;
  }

  /** The same with more to tell. */
  Difference with(String more) {
    return new Difference(getMessage() + more, operations, getCause());
  }

  /** How many operations were done. */
  int operations() {
    return operations;
  }
}
