package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksums after a block: one for each stretch of fixed length of its header and body. */
final class BlockChecksum {
  /** No checksums: the room for them is there, its content means nothing. */
  static final int NONE = 0;

  /** The polynomial of zip; HBase's files of old. */
  static final int CRC32 = 1;

  /** Castagnoli's polynomial, which processors compute; what HBase and Rowan write. */
  static final int CRC32C = 2;

  private BlockChecksum() {}

  /** Whether {@code type} is one of the three. */
  static boolean isKnown(int type) {
    return type >= NONE && type <= CRC32C;
  }

  /** Writes CRC32C checksums of {@code array[0, length)} behind it; returns where they end. */
  static int append(byte[] array, int length, int chunkBytes) {
    Checksum checksum = new CRC32C();
    int target = length;
    for (int at = 0; at < length; at += chunkBytes) {
      checksum.reset();
      checksum.update(array, at, Math.min(chunkBytes, length - at));
      Bytes.putInt(array, target, (int) checksum.getValue());
      target += HFileFormat.CHECKSUM_BYTES;
    }
    return target;
  }

  private static Checksum newChecksum(int type) {
    return type == CRC32 ? new CRC32() : new CRC32C();
  }

  /**
   * Compares checksums with the bytes under them.
   *
   * @param length of these bytes, from 0 on
   * @param stored the checksums, from {@code first} on
   * @return the first byte whose checksum is wrong, or -1 when all are right
   */
  static int firstWrong(
      int type, byte[] array, int length, int chunkBytes, int[] stored, int first) {
    if (type == NONE) {
      return -1;
    }
    Checksum checksum = newChecksum(type);
    int next = first;
    for (int at = 0; at < length; at += chunkBytes) {
      checksum.reset();
      checksum.update(array, at, Math.min(chunkBytes, length - at));
      if ((int) checksum.getValue() != stored[next++]) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Compares the checksums behind {@code array[start, start + length)} with it.
   *
   * @return the first byte after {@code start} whose checksum is wrong, or -1 when all are right
   */
  static int firstWrong(int type, byte[] array, int start, int length, int chunkBytes) {
    if (type == NONE) {
      return -1;
    }
    Checksum checksum = newChecksum(type);
    int stored = start + length;
    for (int at = 0; at < length; ) {
      int bytes = Math.min(chunkBytes, length - at);
      checksum.reset();
      checksum.update(array, start + at, bytes);
      if ((int) checksum.getValue() != Bytes.getInt(array, stored)) {
        return at;
      }
      at += bytes;
      stored += HFileFormat.CHECKSUM_BYTES;
    }
    return -1;
  }
}
