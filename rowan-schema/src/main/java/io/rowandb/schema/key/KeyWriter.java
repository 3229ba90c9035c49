package io.rowandb.schema.key;

import java.util.Arrays;

/** Assembles the bytes of a row key. Used by one thread. */
public final class KeyWriter {
  private static final int USUAL_BYTES = 64;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  /** Appends the lowest eight bits. */
  public KeyWriter writeByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Appends the lowest bytes of a number, the highest of them first; from 1 to 8. */
  public KeyWriter writeBigEndian(long value, int byteCount) {
    ensure(byteCount);
    for (int shift = (byteCount - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Appends all bytes. */
  public KeyWriter write(byte[] added) {
    return write(added, 0, added.length);
  }

  /** Appends some bytes. */
  public KeyWriter write(byte[] added, int offset, int count) {
    ensure(count);
    System.arraycopy(added, offset, bytes, length, count);
    length += count;
    return this;
  }

  /** Inverts every bit from a position on, which reverses the order of what stands there. */
  public KeyWriter invertFrom(int position) {
    for (int i = position; i < length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
    return this;
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** A copy of them. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
