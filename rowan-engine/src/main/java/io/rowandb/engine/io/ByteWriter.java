package io.rowandb.engine.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes numbers, byte strings and texts one after the other into a growing array; {@link
 * ByteReader} reads them. Numbers are big-endian; a byte string is {int32 n, n bytes}, a text the
 * byte string of its UTF-8 form. Used by one thread.
 */
public final class ByteWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[128];
  private int length;

  /** Nothing written yet. */
  public ByteWriter() {}

  /** Stores {@code value} in the 4 bytes from {@code at} on. */
  static void putInt(byte[] array, int at, int value) {
    INT.set(array, at, value);
  }

  /** Stores {@code value} in the 8 bytes from {@code at} on. */
  static void putLong(byte[] array, int at, long value) {
    LONG.set(array, at, value);
  }

  /** Appends one byte. */
  public ByteWriter writeByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Appends 4 bytes. */
  public ByteWriter writeInt(int value) {
    ensure(4);
    putInt(bytes, length, value);
    length += 4;
    return this;
  }

  /** Appends 8 bytes. */
  public ByteWriter writeLong(long value) {
    ensure(8);
    putLong(bytes, length, value);
    length += 8;
    return this;
  }

  /** Appends a byte string. */
  public ByteWriter writeBytes(byte[] source) {
    writeInt(source.length);
    ensure(source.length);
    System.arraycopy(source, 0, bytes, length, source.length);
    length += source.length;
    return this;
  }

  /**
   * Appends a text.
   *
   * @throws IllegalArgumentException when it has half a surrogate pair, which UTF-8 cannot hold
   */
  public ByteWriter writeText(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] source = new byte[encoded.remaining()];
      encoded.get(source);
      return writeBytes(source);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("Not a Unicode text: \"" + text + "\"", e);
    }
  }

  /** A copy of what was written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
    }
  }
}
