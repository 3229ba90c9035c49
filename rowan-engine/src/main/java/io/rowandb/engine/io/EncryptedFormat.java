package io.rowandb.engine.io;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The format of a file that is encrypted as a whole. Numbers are big-endian.
 *
 * <pre>
 *  +0     8 bytes   magic ROWANENC
 *  +8     int32     version, 1
 *  +12    16 bytes  initialization vector
 *  +28    int32     n, bytes of the wrapped key, 1 to 988
 *  +32    n bytes   wrapped key, see {@link FileKeys}
 *         zeros
 *  +1020  int32     CRC32C of the 1020 bytes before
 *  +1024  ...       the file itself, in AES in counter mode
 * </pre>
 *
 * <p>The header is on disk before anything follows it. So a file that is not longer than {@link
 * #HEADER_BYTES} and has no valid header was never used; it counts as empty.
 */
final class EncryptedFormat {
  static final int HEADER_BYTES = 1024;

  /** Of the magic: the first five are those of other files too. */
  private static final int DISTINCT_BYTES = 6;

  private static final byte[] MAGIC = "ROWANENC".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int VERSION_AT = MAGIC.length;
  private static final int IV_AT = VERSION_AT + Integer.BYTES;
  private static final int LENGTH_AT = IV_AT + DataKey.IV_BYTES;
  private static final int WRAPPED_AT = LENGTH_AT + Integer.BYTES;
  private static final int CHECKSUM_AT = HEADER_BYTES - Integer.BYTES;
  private static final int MAX_WRAPPED_BYTES = CHECKSUM_AT - WRAPPED_AT;

  private EncryptedFormat() {}

  /** What a header says. */
  record Header(byte[] iv, byte[] wrappedKey) {
    byte[] encode() throws MissingKeyException {
      if (wrappedKey.length == 0 || wrappedKey.length > MAX_WRAPPED_BYTES) {
        throw new MissingKeyException(
            "a wrapped key of "
                + wrappedKey.length
                + " bytes, where a file has room for 1 to "
                + MAX_WRAPPED_BYTES,
            null);
      }
      byte[] header = new byte[HEADER_BYTES];
      System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
      ByteWriter.putInt(header, VERSION_AT, VERSION);
      System.arraycopy(iv, 0, header, IV_AT, iv.length);
      ByteWriter.putInt(header, LENGTH_AT, wrappedKey.length);
      System.arraycopy(wrappedKey, 0, header, WRAPPED_AT, wrappedKey.length);
      ByteWriter.putInt(header, CHECKSUM_AT, checksum(header));
      return header;
    }
  }

  /** Whether a file that starts with these bytes has this form. */
  static boolean isEncrypted(byte[] start) {
    return start.length >= MAGIC.length
        && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Whether these first bytes of a file are all of it, and were not all written. */
  static boolean isUnfinished(byte[] start, long fileBytes) {
    return fileBytes <= HEADER_BYTES && (isEncrypted(start) ? !counts(start) : hasNoMagic(start));
  }

  private static boolean hasNoMagic(byte[] start) {
    byte[] magic = Arrays.copyOf(start, Math.min(start.length, MAGIC.length));
    return magic.length == 0
        || FrameReader.isUndone(magic, MAGIC)
        || (magic.length >= DISTINCT_BYTES && Arrays.mismatch(magic, MAGIC) == magic.length);
  }

  private static boolean counts(byte[] start) {
    return start.length == HEADER_BYTES && ByteReader.getInt(start, CHECKSUM_AT) == checksum(start);
  }

  /** Reads the header of a file of this form that is not unfinished. */
  static Header decode(Path path, byte[] start)
      throws CorruptFileException, UnknownVersionException {
    if (!counts(start)) {
      throw new CorruptFileException(path, 0, "header of an encrypted file: wrong checksum");
    }
    int version = ByteReader.getInt(start, VERSION_AT);
    if (version != VERSION) {
      throw new UnknownVersionException(path, version, VERSION);
    }
    int length = ByteReader.getInt(start, LENGTH_AT);
    if (length < 1 || length > MAX_WRAPPED_BYTES) {
      throw new CorruptFileException(path, LENGTH_AT, "wrapped key of " + length + " bytes");
    }
    return new Header(
        Arrays.copyOfRange(start, IV_AT, LENGTH_AT),
        Arrays.copyOfRange(start, WRAPPED_AT, WRAPPED_AT + length));
  }

  private static int checksum(byte[] header) {
    CRC32C checksum = new CRC32C();
    checksum.update(header, 0, CHECKSUM_AT);
    return (int) checksum.getValue();
  }
}
