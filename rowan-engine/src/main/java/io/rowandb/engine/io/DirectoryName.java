package io.rowandb.engine.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a directory for a table, namespace or family. Characters that are not printable
 * ASCII, and {@code %}, become {@code %XX} for each byte of their UTF-8 form, because the process's
 * locale determines which other characters a file name can have; the plainest locale allows none. A
 * slash and a leading dot, which valid names never have, are encoded in the same way.
 *
 * <p>If the result is longer than {@value #MAX_BYTES} bytes, more than any file system accepts, it
 * becomes its first {@value #KEPT_BYTES} bytes, {@code %-}, and the SHA-256 of the whole name. So
 * every name has its own directory, and those of shorter names stay as they always were. The full
 * name is in the manifest; it cannot be derived from such a directory.
 */
public final class DirectoryName {
  private static final char ESCAPE = '%';

  /** The longest name of a directory on the usual file systems. */
  static final int MAX_BYTES = 255;

  /** So much of a long name is kept, for people. */
  private static final int KEPT_BYTES = 100;

  /** Follows no escape: two digits do. */
  private static final String DIGEST_MARK = ESCAPE + "-";

  private DirectoryName() {}

  /** The directory's name; different names have different ones. */
  public static String of(String name) {
    StringBuilder directory = new StringBuilder(name.length());
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      boolean path = b == '/' || b == '\\' || (b == '.' && directory.length() == 0);
      if (b > ' ' && b < 0x7f && b != ESCAPE && !path) {
        directory.append((char) b);
      } else {
        directory.append(String.format("%c%02X", ESCAPE, b & 0xff));
      }
    }
    return directory.length() <= MAX_BYTES ? directory.toString() : shortened(name, directory);
  }

  private static String shortened(String name, StringBuilder escaped) {
    int end = escaped.lastIndexOf("%", KEPT_BYTES);
    int kept = end >= 0 && end + 2 >= KEPT_BYTES ? end : KEPT_BYTES; // no half of an escape
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return escaped.substring(0, kept) + DIGEST_MARK + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The name that a directory stands for.
   *
   * @throws IllegalArgumentException when {@link #of} makes no such directory
   */
  public static String nameOf(String directory) {
    if (directory.contains(DIGEST_MARK)) {
      throw new IllegalArgumentException(
          "its name was too long for a directory, and only the manifest has it: " + directory);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(directory.length());
    for (int i = 0; i < directory.length(); i++) {
      char c = directory.charAt(i);
      if (c == ESCAPE && i + 2 < directory.length()) {
        bytes.write(Integer.parseInt(directory, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    String name = bytes.toString(StandardCharsets.UTF_8);
    if (!of(name).equals(directory)) {
      throw new IllegalArgumentException("No name of a directory of a database: " + directory);
    }
    return name;
  }
}
