package io.rowandb.tsdb.codec;

/** Numbers of 1 to 8 bytes, the most significant byte first. */
final class BigEndian {
  private BigEndian() {}

  static void put(byte[] to, int position, int width, long value) {
    for (int i = 0; i < width; i++) {
      to[position + i] = (byte) (value >>> (8 * (width - 1 - i)));
    }
  }

  static long unsigned(byte[] from, int position, int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value = value << 8 | (from[position + i] & 0xFF);
    }
    return value;
  }

  static long signed(byte[] from, int position, int width) {
    int unused = 64 - 8 * width;
    return unsigned(from, position, width) << unused >> unused;
  }
}
