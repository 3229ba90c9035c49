package io.rowandb.cli.shell;

/** A line has a name that nothing has, or that is of another kind; the message says which. */
final class NotUnderstoodException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotUnderstoodException(String message) {
    super(message);
  }
}
