package io.rowandb.tsdb.codec;

/**
 * Numbers of 64 or 32 bits as in Gorilla: of each what differs from the one before. A zero is the
 * same again; 10 is followed by bits at the place of those before; 11 by the number of zeros in
 * front (5 bits), the number of bits less one (6), and the bits.
 */
final class XorValues {
  private static final int MOST_ZEROS = 31;

  private XorValues() {}

  /**
   * Writes them.
   *
   * @param width bits of a number, 32 or 64
   */
  static void write(BitWriter to, long[] numbers, int width) {
    int unused = Long.SIZE - width;
    long before = numbers[0] << unused;
    to.write(numbers[0], width);
    int zeros = Long.SIZE; // no place yet
    int behind = 0;
    for (int i = 1; i < numbers.length; i++) {
      long number = numbers[i] << unused;
      long change = number ^ before;
      before = number;
      to.write(change != 0);
      if (change == 0) {
        continue;
      }
      int front = Math.min(MOST_ZEROS, Long.numberOfLeadingZeros(change));
      int back = Long.numberOfTrailingZeros(change);
      boolean fits = zeros < Long.SIZE && front >= zeros && back >= behind;
      to.write(!fits);
      if (!fits) {
        zeros = front;
        behind = back;
        to.write(zeros, 5);
        to.write(Long.SIZE - zeros - behind - 1, 6);
      }
      to.write(change >>> behind, Long.SIZE - zeros - behind);
    }
  }

  /** Reads as many as there is room for. */
  static void read(BitReader from, long[] numbers, int width) throws DamagedDataException {
    int unused = Long.SIZE - width;
    numbers[0] = from.read(width);
    int count = 0;
    int behind = 0;
    for (int i = 1; i < numbers.length; i++) {
      long change = 0;
      if (from.readBit()) {
        if (from.readBit()) {
          int zeros = (int) from.read(5);
          count = (int) from.read(6) + 1;
          behind = Long.SIZE - zeros - count;
        }
        if (count == 0 || behind < unused) {
          throw new DamagedDataException("its values have bits at no place");
        }
        change = from.read(count) << behind;
      }
      numbers[i] = numbers[i - 1] ^ (change >>> unused);
    }
  }
}
