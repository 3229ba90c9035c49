package io.rowandb.engine.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The name of a directory for a table, namespace or family. What is not printable ASCII, and {@code
 * %}, becomes {@code %XX} for each byte of its UTF-8 form: which other characters a file name can
 * have depends on the settings of the process that opens it, and in the plainest there are none. So
 * does what would make a path of it, which no such name has: a slash, and a leading dot.
 */
public final class DirectoryName {
  private static final char ESCAPE = '%';

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
    return directory.toString();
  }

  /**
   * The name that a directory stands for.
   *
   * @throws IllegalArgumentException when {@link #of} makes no such directory
   */
  public static String nameOf(String directory) {
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
