package io.rowandb.engine.storefile;

import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The name of a file of a store: 32 hexadecimal digits, as in HBase, and sometimes a suffix of
 * {@link AssignedSequence}.
 *
 * <pre>
 *  while it is written:  0000000000000000 and the number of the file
 *  sealed:               the number of the file, and its digest
 *
 *  digest:  CRC-32C of the load-on-open section and the trailer, of which the last 128 KiB count;
 *           the length of the file modulo 2^32
 * </pre>
 *
 * A number is never 0 and never reused. The digest distinguishes the file from any other that
 * somebody might put in its place. It does not protect the bytes, which have their own checksums.
 * It covers only what opening reads, so damage elsewhere does not prevent opening the file. A link
 * has its own number and the same digest. Files of older releases keep unsealed names.
 */
public final class StoreFileName {
  /** HBase's file names have so many. */
  private static final int DIGITS = 32;

  private static final int HALF = DIGITS / 2;
  private static final String ZEROS = "0".repeat(HALF);
  private static final int HEX = 16;

  private StoreFileName() {}

  /**
   * The name of a file that is written.
   *
   * @param number above 0
   */
  public static String of(long number) {
    return ZEROS + half(number);
  }

  /** The name of the same file once it is finished. */
  public static String sealed(String name, long digest) {
    return name.substring(HALF) + half(digest);
  }

  /** The name of a second link to {@code file}, for which a name to write to was given. */
  public static String sameFor(Path file, String name) {
    String of = AssignedSequence.plain(file.getFileName().toString());
    return AssignedSequence.sameFor(
        file, isSealed(of) ? sealed(name, Long.parseUnsignedLong(of, HALF, DIGITS, HEX)) : name);
  }

  /** Whether a file may have the name: the digest is the one that the name gives, if it does. */
  static boolean fits(Path file, long digest) {
    String name = AssignedSequence.plain(file.getFileName().toString());
    return !isSealed(name) || name.endsWith(half(digest));
  }

  /** The number in a name; -1 when it was made by something else. */
  public static long number(String fileName) {
    String name = AssignedSequence.plain(fileName);
    if (name.length() != DIGITS) {
      return -1;
    }
    int at = isSealed(name) ? 0 : HALF;
    long number = Long.parseUnsignedLong(name, at, at + HALF, HEX);
    return number < 0 ? -1 : number;
  }

  /**
   * The digest of a file.
   *
   * @param tail its last bytes
   * @param from where in them what is read on opening begins
   */
  static long digest(long fileBytes, byte[] tail, int from) {
    CRC32C checksum = new CRC32C();
    checksum.update(tail, from, tail.length - from);
    return checksum.getValue() << Integer.SIZE | (fileBytes & 0xffff_ffffL);
  }

  private static boolean isSealed(String name) {
    return name.length() == DIGITS && !name.startsWith(ZEROS);
  }

  private static String half(long value) {
    String digits = Long.toHexString(value);
    return ZEROS.substring(digits.length()) + digits;
  }
}
