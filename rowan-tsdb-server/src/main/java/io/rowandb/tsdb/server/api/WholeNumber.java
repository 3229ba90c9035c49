package io.rowandb.tsdb.server.api;

/** Whole numbers of eight bytes, refused with OpenTSDB's words. */
final class WholeNumber {
  private WholeNumber() {}

  /**
   * Digits, with a sign in front or without.
   *
   * @throws NumberFormatException when it is none
   */
  static long parse(String text) {
    if (text.isEmpty()) {
      throw new NumberFormatException("Empty string");
    }
    boolean signed = text.charAt(0) == '+' || text.charAt(0) == '-';
    if (signed && text.length() == 1) {
      throw new NumberFormatException("Just a sign, no value: " + text);
    }
    if (text.length() > (signed ? 20 : 19)) {
      throw new NumberFormatException("Value too long: " + shortened(text));
    }
    for (int i = signed ? 1 : 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new NumberFormatException("Invalid character '" + c + "' in " + text);
      }
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw (NumberFormatException) new NumberFormatException("Overflow in " + text).initCause(e);
    }
  }

  private static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
