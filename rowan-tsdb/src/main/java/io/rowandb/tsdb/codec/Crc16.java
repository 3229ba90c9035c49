package io.rowandb.tsdb.codec;

/**
 * The checksum of 16 bits with the polynomial 0x1021, begun with 0xFFFF, that is known as
 * CRC-16/IBM-3740. It tells of every wrong bit, and of any that lie within 16.
 */
final class Crc16 {
  private static final int POLYNOMIAL = 0x1021;
  private static final int[] TABLE = table();

  private Crc16() {}

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int crc = i << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
      }
      table[i] = crc & 0xFFFF;
    }
    return table;
  }

  /** Of the first bytes. */
  static int of(byte[] bytes, int count) {
    int crc = 0xFFFF;
    for (int i = 0; i < count; i++) {
      crc = ((crc << 8) ^ TABLE[((crc >>> 8) ^ bytes[i]) & 0xFF]) & 0xFFFF;
    }
    return crc;
  }
}
