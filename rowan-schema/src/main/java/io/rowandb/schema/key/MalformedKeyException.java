package io.rowandb.schema.key;

/** A row key in a table that does not match its declaration. */
public final class MalformedKeyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The message names the bytes and the rule. */
  public MalformedKeyException(String message) {
    super(message);
  }
}
