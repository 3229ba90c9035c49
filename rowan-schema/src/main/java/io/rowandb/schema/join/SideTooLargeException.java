package io.rowandb.schema.join;

/** Both tables of a hash join have more rows than may be kept in memory. */
public final class SideTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SideTooLargeException(String message) {
    super(message);
  }
}
