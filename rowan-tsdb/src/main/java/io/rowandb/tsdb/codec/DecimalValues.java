package io.rowandb.tsdb.codec;

import io.rowandb.tsdb.codec.PointValue.Kind;
import java.util.Optional;

/**
 * Numbers as integers times one power of ten, bit by bit. Of floats and doubles that a calculation
 * left a little beside their decimals, such as 94.79799999999999, the steps to the next float or
 * double are written too. The integers' differences from the least one, from the one before, or
 * from the difference before, whichever takes the fewest bits, are written in Rice's code.
 *
 * <pre>
 *   digits behind the point (4 bits), what differs (2), Rice's parameter (6), whether there are
 *   steps (1), the first or least integer (6 bits of its length, and it), then of each number the
 *   difference: ones for its upper bits, a zero, its lower bits; or 20 ones and 64 bits; and if
 *   there are steps: a zero for none; or a one and 3 bits for -4..-1, 1..4
 * </pre>
 */
final class DecimalValues {
  private static final int MOST_DIGITS = 15;
  private static final int MOST_ONES = 20;
  // From what the integers differ; 1 is the one before.
  private static final int LEAST_ONE = 0;
  private static final int CHANGE_BEFORE = 2;
  private static final int MOST_STEPS = 4;
  private static final long MOST_EXACT = 1L << 53;
  private static final long[] TENS = new long[MOST_DIGITS + 1];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = 10 * TENS[i - 1];
    }
  }

  private DecimalValues() {}

  /** Writes them, and says whether that is possible. */
  static boolean write(BitWriter to, Kind[] kinds, long[] bits) {
    Optional<Integer> digits = digits(kinds, bits);
    if (digits.isEmpty()) {
      return false;
    }
    long[] integers = new long[bits.length];
    int[] steps = new int[bits.length];
    boolean anySteps = false;
    for (int i = 0; i < bits.length; i++) {
      integers[i] = scaled(kinds[i], bits[i], digits.get());
      steps[i] = (int) steps(kinds[i], bits[i], digits.get());
      anySteps |= steps[i] != 0;
    }
    int best = LEAST_ONE;
    int parameter = 0;
    double least = Double.MAX_VALUE;
    for (int from = LEAST_ONE; from <= CHANGE_BEFORE; from++) {
      long[] differences = differences(integers, from);
      int first = Math.max(0, parameter(differences) - 1);
      for (int each = first; each <= Math.min(63, first + 3); each++) {
        double cost = cost(differences, each);
        if (cost < least) {
          least = cost;
          best = from;
          parameter = each;
        }
      }
    }
    to.write(digits.get(), 4);
    to.write(best, 2);
    to.write(parameter, 6);
    to.write(anySteps);
    to.writeSized(best == LEAST_ONE ? zigzag(least(integers)) : zigzag(integers[0]));
    long[] differences = differences(integers, best);
    for (int i = 0; i < differences.length; i++) {
      if (best == LEAST_ONE || i > 0) {
        writeRice(to, differences[i], parameter);
      }
      if (anySteps) {
        writeSteps(to, steps[i]);
      }
    }
    return true;
  }

  private static void writeSteps(BitWriter to, int steps) {
    to.write(steps != 0);
    if (steps != 0) {
      to.write(steps < 0 ? steps + MOST_STEPS : steps + MOST_STEPS - 1, 3);
    }
  }

  private static int readSteps(BitReader from) throws DamagedDataException {
    if (!from.readBit()) {
      return 0;
    }
    int code = (int) from.read(3);
    return code < MOST_STEPS ? code - MOST_STEPS : code - MOST_STEPS + 1;
  }

  private static Optional<Integer> digits(Kind[] kinds, long[] bits) {
    int digits = 0;
    for (int i = 0; i < bits.length; i++) {
      while (!isExact(kinds[i], bits[i], digits)) {
        if (++digits > MOST_DIGITS) {
          return Optional.empty();
        }
      }
    }
    for (int i = 0; i < bits.length; i++) {
      if (!isExact(kinds[i], bits[i], digits)) {
        return Optional.empty();
      }
    }
    return Optional.of(digits);
  }

  private static boolean isExact(Kind kind, long bits, int digits) {
    if (kind == Kind.INTEGER) {
      return bits <= Long.MAX_VALUE / TENS[digits] && bits >= Long.MIN_VALUE / TENS[digits];
    }
    long integer = scaled(kind, bits, digits);
    long steps = steps(kind, bits, digits);
    return integer > -MOST_EXACT
        && integer < MOST_EXACT
        && steps >= -MOST_STEPS
        && steps <= MOST_STEPS;
  }

  /** How far a number is from its decimal, in steps to the next float or double. */
  private static long steps(Kind kind, long bits, int digits) {
    return kind == Kind.INTEGER ? 0 : bits - floating(kind, scaled(kind, bits, digits), digits);
  }

  private static long scaled(Kind kind, long bits, int digits) {
    return kind == Kind.INTEGER
        ? bits * TENS[digits]
        : (long) Math.rint(PointValue.of(flags(kind), bits).doubleValue() * TENS[digits]);
  }

  private static int flags(Kind kind) {
    return PointValue.FLOAT_FLAG | (kind == Kind.FLOAT ? 3 : 7);
  }

  private static long floating(Kind kind, long integer, int digits) {
    double number = integer / (double) TENS[digits];
    return kind == Kind.FLOAT
        ? Float.floatToRawIntBits((float) number) & 0xFFFF_FFFFL
        : Double.doubleToRawLongBits(number);
  }

  private static long least(long[] integers) {
    long least = integers[0];
    for (long each : integers) {
      least = Math.min(least, each);
    }
    return least;
  }

  private static long[] differences(long[] integers, int from) {
    long[] differences = new long[integers.length];
    long least = least(integers);
    for (int i = 0; i < integers.length; i++) {
      if (from == LEAST_ONE) {
        differences[i] = integers[i] - least;
      } else if (i > 0) {
        long change = integers[i] - integers[i - 1];
        boolean again = from == CHANGE_BEFORE && i > 1;
        differences[i] = zigzag(again ? change - (integers[i - 1] - integers[i - 2]) : change);
      }
    }
    return differences;
  }

  private static long zigzag(long number) {
    return (number << 1) ^ (number >> 63);
  }

  private static long unzigzag(long number) {
    return (number >>> 1) ^ -(number & 1);
  }

  /** A good one for differences of this mean. */
  private static int parameter(long[] differences) {
    double sum = 0;
    for (long each : differences) {
      sum += each >= 0 ? each : 0x1p64 + each;
    }
    double mean = sum / differences.length;
    return mean < 1 ? 0 : Math.min(63, Math.getExponent(mean));
  }

  private static double cost(long[] differences, int parameter) {
    double bits = 0;
    for (long each : differences) {
      long ones = each >>> parameter;
      bits += ones >= 0 && ones < MOST_ONES ? ones + 1 + parameter : MOST_ONES + Long.SIZE;
    }
    return bits;
  }

  private static void writeRice(BitWriter to, long difference, int parameter) {
    long ones = difference >>> parameter;
    if (ones >= 0 && ones < MOST_ONES) {
      to.write((1L << (ones + 1)) - 2, (int) ones + 1);
      to.write(difference, parameter);
    } else {
      to.write((1L << MOST_ONES) - 1, MOST_ONES);
      to.write(difference, Long.SIZE);
    }
  }

  private static long readRice(BitReader from, int parameter) throws DamagedDataException {
    int ones = from.readOnes(MOST_ONES);
    return ones == MOST_ONES
        ? from.read(Long.SIZE)
        : ((long) ones << parameter) | from.read(parameter);
  }

  /** Reads as many as there are kinds. */
  static void read(BitReader from, Kind[] kinds, long[] bits) throws DamagedDataException {
    int digits = (int) from.read(4);
    int what = (int) from.read(2);
    int parameter = (int) from.read(6);
    boolean anySteps = from.readBit();
    if (what > CHANGE_BEFORE) {
      throw new DamagedDataException("its values differ from what no version knows: " + what);
    }
    long integer = unzigzag(from.readSized());
    long least = integer;
    long change = 0;
    for (int i = 0; i < bits.length; i++) {
      if (what == LEAST_ONE) {
        integer = least + readRice(from, parameter);
      } else if (i > 0) {
        long difference = unzigzag(readRice(from, parameter));
        change = what == CHANGE_BEFORE && i > 1 ? change + difference : difference;
        integer += change;
      }
      bits[i] = value(kinds[i], integer, digits, anySteps ? readSteps(from) : 0);
    }
  }

  private static long value(Kind kind, long integer, int digits, int steps)
      throws DamagedDataException {
    if (kind != Kind.INTEGER) {
      return floating(kind, integer, digits) + steps;
    }
    if (integer % TENS[digits] != 0) {
      throw new DamagedDataException("one of its integers has digits behind the point");
    }
    return integer / TENS[digits];
  }
}
