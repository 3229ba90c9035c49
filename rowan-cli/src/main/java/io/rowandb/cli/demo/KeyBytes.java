package io.rowandb.cli.demo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Puts a row key together from parts whose byte order is the order wanted: the store compares keys
 * as unsigned bytes.
 */
final class KeyBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(32);

  /**
   * A number of four bytes.
   *
   * @param value not negative: the sign bit would put it behind the others
   */
  KeyBytes int32(int value) {
    requireNotNegative(value);
    return raw(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
  }

  /**
   * A number of eight bytes.
   *
   * @param value not negative, as above
   */
  KeyBytes int64(long value) {
    requireNotNegative(value);
    return raw(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** A time such that later ones come first. */
  KeyBytes newestFirst(long millis) {
    requireNotNegative(millis);
    return int64(Long.MAX_VALUE - millis);
  }

  /** A number such that higher ones come first. */
  KeyBytes highestFirst(int value) {
    requireNotNegative(value);
    return int32(Integer.MAX_VALUE - value);
  }

  /**
   * Text of any length with a zero byte after it, so that {@code ab} comes before {@code abc}
   * whatever follows.
   *
   * @param value without a NUL character
   */
  KeyBytes terminated(String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("text in a key must not hold NUL: \"" + value + "\"");
    }
    return raw(value.getBytes(StandardCharsets.UTF_8)).raw(new byte[1]);
  }

  /** Bytes as they are. */
  KeyBytes raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  /** The key. */
  byte[] toBytes() {
    return bytes.toByteArray();
  }

  /** Reads back what {@link #newestFirst} wrote, at the buffer's position. */
  static long readNewestFirst(ByteBuffer key) {
    return Long.MAX_VALUE - key.getLong();
  }

  /** Reads back what {@link #highestFirst} wrote, at the buffer's position. */
  static int readHighestFirst(ByteBuffer key) {
    return Integer.MAX_VALUE - key.getInt();
  }

  /** Reads back what {@link #terminated} wrote, at the buffer's position. */
  static String readTerminated(ByteBuffer key) {
    int end = key.position();
    while (key.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - key.position()];
    key.get(text).get();
    return new String(text, StandardCharsets.UTF_8);
  }

  private static void requireNotNegative(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("a number in a key must not be negative: " + value);
    }
  }
}
