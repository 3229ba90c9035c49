package io.rowandb.tsdb.codec;

import java.util.Arrays;

/** Bits one behind the other, from each byte's highest on. Used by one thread. */
final class BitWriter {
  private byte[] bytes = new byte[64];
  private int bits;

  /** The lower bits of a number, 0 to 64 of them, the highest first. */
  void write(long number, int count) {
    if (bits + count > 8 * bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int left = count;
    while (left > 0) {
      int free = 8 - (bits & 7);
      int taken = Math.min(free, left);
      long part = (number >>> (left - taken)) & ((1L << taken) - 1);
      bytes[bits >>> 3] |= (byte) (part << (free - taken));
      bits += taken;
      left -= taken;
    }
  }

  void write(boolean bit) {
    write(bit ? 1 : 0, 1);
  }

  /** A number with the count of its bits in front, so 6 bits for zero. */
  void writeSized(long number) {
    int count = Math.min(63, 64 - Long.numberOfLeadingZeros(number));
    write(count, 6);
    write(number, count == 63 ? 64 : count);
  }

  /** All, with zeros up to a whole byte. */
  byte[] toBytes() {
    return Arrays.copyOf(bytes, (bits + 7) >>> 3);
  }
}
