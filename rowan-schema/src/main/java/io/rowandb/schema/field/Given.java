package io.rowandb.schema.field;

/** Checks that callers give the required arguments. */
public final class Given {
  private Given() {}

  /**
   * The value.
   *
   * @param what names it, as the subject of a sentence
   * @throws IllegalArgumentException when it is null
   */
  public static <T> T notNull(T value, String what) {
    if (value == null) {
      throw new IllegalArgumentException(what + " is null");
    }
    return value;
  }
}
