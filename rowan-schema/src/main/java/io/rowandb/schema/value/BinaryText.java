package io.rowandb.schema.value;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * Bytes as people write them in declarations: text as its UTF-8, and {@code \\x00} for a byte that
 * cannot be printed. This also reads the output of HBase's {@code Bytes.toStringBinary} correctly;
 * HBase's own reader takes the lower byte of a character that is not ASCII, and drops a backslash
 * without two digits.
 */
public final class BinaryText {
  private static final String ESCAPE = "\\x";

  private BinaryText() {}

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException when two hexadecimal digits do not follow {@code \\x}, or
   *     there is half a surrogate pair
   */
  public static byte[] bytes(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int from = 0;
    for (int at = text.indexOf(ESCAPE); at >= 0; at = text.indexOf(ESCAPE, from)) {
      bytes.writeBytes(Utf8.encode(text.substring(from, at)));
      from = at + ESCAPE.length() + 2;
      bytes.write(escaped(text, at + ESCAPE.length()));
    }
    bytes.writeBytes(Utf8.encode(text.substring(from)));
    return bytes.toByteArray();
  }

  private static int escaped(String text, int at) {
    if (at + 1 >= text.length()
        || !HexFormat.isHexDigit(text.charAt(at))
        || !HexFormat.isHexDigit(text.charAt(at + 1))) {
      throw new IllegalArgumentException(
          Utf8.quoted(text) + " has \\x at " + (at - 2) + " without two hexadecimal digits");
    }
    return HexFormat.fromHexDigits(text, at, at + 2);
  }
}
