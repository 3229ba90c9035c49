package io.rowandb.bench.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The data of every workload: row {@code i} has a key and a value that depend only on {@code i}, so
 * that any reader can check them.
 *
 * <pre>
 *  key    int64 hash of i, int64 i             16 bytes, big endian
 *  value  50 bytes of noise drawn from i, 50 bytes of text      100 bytes
 * </pre>
 *
 * Invariants:
 *
 * <ol>
 *   <li>The hash is a bijection of 64 bits: keys are distinct and spread evenly, so rows arrive in
 *       an order that is unrelated to the order of their keys.
 *   <li>Noise does not compress and the text does: a value compresses to about half.
 * </ol>
 *
 * Immutable and stateless.
 */
public final class Rows {
  /** Bytes of a key. */
  public static final int KEY_BYTES = 16;

  /** Bytes of a value. */
  public static final int VALUE_BYTES = 100;

  /** The odd number nearest to 2^64 divided by the golden ratio; steps a Weyl sequence. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private static final int NOISE_BYTES = 50;
  private static final byte[] TEXT =
      "the same text in every row, for a codec to shorten".getBytes(StandardCharsets.US_ASCII);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Rows() {}

  /** A new array with the key of row {@code index}. */
  public static byte[] key(long index) {
    byte[] key = new byte[KEY_BYTES];
    writeKey(index, key);
    return key;
  }

  /** Writes the key of row {@code index} over {@code key}. */
  public static void writeKey(long index, byte[] key) {
    LONGS.set(key, 0, hash(index));
    LONGS.set(key, Long.BYTES, index);
  }

  /** A new array with the value of row {@code index}. */
  public static byte[] value(long index) {
    byte[] value = new byte[VALUE_BYTES];
    writeValue(index, value);
    return value;
  }

  /** Writes the value of row {@code index} over {@code value}. */
  public static void writeValue(long index, byte[] value) {
    long state = index;
    for (int at = 0; at < NOISE_BYTES; at += Long.BYTES) {
      state += GOLDEN_GAMMA;
      LONGS.set(value, at, hash(state));
    }
    System.arraycopy(TEXT, 0, value, NOISE_BYTES, TEXT.length);
  }

  /**
   * The row whose key this is.
   *
   * @throws IllegalStateException when it is not the key of a row
   */
  public static long indexOf(byte[] array, int offset, int length) {
    if (length == KEY_BYTES) {
      long index = (long) LONGS.get(array, offset + Long.BYTES);
      if ((long) LONGS.get(array, offset) == hash(index)) {
        return index;
      }
    }
    throw new IllegalStateException(
        "not a key of this benchmark: " + printable(array, offset, length));
  }

  /** Whether a value has the right length and the first eight bytes of row {@code index}'s. */
  public static boolean startsLikeValue(long index, byte[] array, int offset, int length) {
    return length == VALUE_BYTES && (long) LONGS.get(array, offset) == hash(index + GOLDEN_GAMMA);
  }

  /** Whether a value is row {@code index}'s; {@code scratch} is overwritten with the right one. */
  public static boolean isValue(long index, byte[] array, int offset, int length, byte[] scratch) {
    writeValue(index, scratch);
    return Arrays.equals(array, offset, offset + length, scratch, 0, VALUE_BYTES);
  }

  /** A number that ascends as keys ascend: the hash in front, unsigned order mapped to signed. */
  public static long order(byte[] array, int offset) {
    return (long) LONGS.get(array, offset) ^ Long.MIN_VALUE;
  }

  private static String printable(byte[] array, int offset, int length) {
    return Arrays.toString(Arrays.copyOfRange(array, offset, offset + length));
  }

  /** Stafford's thirteenth mix of 64 bits: a bijection. */
  private static long hash(long value) {
    long z = value + GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
