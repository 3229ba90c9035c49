package io.rowandb.schema.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Text and its UTF-8 bytes, one to one: neither unpaired surrogates nor bytes that are no shortest
 * form are let through. The unsigned order of the bytes is that of the code points.
 */
final class Utf8 {
  /**
   * The order of code points. Other than String's, it has the surrogates, which stand for code
   * points from U+10000 on, above U+FFFF.
   */
  static final Comparator<String> ORDER = Utf8::compare;

  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException when it has an unpaired surrogate, which has no form in UTF-8
   */
  static byte[] encode(String text) {
    requirePaired(text);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The text of bytes.
   *
   * @throws IllegalArgumentException when they are not what {@link #encode} gives
   */
  static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    // The decoder puts this character where bytes are of none; it may stand there rightly too.
    if (text.indexOf(REPLACEMENT) >= 0
        && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
      throw new IllegalArgumentException(Bytes.toStringBinary(bytes) + " is no UTF-8");
    }
    return text;
  }

  /** As the other, of bytes that a reader has passed over. */
  static String decode(byte[] bytes, KeyReader in) {
    try {
      return decode(bytes);
    } catch (IllegalArgumentException e) {
      throw RequiredPart.malformed(in, e.getMessage(), e);
    }
  }

  /** Refuses a text with an unpaired surrogate. */
  static void requirePaired(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          throw new IllegalArgumentException(
              "the text "
                  + quoted(text)
                  + " has an unpaired surrogate at "
                  + i
                  + ", which has no form in UTF-8");
        }
        i++;
      }
    }
  }

  /** A text for messages: within quotes, and all but printable ASCII as code units. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit >= ' ' && unit <= '~') {
        quoted.append(unit);
      } else {
        quoted.append(String.format("\\u%04x", (int) unit));
      }
    }
    return quoted.append('"').toString();
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
