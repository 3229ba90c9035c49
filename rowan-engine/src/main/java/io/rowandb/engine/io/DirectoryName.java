package io.rowandb.engine.io;

import java.nio.charset.StandardCharsets;

/**
 * The name of a directory for a table, namespace or family. What is not printable ASCII, and {@code
 * %}, becomes {@code %XX} for each byte of its UTF-8 form: which other characters a file name can
 * have depends on the settings of the process that opens it, and in the plainest there are none.
 */
public final class DirectoryName {
  private static final char ESCAPE = '%';

  private DirectoryName() {}

  /** The directory's name; different names have different ones. */
  public static String of(String name) {
    StringBuilder directory = new StringBuilder(name.length());
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if (b > ' ' && b < 0x7f && b != ESCAPE) {
        directory.append((char) b);
      } else {
        directory.append(String.format("%c%02X", ESCAPE, b & 0xff));
      }
    }
    return directory.toString();
  }
}
