package io.rowandb.schema.key;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * Any number of bytes, followed by an unambiguous end.
 *
 * <pre>
 *   61 00 62   is written   61 00 FF 62 00 00
 *                              -----    -----
 *                              a zero   the end
 * </pre>
 *
 * <p>The end sorts before anything else that can be in its place, even an escaped zero. So a value
 * sorts before every longer value that begins with it.
 */
final class EscapedPart extends RequiredPart<byte[]> {
  private static final int END = 0x00;
  private static final int ESCAPED_ZERO = 0xFF;
  private static final int END_BYTES = 2;

  EscapedPart() {
    super("bytes with 0x00 as 0x00 0xFF, ended by 0x00 0x00");
  }

  @Override
  void writePresent(byte[] value, KeyWriter out) {
    int from = 0;
    for (int i = 0; i < value.length; i++) {
      if (value[i] == 0) {
        out.write(value, from, i + 1 - from).writeByte(ESCAPED_ZERO);
        from = i + 1;
      }
    }
    out.write(value, from, value.length - from).writeByte(0).writeByte(END);
  }

  @Override
  public byte[] read(KeyReader in) {
    int written = 0;
    int zeros = 0;
    while (in.peek(written) != 0 || in.peek(written + 1) != END) {
      if (in.peek(written) == -1) {
        throw in.malformed("0x00 0x00, the end of a part, is missing");
      }
      if (in.peek(written) == 0) {
        if (in.peek(written + 1) != ESCAPED_ZERO) {
          throw in.malformed(
              "the 0x00 that is " + written + " bytes further has neither 0x00 nor 0xFF behind it");
        }
        zeros++;
        written++;
      }
      written++;
    }
    byte[] bytes = in.read(written);
    in.skip(2);
    return zeros == 0 ? bytes : unescaped(bytes, zeros);
  }

  private static byte[] unescaped(byte[] bytes, int zeros) {
    byte[] value = new byte[bytes.length - zeros];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      value[length++] = bytes[i];
      if (bytes[i] == 0) {
        i++;
      }
    }
    return value;
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return Condition.prefix(condition)
        .map(
            prefix -> {
              KeyWriter out = new KeyWriter();
              writePresent(prefix, out);
              byte[] ended = out.toByteArray();
              return Arrays.copyOf(ended, ended.length - END_BYTES);
            });
  }

  @Override
  public Direction direction() {
    return Direction.ASCENDING;
  }

  @Override
  public Comparator<? super byte[]> order() {
    return Arrays::compareUnsigned;
  }

  @Override
  public int width() {
    return VARIABLE;
  }

  @Override
  public boolean isSelfDelimiting() {
    return true;
  }

  @Override
  public Optional<byte[]> end() {
    return Optional.of(new byte[] {0, END});
  }
}
