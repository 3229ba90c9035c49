package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Comparator;
import java.util.HexFormat;

/** Lower-case hexadecimal digits, stored as the bytes they represent. */
final class HexText {
  private static final HexFormat HEX = HexFormat.of();

  private HexText() {}

  static KeyPart<String> part(int byteCount) {
    KeyPart<byte[]> bytes = BytesPart.fixed(byteCount);
    return new MappedPart<>(
        2 * byteCount + " hexadecimal digits as " + bytes.describe(),
        bytes,
        HEX::formatHex,
        text -> parse(text, byteCount),
        Comparator.naturalOrder());
  }

  private static byte[] parse(String text, int byteCount) {
    if (text.length() != 2 * byteCount || !text.chars().allMatch(HexText::isLowerCaseDigit)) {
      throw new IllegalArgumentException(
          Utf8.quoted(text)
              + " is not of "
              + 2 * byteCount
              + " digits from 0 to f; upper case would be read as lower case");
    }
    return HEX.parseHex(text);
  }

  private static boolean isLowerCaseDigit(int unit) {
    return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f');
  }
}
