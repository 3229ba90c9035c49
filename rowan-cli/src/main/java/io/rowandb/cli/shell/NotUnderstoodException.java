package io.rowandb.cli.shell;

/** A line has an unknown name, or one of the wrong kind; the message says which. */
final class NotUnderstoodException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotUnderstoodException(String message) {
    super(message);
  }
}
