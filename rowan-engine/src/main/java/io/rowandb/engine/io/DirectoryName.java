package io.rowandb.engine.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a directory for a table, namespace or family. What is not printable ASCII, and {@code
 * %}, becomes {@code %XX} for each byte of its UTF-8 form: which other characters a file name can
 * have depends on the settings of the process that opens it, and in the plainest there are none. So
 * does what would make a path of it, which no such name has: a slash, and a leading dot.
 *
 * <p>What is longer then than any file system takes, {@value #MAX_BYTES} bytes, becomes its first
 * {@value #KEPT_BYTES} bytes, {@code %-}, and the SHA-256 of the whole name: every name has a
 * directory, different ones have different ones, and those of shorter names are as they always
 * were. Which name it was is in the manifest, and cannot be told from the directory.
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
