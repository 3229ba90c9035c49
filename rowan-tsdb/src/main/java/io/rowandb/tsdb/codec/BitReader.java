package io.rowandb.tsdb.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What a {@link BitWriter} wrote. Used by one thread. */
final class BitReader {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** So many bits of eight bytes are there, wherever in the first of them one begins. */
  private static final int AHEAD = 57;

  private final byte[] bytes;
  private final long end;
  private long at;

  /** Of a part of the bytes. */
  BitReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    at = 8L * from;
    end = 8L * to;
  }

  /** The next bits, 0 to 64 of them, as a number without a sign. */
  long read(int count) throws DamagedDataException {
    if (count > AHEAD) {
      long upper = read(count - Integer.SIZE);
      return (upper << Integer.SIZE) | read(Integer.SIZE);
    }
    if (at + count > end) {
      throw tooShort();
    }
    long number = count == 0 ? 0 : ahead() >>> (Long.SIZE - count);
    at += count;
    return number;
  }

  private static DamagedDataException tooShort() {
    return new DamagedDataException("its points have more bits than its value");
  }

  /** At least {@value #AHEAD} bits from here on, the next one highest; zeros behind the last. */
  private long ahead() {
    int first = (int) (at >>> 3);
    if (first + Long.BYTES <= bytes.length) {
      return (long) LONGS.get(bytes, first) << (at & 7);
    }
    long number = 0;
    for (int i = first; i < first + Long.BYTES; i++) {
      number = (number << 8) | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return number << (at & 7);
  }

  boolean readBit() throws DamagedDataException {
    if (at >= end) {
      throw tooShort();
    }
    boolean bit = ((bytes[(int) (at >>> 3)] >>> (7 - (at & 7))) & 1) != 0;
    at++;
    return bit;
  }

  /**
   * Ones up to a zero, which is read too, or as many ones as there may be.
   *
   * @param most up to 56
   */
  int readOnes(int most) throws DamagedDataException {
    int ones = Math.min(most, Long.numberOfLeadingZeros(~ahead()));
    at += ones < most ? ones + 1 : ones;
    if (at > end) {
      throw tooShort();
    }
    return ones;
  }

  long readSized() throws DamagedDataException {
    int count = (int) read(6);
    return read(count == 63 ? 64 : count);
  }

  /** How many are left. */
  long left() {
    return end - at;
  }

  /** Nothing but zeros up to a whole byte may be left. */
  void checkEnd() throws DamagedDataException {
    long left = left();
    if (left > 7 || read((int) left) != 0) {
      throw new DamagedDataException("its value goes on behind its points");
    }
  }
}
