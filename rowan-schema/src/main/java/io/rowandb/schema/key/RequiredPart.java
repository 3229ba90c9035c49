package io.rowandb.schema.key;

/** A part that cannot represent null. Immutable; used by any number of threads. */
abstract class RequiredPart<T> implements KeyPart<T> {
  /** What HBase allows a row key. */
  static final int MAX_BYTES = Short.MAX_VALUE;

  // Fixed at construction.
  private final String description;

  RequiredPart(String description) {
    this.description = description;
  }

  @Override
  public final void write(T value, KeyWriter out) {
    if (value == null) {
      throw new IllegalArgumentException(
          "null has no form as " + describe() + "; declare optional");
    }
    writePresent(value, out);
  }

  /** As {@link #write}, of a value that is there. */
  abstract void writePresent(T value, KeyWriter out);

  @Override
  public final String describe() {
    return description;
  }

  /** What to throw when a value has no form. */
  final IllegalArgumentException refused(Object value, String rule) {
    return new IllegalArgumentException(value + " has no form as " + description + ": " + rule);
  }

  /** What to throw when the bytes that a reader has passed over are of no value. */
  static MalformedKeyException malformed(KeyReader in, String rule, RuntimeException cause) {
    MalformedKeyException malformed = in.malformed(rule);
    malformed.initCause(cause);
    return malformed;
  }

  /**
   * A number that a declaration gives.
   *
   * @throws IllegalArgumentException when it is outside the range
   */
  static int declared(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " is from " + min + " to " + max + ", not " + value);
    }
    return value;
  }
}
