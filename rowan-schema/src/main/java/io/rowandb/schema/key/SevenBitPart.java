package io.rowandb.schema.key;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Bytes as a sequence of bits, seven per byte; the highest bit of a byte says whether another one
 * follows. The last byte is padded with zeros. An empty value is one 0x00. Same format as in
 * OrderedBytes.
 *
 * <pre>
 *   the bytes    11111111 00000001
 *   in sevens    1111111 1000000 01
 *   written     11111111 11000000 00100000
 * </pre>
 */
final class SevenBitPart extends RequiredPart<byte[]> {
  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD = 0x7F;
  private static final int MORE = 0x80;

  SevenBitPart() {
    super("bytes, seven bits a byte");
  }

  @Override
  void writePresent(byte[] value, KeyWriter out) {
    out.write(written(value));
  }

  private static byte[] written(byte[] value) {
    int groups = Math.max(1, groups(value.length));
    byte[] written = new byte[groups];
    for (int i = 0; i < groups; i++) {
      int group = bitsAt(value, i * PAYLOAD_BITS);
      written[i] = (byte) (i == groups - 1 ? group : group | MORE);
    }
    return written;
  }

  private static int groups(int byteCount) {
    return (byteCount * Byte.SIZE + PAYLOAD_BITS - 1) / PAYLOAD_BITS;
  }

  /** The seven bits from one on, with zeros behind the end. */
  private static int bitsAt(byte[] value, int bit) {
    int at = bit / Byte.SIZE;
    int pair = byteAt(value, at) << Byte.SIZE | byteAt(value, at + 1);
    int below = 2 * Byte.SIZE - PAYLOAD_BITS - bit % Byte.SIZE;
    return pair >>> below & PAYLOAD;
  }

  private static int byteAt(byte[] value, int at) {
    return at < value.length ? Byte.toUnsignedInt(value[at]) : 0;
  }

  @Override
  public byte[] read(KeyReader in) {
    int groups = 1;
    while ((in.peek(groups - 1) & MORE) != 0) {
      if (in.peek(groups - 1) == -1) {
        throw in.malformed("the last byte of seven bits is missing");
      }
      groups++;
    }
    int byteCount = groups * PAYLOAD_BITS / Byte.SIZE;
    int spareBits = groups * PAYLOAD_BITS - byteCount * Byte.SIZE;
    KeyWriter value = new KeyWriter();
    int bits = 0;
    for (int i = 0; i < groups; i++) {
      bits = (bits << PAYLOAD_BITS) | (in.peek(i) & PAYLOAD);
      int unread = (i + 1) * PAYLOAD_BITS - value.length() * Byte.SIZE;
      if (unread >= Byte.SIZE) {
        value.writeByte(bits >>> (unread - Byte.SIZE));
      }
    }
    boolean allUsed = groups(byteCount) == groups || groups == 1;
    if (!allUsed || (bits & ((1 << spareBits) - 1)) != 0) {
      throw in.malformed("of its bytes of seven bits the last one has bits too many");
    }
    in.skip(groups);
    return value.toByteArray();
  }

  /**
   * The order of what is written. It is that of the values if they have the same number of bytes,
   * or one is the beginning of the other; but 01 is before 00 00, since the highest bit of the last
   * byte is zero whatever is in it.
   */
  @Override
  public Comparator<? super byte[]> order() {
    return Comparator.comparing(SevenBitPart::written, Arrays::compareUnsigned);
  }

  @Override
  public int width() {
    return VARIABLE;
  }

  @Override
  public boolean isSelfDelimiting() {
    return true;
  }
}
