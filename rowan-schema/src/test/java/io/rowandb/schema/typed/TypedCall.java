package io.rowandb.schema.typed;

/**
 * A statement with a value that fits its field, and with one that does not.
 *
 * @param before the statement up to the value
 * @param right the value that fits
 * @param wrong the one that does not, in the same place
 * @param after the statement behind the value
 * @param isNamed whether the compiler's error is at the value; for a value whose own type is
 *     inferred, and for calls with the field beside it, it is at the call
 */
record TypedCall(String before, String right, String wrong, String after, boolean isNamed) {
  static TypedCall of(String before, String right, String wrong, String after) {
    return new TypedCall(before, right, wrong, after, /* isNamed= */ true);
  }

  static TypedCall ofCall(String before, String right, String wrong, String after) {
    return new TypedCall(before, right, wrong, after, /* isNamed= */ false);
  }

  String rightLine() {
    return before + right + after;
  }

  String wrongLine() {
    return before + wrong + after;
  }

  @Override
  public String toString() {
    return wrongLine();
  }
}
