package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** UTF-8 padded to a fixed number of bytes with a byte that the text must not end with. */
final class PaddedTextPart extends RequiredPart<String> {
  // Fixed at construction.
  private final int byteCount;
  private final int padding;
  private final Comparator<String> order;

  /** The padding is the code of an ASCII character. */
  PaddedTextPart(int byteCount, int padding) {
    super(
        "text of " + IntegerPart.count(byteCount) + String.format(" padded with 0x%02X", padding));
    this.byteCount = declared("the number of a text's bytes", byteCount, 1, MAX_BYTES);
    this.padding = padding;
    order = padding == 0 ? Utf8.ORDER : Comparator.comparing(this::padded, Arrays::compareUnsigned);
  }

  @Override
  void writePresent(String value, KeyWriter out) {
    out.write(padded(value));
  }

  private byte[] padded(String value) {
    byte[] bytes = Utf8.encode(value);
    if (bytes.length > byteCount) {
      throw refused(Utf8.quoted(value), "it has " + bytes.length + " bytes");
    }
    if (bytes.length > 0 && bytes[bytes.length - 1] == padding) {
      throw refused(Utf8.quoted(value), "its end cannot be told from the padding");
    }
    byte[] padded = Arrays.copyOf(bytes, byteCount);
    Arrays.fill(padded, bytes.length, byteCount, (byte) padding);
    return padded;
  }

  @Override
  public String read(KeyReader in) {
    byte[] bytes = in.read(byteCount);
    int length = byteCount;
    while (length > 0 && bytes[length - 1] == padding) {
      length--;
    }
    return in.text(bytes, length);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    Optional<byte[]> prefix = Condition.prefix(condition);
    prefix.ifPresent(
        bytes -> {
          if (bytes.length > byteCount) {
            throw refused(Bytes.toStringBinary(bytes), "it has " + bytes.length + " bytes");
          }
        });
    return prefix;
  }

  /** With spaces for padding, a text sorts behind one that goes on with a lower character. */
  @Override
  public Direction direction() {
    return order == Utf8.ORDER ? Direction.ASCENDING : Direction.OTHER;
  }

  @Override
  public Comparator<? super String> order() {
    return order;
  }

  @Override
  public int width() {
    return byteCount;
  }
}
