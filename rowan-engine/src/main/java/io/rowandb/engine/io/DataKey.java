package io.rowandb.engine.io;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * An AES key that encrypts the bytes of files, in counter mode as HBase does: encrypting and
 * decrypting are the same, any part of a stream can be read alone, and the size does not grow. It
 * does not detect whether bytes were changed. Immutable; safe for use by many threads.
 */
public final class DataKey {
  /** HBase's name of the cipher. */
  public static final String ALGORITHM = "AES";

  /** Bytes of an initialization vector: a block of AES. */
  public static final int IV_BYTES = 16;

  /** Bytes of the keys that are made here: those of HBase's. */
  private static final int RANDOM_KEY_BYTES = 16;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;

  private DataKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A key of these bytes.
   *
   * @throws IllegalArgumentException when AES has no keys of so many
   */
  public static DataKey of(byte[] bytes) {
    if (bytes.length != 16 && bytes.length != 24 && bytes.length != 32) {
      throw new IllegalArgumentException(
          "A key of AES has 16, 24 or 32 bytes, this one " + bytes.length);
    }
    return new DataKey(bytes.clone());
  }

  /** A new random key. */
  public static DataKey random() {
    return new DataKey(randomBytes(RANDOM_KEY_BYTES));
  }

  /** Unpredictable bytes with which nothing was encrypted before. */
  public static byte[] randomIv() {
    return randomBytes(IV_BYTES);
  }

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** The key itself, to be wrapped. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * Encrypts or decrypts a range of a stream.
   *
   * @param iv of the stream; two streams with one key must not share theirs
   * @param position where the range starts in the stream
   * @param target gets the range at {@code at}; may be the source, when it is the same place
   */
  public void apply(
      byte[] iv, long position, byte[] source, int offset, int length, byte[] target, int at) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(bytes, ALGORITHM),
          new IvParameterSpec(counter(iv, position / IV_BYTES)));
      int within = (int) (position % IV_BYTES);
      if (within > 0) {
        byte[] passed = cipher.update(new byte[within]);
        assert passed.length == within;
      }
      int done = cipher.doFinal(source, offset, length, target, at);
      assert done == length : done;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES in counter mode does not work in this JVM", e);
    }
  }

  /** The counter of a block: the vector, as a big-endian number, and the block's. */
  private static byte[] counter(byte[] iv, long block) {
    byte[] counter = iv.clone();
    long carry = block;
    for (int i = counter.length - 1; i >= 0 && carry != 0; i--) {
      carry += counter[i] & 0xff;
      counter[i] = (byte) carry;
      carry >>>= Byte.SIZE;
    }
    return counter;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DataKey key && MessageDigest.isEqual(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return ALGORITHM + " key of " + bytes.length + " bytes";
  }
}
