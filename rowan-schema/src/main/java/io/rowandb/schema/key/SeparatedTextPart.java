package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Comparator;
import java.util.Optional;

/** UTF-8 terminated by an ASCII byte that the text must not contain. */
final class SeparatedTextPart extends RequiredPart<String> {
  // Fixed at construction.
  private final char separator;

  SeparatedTextPart(char separator) {
    super(String.format("text ended by 0x%02X", (int) separator));
    this.separator = (char) declared("a separator", separator, 0, Byte.MAX_VALUE);
  }

  @Override
  void writePresent(String value, KeyWriter out) {
    if (value.indexOf(separator) >= 0) {
      throw refused(Utf8.quoted(value), "the byte that ends it stands in it");
    }
    out.write(Utf8.encode(value)).writeByte(separator);
  }

  @Override
  public String read(KeyReader in) {
    int length = 0;
    while (in.peek(length) != separator) {
      if (in.peek(length) == -1) {
        throw in.malformed(String.format("0x%02X, the end of a text, is missing", (int) separator));
      }
      length++;
    }
    byte[] bytes = in.read(length);
    in.skip(1);
    return in.text(bytes, length);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return Condition.prefix(condition);
  }

  /** The separator counts: with {@code -}, {@code a!} is before {@code a} and {@code a1} behind. */
  @Override
  public Comparator<? super String> order() {
    return (a, b) -> Utf8.ORDER.compare(a + separator, b + separator);
  }

  /** Only what is below all text does not change its order. */
  @Override
  public Direction direction() {
    return separator == 0 ? Direction.ASCENDING : Direction.OTHER;
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
    return Optional.of(new byte[] {(byte) separator});
  }
}
