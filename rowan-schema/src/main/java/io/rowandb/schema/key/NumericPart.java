package io.rowandb.schema.key;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/**
 * Decimals in the format of HBase's OrderedBytes, which writes and reads them here.
 *
 * <p>That class computes a power of ten for an exponent of any size, and is lenient with broken
 * bytes. So exponents are bounded, and a value that was read must give the same bytes again.
 */
final class NumericPart extends RequiredPart<BigDecimal> {
  /** Decimal digits before the point, or zeros behind it: what one byte of exponent tells. */
  private static final int MAX_EXPONENT = 480;

  /** The same as a byte: it is of base 100, and more than this has further bytes. */
  private static final int MAX_EXPONENT_BYTE = MAX_EXPONENT / 2;

  /** A first byte, one for the exponent, sixteen or seventeen for 31 digits; rounded up. */
  private static final int MAX_WRITTEN_BYTES = 32;

  // First bytes.
  private static final int NEGATIVE_LARGE = 0x08;
  private static final int NEGATIVE_SMALL = 0x14;
  private static final int ZERO = 0x15;
  private static final int POSITIVE_SMALL = 0x16;
  private static final int POSITIVE_LARGE = 0x22;

  private static final int MAX_BYTE = 0xFF;

  NumericPart() {
    super("OrderedBytes numeric");
  }

  @Override
  void writePresent(BigDecimal value, KeyWriter out) {
    BigDecimal stripped = value.stripTrailingZeros();
    // The bound first, since the other messages write a number out.
    if (!isInBounds(stripped)) {
      throw refused(value, "it is from 1E-480 up to below 1E480, or the negative of that");
    }
    if (value.scale() != Math.max(0, stripped.scale())) {
      throw refused(
          value, "it has scale " + value.scale() + " and would be read as " + readable(stripped));
    }
    if (stripped.precision() > OrderedBytes.MAX_PRECISION) {
      throw refused(value, "it has more than " + OrderedBytes.MAX_PRECISION + " digits");
    }
    out.write(encode(value));
  }

  private static boolean isInBounds(BigDecimal stripped) {
    long exponent = (long) stripped.precision() - stripped.scale();
    return stripped.signum() == 0 || (exponent <= MAX_EXPONENT && exponent >= 1 - MAX_EXPONENT);
  }

  /** The same number without the zeros that are not written. */
  @Override
  public Optional<BigDecimal> ceiling(BigDecimal end) {
    BigDecimal stripped = end.stripTrailingZeros();
    return Optional.of(isInBounds(stripped) ? readable(stripped) : end);
  }

  /** A stripped decimal as it is read: whole numbers have no exponent. */
  private static BigDecimal readable(BigDecimal stripped) {
    return stripped.setScale(Math.max(0, stripped.scale()));
  }

  private static byte[] encode(BigDecimal value) {
    PositionedByteRange range = new SimplePositionedMutableByteRange(MAX_WRITTEN_BYTES);
    int length = OrderedBytes.encodeNumeric(range, value, Order.ASCENDING);
    return Arrays.copyOf(range.getBytes(), length);
  }

  @Override
  public BigDecimal read(KeyReader in) {
    requireExponent(in);
    byte[] bytes = new byte[Math.min(in.remaining(), MAX_WRITTEN_BYTES)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) in.peek(i);
    }
    PositionedByteRange range = new SimplePositionedMutableByteRange(bytes);
    KeyWriter again = new KeyWriter();
    BigDecimal value;
    try {
      value = readable(OrderedBytes.decodeNumericAsBigDecimal(range).stripTrailingZeros());
      write(value, again);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      throw malformed(in, "OrderedBytes has no number of these bytes: " + e.getMessage(), e);
    }
    if (!Arrays.equals(again.toByteArray(), Arrays.copyOf(bytes, range.getPosition()))) {
      throw in.malformed("OrderedBytes reads " + value + ", which it writes otherwise");
    }
    in.skip(range.getPosition());
    return value;
  }

  private static void requireExponent(KeyReader in) {
    int first = in.peek(0);
    int second = in.peek(1);
    int exponent =
        switch (first) {
          case NEGATIVE_LARGE, POSITIVE_SMALL -> MAX_BYTE - second;
          case NEGATIVE_SMALL, POSITIVE_LARGE -> second;
          default -> 0;
        };
    boolean ends = second == -1 && first != ZERO;
    if (first < NEGATIVE_LARGE || first > POSITIVE_LARGE || ends) {
      throw in.malformed("no number of OrderedBytes begins so");
    }
    if (exponent > MAX_EXPONENT_BYTE) {
      throw in.malformed("the exponent is out of the range from 1E-480 up to below 1E480");
    }
  }

  @Override
  public Direction direction() {
    return Direction.ASCENDING;
  }

  @Override
  public Comparator<? super BigDecimal> order() {
    return Comparator.<BigDecimal>naturalOrder();
  }

  @Override
  public int width() {
    return VARIABLE;
  }

  @Override
  public boolean isSelfDelimiting() {
    return true;
  }
}
