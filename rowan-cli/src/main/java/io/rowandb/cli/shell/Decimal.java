package io.rowandb.cli.shell;

import java.math.BigDecimal;

/**
 * A number with a decimal point or an exponent.
 *
 * @param value finite
 */
record Decimal(double value) {
  /**
   * As Ruby prints it, without an exponent from 0.0001 to below 10^16: {@code 1.5}, {@code 2.0}.
   */
  @Override
  public String toString() {
    BigDecimal digits = BigDecimal.valueOf(value).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (value == 0 || (exponent >= -4 && exponent < 16)) {
      String plain = digits.signum() == 0 ? Double.toString(value) : digits.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String unscaled = digits.unscaledValue().abs().toString();
    String fraction = unscaled.length() == 1 ? "0" : unscaled.substring(1);
    return String.format(
        "%s%c.%se%c%02d",
        digits.signum() < 0 ? "-" : "",
        unscaled.charAt(0),
        fraction,
        exponent < 0 ? '-' : '+',
        Math.abs(exponent));
  }
}
