package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.Optional;

/** A number from 0 on as a fixed number of decimal digits in ASCII. */
final class DigitsPart extends RequiredPart<Long> {
  private static final int MAX_DIGITS = 19;

  // Fixed at construction.
  private final int digitCount;
  private final long max;

  DigitsPart(int digitCount) {
    super(digitCount == 1 ? "1 digit" : digitCount + " digits");
    this.digitCount = declared("the number of digits", digitCount, 1, MAX_DIGITS);
    long greatest = 0;
    for (int i = 0; i < digitCount; i++) {
      // A long holds nineteen digits, but not all numbers of nineteen digits.
      greatest = i == MAX_DIGITS - 1 ? Long.MAX_VALUE : greatest * 10 + 9;
    }
    max = greatest;
  }

  @Override
  void writePresent(Long value, KeyWriter out) {
    long rest = value;
    if (rest < 0 || rest > max) {
      throw refused(value, "it is from 0 to " + max);
    }
    byte[] digits = new byte[digitCount];
    for (int i = digitCount - 1; i >= 0; i--) {
      digits[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    out.write(digits);
  }

  @Override
  public Long read(KeyReader in) {
    long value = 0;
    for (int i = 0; i < digitCount; i++) {
      int digit = in.peek(i) - '0';
      if (digit < 0 || digit > 9) {
        throw in.malformed(digitCount + " digits are expected, and " + i + " are there");
      }
      if (value > (Long.MAX_VALUE - digit) / 10) {
        throw in.malformed(digitCount + " digits are more than a long holds");
      }
      value = value * 10 + digit;
    }
    in.skip(digitCount);
    return value;
  }

  @Override
  public Direction direction() {
    return Direction.ASCENDING;
  }

  @Override
  public Optional<Long> ceiling(Long end) {
    return end > max ? Optional.empty() : Optional.of(Math.max(end, 0));
  }

  @Override
  public Comparator<? super Long> order() {
    return Comparator.<Long>naturalOrder();
  }

  @Override
  public int width() {
    return digitCount;
  }
}
