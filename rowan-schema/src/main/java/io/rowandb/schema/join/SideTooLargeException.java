package io.rowandb.schema.join;

/** A hash join of two tables each of which has more rows than may be kept in memory. */
public final class SideTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SideTooLargeException(String message) {
    super(message);
  }
}
