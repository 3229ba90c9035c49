package io.rowandb.schema.pattern;

/** A read that neither the key nor an index serves: it would have to read all rows. */
public final class UnservedReadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnservedReadException(String message) {
    super(message);
  }
}
