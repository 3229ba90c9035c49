package io.rowandb.cli.shell;

/** The typed text is not a command; the message says where and why. */
class SyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SyntaxException(String message) {
    super(message);
  }

  /**
   * A text that breaks a rule at a place.
   *
   * @param at from 0 on
   */
  static SyntaxException at(int at, String rule) {
    return new SyntaxException("at character " + (at + 1) + ": " + rule);
  }

  /** What was typed may become a command with another line. */
  static final class Incomplete extends SyntaxException {
    private static final long serialVersionUID = 1;

    Incomplete(String message) {
      super(message);
    }
  }
}
