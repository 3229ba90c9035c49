package io.rowandb.cli.shell;

/** The typed text is not a command; the message says where and why. */
class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SyntaxException(String message) {
    super(message);
  }

  /** What was typed may become a command with another line. */
  static final class Incomplete extends SyntaxException {
    private static final long serialVersionUID = 1;

    Incomplete(String message) {
      super(message);
    }
  }
}
