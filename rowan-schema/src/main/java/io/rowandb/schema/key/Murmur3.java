package io.rowandb.schema.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash3_x64_128 with seed 0, after Austin Appleby's public description of the algorithm
 * (https://github.com/aappleby/smhasher). Numbers are little-endian.
 */
final class Murmur3 {
  static final int BYTES = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private long low;
  private long high;

  private Murmur3() {}

  static byte[] hash(byte[] bytes) {
    return new Murmur3().of(bytes);
  }

  private byte[] of(byte[] bytes) {
    int blocks = bytes.length / BYTES * BYTES;
    for (int i = 0; i < blocks; i += BYTES) {
      mixBlock((long) LONG.get(bytes, i), (long) LONG.get(bytes, i + Long.BYTES));
    }
    byte[] tail = new byte[BYTES];
    System.arraycopy(bytes, blocks, tail, 0, bytes.length - blocks);
    // Of zeros, where there is no tail, both are zero and change nothing.
    low ^= mixedLow((long) LONG.get(tail, 0));
    high ^= mixedHigh((long) LONG.get(tail, Long.BYTES));
    return ended(bytes.length);
  }

  private void mixBlock(long blockLow, long blockHigh) {
    low ^= mixedLow(blockLow);
    low = (Long.rotateLeft(low, 27) + high) * 5 + 0x52dce729;
    high ^= mixedHigh(blockHigh);
    high = (Long.rotateLeft(high, 31) + low) * 5 + 0x38495ab5;
  }

  private static long mixedLow(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  private static long mixedHigh(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  private byte[] ended(int length) {
    low ^= length;
    high ^= length;
    low += high;
    high += low;
    low = avalanche(low);
    high = avalanche(high);
    low += high;
    high += low;
    byte[] hash = new byte[BYTES];
    LONG.set(hash, 0, low);
    LONG.set(hash, Long.BYTES, high);
    return hash;
  }

  private static long avalanche(long bits) {
    long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
