package io.rowandb.engine.io;

/**
 * Combines CRC32C checksums of adjacent ranges without reading their bytes: {@code crc(a b) =
 * shift(crc(a), length of b) ^ crc(b)}.
 *
 * <p>A checksum is a polynomial over bits, with its highest power in the lowest bit. To continue
 * over n bytes means to multiply it by x^(8 n), modulo the polynomial of CRC32C. The powers for
 * each seven bits of n are in a table.
 */
final class Crc32cShift {
  private static final int POLYNOMIAL = 0x82F63B78;

  /** The polynomial 1. */
  private static final int ONE = 1 << 31;

  /** The polynomial x^8. */
  private static final int BYTE = ONE >>> 8;

  private static final int DIGIT_BITS = 7;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int[][] POWERS = powers();

  private Crc32cShift() {}

  /** The checksum's part in that of a range which is longer by so many bytes. */
  static int shift(int checksum, int bytes) {
    int product = checksum;
    for (int digit = 0, left = bytes; left != 0; digit++, left >>>= DIGIT_BITS) {
      int value = left & (DIGITS - 1);
      if (value != 0) {
        product = multiply(POWERS[digit][value], product);
      }
    }
    return product;
  }

  private static int[][] powers() {
    int[][] powers = new int[(Integer.SIZE + DIGIT_BITS - 1) / DIGIT_BITS][DIGITS];
    int base = BYTE;
    for (int[] ofDigit : powers) {
      ofDigit[0] = ONE;
      for (int value = 1; value < DIGITS; value++) {
        ofDigit[value] = multiply(ofDigit[value - 1], base);
      }
      base = multiply(ofDigit[DIGITS - 1], base);
    }
    return powers;
  }

  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int rest = a; rest != 0; rest <<= 1) {
      product ^= shifted & (rest >> 31); // the highest bit is the lowest power
      shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
    }
    return product;
  }
}
