package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.Optional;

/** An integer of 1 to 8 bytes, the highest byte first. */
final class IntegerPart extends RequiredPart<Long> {
  /** Which numbers the bits are of. */
  enum Kind {
    /** Two's complement with the sign bit inverted, so that negative numbers come first. */
    SIGNED,
    /** From 0 on; no more than a long holds. */
    UNSIGNED,
    /** All bits as they are; for parts made of this one. */
    BITS
  }

  // Fixed at construction.
  private final Kind kind;
  private final int byteCount;
  private final int unusedBits;
  private final long signBit;

  private IntegerPart(Kind kind, int byteCount, String description) {
    super(description);
    this.kind = kind;
    this.byteCount = byteCount;
    unusedBits = Long.SIZE - byteCount * Byte.SIZE;
    signBit = 1L << (byteCount * Byte.SIZE - 1);
  }

  static IntegerPart of(Kind kind, int byteCount) {
    declared("the number of an integer's bytes", byteCount, 1, Long.BYTES);
    String name =
        switch (kind) {
          case SIGNED -> "signed";
          case UNSIGNED -> "unsigned";
          case BITS -> "bits";
        };
    return new IntegerPart(kind, byteCount, name + ", " + count(byteCount));
  }

  static String count(int byteCount) {
    return byteCount == 1 ? "1 byte" : byteCount + " bytes";
  }

  @Override
  void writePresent(Long value, KeyWriter out) {
    long number = value;
    long bits =
        switch (kind) {
          case SIGNED -> {
            require(number, signExtended(number) == number);
            yield number ^ signBit;
          }
          case UNSIGNED -> {
            require(number, number >= 0 && (unusedBits == 0 || number <= mask()));
            yield number;
          }
          case BITS -> {
            require(number, (number & ~mask()) == 0);
            yield number;
          }
        };
    out.writeBigEndian(bits, byteCount);
  }

  private void require(long number, boolean fits) {
    if (!fits) {
      throw refused(number, "it is from " + min() + " to " + max());
    }
  }

  private String min() {
    return kind == Kind.SIGNED ? Long.toString(signExtended(signBit)) : "0";
  }

  private String max() {
    return switch (kind) {
      case SIGNED -> Long.toString(signBit - 1);
      case UNSIGNED -> Long.toString(mask() & Long.MAX_VALUE);
      case BITS -> Long.toUnsignedString(mask());
    };
  }

  private long mask() {
    return -1L >>> unusedBits;
  }

  private long signExtended(long bits) {
    return bits << unusedBits >> unusedBits;
  }

  @Override
  public Long read(KeyReader in) {
    long bits = in.readBigEndian(byteCount);
    return switch (kind) {
      case SIGNED -> signExtended(bits ^ signBit);
      case UNSIGNED -> {
        if (bits < 0) {
          throw in.malformed(Long.toUnsignedString(bits) + " is more than a long holds");
        }
        yield bits;
      }
      case BITS -> bits;
    };
  }

  @Override
  public Direction direction() {
    return kind == Kind.BITS ? Direction.OTHER : Direction.ASCENDING;
  }

  @Override
  public Optional<Long> ceiling(Long end) {
    if (kind == Kind.BITS) {
      return Optional.of(end);
    }
    long first = kind == Kind.SIGNED ? signExtended(signBit) : 0;
    long last = kind == Kind.SIGNED ? signBit - 1 : mask() & Long.MAX_VALUE;
    return end > last ? Optional.empty() : Optional.of(Math.max(end, first));
  }

  @Override
  public Comparator<? super Long> order() {
    return kind == Kind.BITS ? Long::compareUnsigned : Comparator.<Long>naturalOrder();
  }

  @Override
  public int width() {
    return byteCount;
  }
}
