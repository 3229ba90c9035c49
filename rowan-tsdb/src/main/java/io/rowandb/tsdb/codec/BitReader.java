package io.rowandb.tsdb.codec;

/** What a {@link BitWriter} wrote. Used by one thread. */
final class BitReader {
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
    if (at + count > end) {
      throw new DamagedDataException("its points have more bits than its value");
    }
    long number = 0;
    int left = count;
    while (left > 0) {
      int there = 8 - (int) (at & 7);
      int taken = Math.min(there, left);
      int part = (bytes[(int) (at >>> 3)] & 0xFF) >>> (there - taken) & ((1 << taken) - 1);
      number = number << taken | part;
      at += taken;
      left -= taken;
    }
    return number;
  }

  boolean readBit() throws DamagedDataException {
    if (at >= end) {
      throw new DamagedDataException("its points have more bits than its value");
    }
    boolean bit = (bytes[(int) (at >>> 3)] >>> (7 - (at & 7)) & 1) != 0;
    at++;
    return bit;
  }

  /** Ones up to a zero, which is read too, or as many ones as there may be. */
  int readOnes(int most) throws DamagedDataException {
    int ones = 0;
    while (ones < most && readBit()) {
      ones++;
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
