package io.rowandb.tsdb.tree;

/** The rules of a tree cannot be used on a series. */
public final class RuleFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  RuleFailedException(String message) {
    super(message);
  }

  /** Says why. */
  RuleFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
