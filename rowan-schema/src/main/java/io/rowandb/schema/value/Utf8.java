package io.rowandb.schema.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Comparator;

/**
 * Converts text to UTF-8 and back, one to one: malformed input is refused, never replaced by
 * question marks. The unsigned order of the bytes is that of the code points.
 */
public final class Utf8 {
  /**
   * The order of code points. Other than String's, it has the surrogates, which stand for code
   * points from U+10000 on, above U+FFFF.
   */
  public static final Comparator<String> ORDER = Utf8::compare;

  private static final char REPLACEMENT = '\uFFFD';

  /** Units that a message shows: enough to recognise a text by, few enough to read. */
  private static final int SHOWN_UNITS = 64;

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
                  "text %s has half a surrogate pair, \\u%04X, at %d, which has no form in UTF-8",
                  quoted(text), (int) unit, i));
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

  /** A text for messages: within quotes, all but printable ASCII as code units, not too long. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < Math.min(text.length(), SHOWN_UNITS); i++) {
      char unit = text.charAt(i);
      if (unit >= ' ' && unit <= '~') {
        quoted.append(unit);
      } else {
        quoted.append(String.format("\\u%04x", (int) unit));
      }
    }
    return quoted.append(text.length() > SHOWN_UNITS ? "\"..." : "\"").toString();
  }

  private static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char unitA = a.charAt(i);
      char unitB = b.charAt(i);
      if (unitA != unitB) {
        boolean surrogateA = Character.isSurrogate(unitA);
        boolean surrogateB = Character.isSurrogate(unitB);
        return surrogateA == surrogateB
            ? Character.compare(unitA, unitB)
            : Boolean.compare(surrogateA, surrogateB);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
