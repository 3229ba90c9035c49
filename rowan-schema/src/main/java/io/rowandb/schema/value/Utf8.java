package io.rowandb.schema.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Text as UTF-8 without loss: what has no such form is refused, and never replaced by question
 * marks.
 */
public final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException when it has a surrogate without its other half
   */
  public static byte[] encode(String text) {
    return requireEncodable(text).getBytes(UTF_8);
  }

  /**
   * The text itself, if UTF-8 has a form for it.
   *
   * @throws IllegalArgumentException when it has a surrogate without its other half
   */
  public static String requireEncodable(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        if (i + 1 == length || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
          throw new IllegalArgumentException(
              String.format(
                  "text has half a surrogate pair, \\u%04X, at %d, which has no form in UTF-8",
                  (int) unit, i));
        }
        i++;
      }
    }
    return text;
  }

  /**
   * The text of bytes.
   *
   * @throws MalformedValueException when they are not UTF-8
   */
  public static String decode(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      // Written so, or put there for bytes that are not UTF-8: only the strict decoder knows.
      try {
        UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
      } catch (CharacterCodingException e) {
        throw new MalformedValueException(bytes, offset, length, "text is in UTF-8", e);
      }
    }
    return text;
  }
}
