package io.rowandb.engine.storefile;

import io.rowandb.engine.io.DataKey;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * HBase's format of an encrypted body. It is encrypted after compression, and the block's checksums
 * cover the encrypted bytes.
 *
 * <pre>
 *  +0   int8      n, bytes of the initialization vector: 16, or 0 of an empty body
 *  +1   n bytes   the vector
 *  +1+n ...       the body, compressed, in AES in counter mode
 * </pre>
 *
 * Every block has its own vector, so no two bodies are encrypted alike, even in files that share a
 * family's key.
 */
final class BlockCipher {
  private BlockCipher() {}

  /** Appends the encrypted form of a range to {@code target}. */
  static void encrypt(DataKey key, byte[] source, int offset, int length, ByteSink target) {
    if (length == 0) {
      target.putByte(0);
      return;
    }
    byte[] iv = DataKey.randomIv();
    target.putByte(iv.length).put(iv);
    int at = target.skip(length);
    key.apply(iv, 0, source, offset, length, target.array(), at);
  }

  /** The inverse of {@link #encrypt}, in an array of its own. */
  static byte[] decrypt(DataKey key, byte[] disk, int start, int length)
      throws DataFormatException {
    int ivBytes = length == 0 ? -1 : disk[start];
    if (ivBytes == 0 && length == 1) {
      return new byte[0];
    }
    int head = 1 + DataKey.IV_BYTES;
    if (ivBytes != DataKey.IV_BYTES || length < head) {
      throw new DataFormatException(
          "an encrypted body of " + length + " bytes with a vector of " + ivBytes);
    }
    byte[] iv = Arrays.copyOfRange(disk, start + 1, start + head);
    byte[] plain = new byte[length - head];
    key.apply(iv, 0, disk, start + head, plain.length, plain, 0);
    return plain;
  }
}
