package io.rowandb.tsdb.server.api;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Whole numbers of eight bytes, refused with OpenTSDB's words. */
final class WholeNumber {
  private static final int MAX_DECIMAL = 100;
  private static final long MAX_SCALE = 100;

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

  /**
   * A decimal number, with an exponent or without, without its fraction.
   *
   * @throws NumberFormatException when it is none, or has more than {@value #MAX_DECIMAL}
   *     characters, or its exponent is beyond 100, or it does not fit
   */
  static long truncated(String text) {
    if (text.length() > MAX_DECIMAL) {
      throw new NumberFormatException("Value too long: " + shortened(text));
    }
    if (text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E')) {
      return parse(text);
    }
    if (text.chars().anyMatch(c -> c > 'z')) {
      throw new NumberFormatException("No number: " + text); // digits of other scripts
    }
    BigDecimal number = new BigDecimal(text);
    if (Math.abs((long) number.scale()) > MAX_SCALE) {
      throw new NumberFormatException("The exponent is beyond 100: " + text);
    }
    BigInteger whole = number.toBigInteger();
    if (whole.bitLength() >= Long.SIZE) {
      throw new NumberFormatException("Overflow in " + text);
    }
    return whole.longValue();
  }

  private static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
