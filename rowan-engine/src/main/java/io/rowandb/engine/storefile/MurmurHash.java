package io.rowandb.engine.storefile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash of HBase's Bloom filters: MurmurHash 2 with 32 bits and signed tail bytes. */
final class MurmurHash {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MULTIPLIER = 0x5bd1e995;

  private MurmurHash() {}

  static int hash(byte[] array, int offset, int length, int seed) {
    int h = seed ^ length;
    int whole = offset + (length & ~3);
    for (int at = offset; at < whole; at += Integer.BYTES) {
      int k = (int) INT.get(array, at) * MULTIPLIER;
      k = (k ^ k >>> 24) * MULTIPLIER;
      h = h * MULTIPLIER ^ k;
    }
    int left = length & 3;
    if (left != 0) {
      if (left == 3) {
        h ^= array[whole + 2] << 16;
      }
      if (left >= 2) {
        h ^= array[whole + 1] << 8;
      }
      h = (h ^ array[whole]) * MULTIPLIER;
    }
    h = (h ^ h >>> 13) * MULTIPLIER;
    return h ^ h >>> 15;
  }
}
