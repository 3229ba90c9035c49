package io.rowandb.schema.key;

import io.rowandb.schema.value.MalformedValueException;
import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads the bytes of a row key from its beginning. Used by one thread. */
public final class KeyReader {
  // Fixed at construction.
  private final byte[] bytes;

  private int position;

  /** Reads an array, which must not change meanwhile. */
  public KeyReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** How many bytes are left. */
  public int remaining() {
    return bytes.length - position;
  }

  /** Where it is, from 0. */
  public int position() {
    return position;
  }

  /** The next byte, unsigned. */
  public int readByte() {
    require(1);
    return Byte.toUnsignedInt(bytes[position++]);
  }

  /** The byte that many after the next one, unsigned, without taking it; -1 behind the end. */
  public int peek(int ahead) {
    return position + ahead < bytes.length ? Byte.toUnsignedInt(bytes[position + ahead]) : -1;
  }

  /** A number of 1 to 8 bytes, the highest first, without sign unless it has all eight. */
  public long readBigEndian(int byteCount) {
    require(byteCount);
    long value = 0;
    for (int i = 0; i < byteCount; i++) {
      value = value << Byte.SIZE | Byte.toUnsignedLong(bytes[position++]);
    }
    return value;
  }

  /** That many bytes. */
  public byte[] read(int count) {
    require(count);
    byte[] taken = Arrays.copyOfRange(bytes, position, position + count);
    position += count;
    return taken;
  }

  /** Passes over that many bytes. */
  public void skip(int count) {
    require(count);
    position += count;
  }

  /** A reader of what is left with every bit inverted; this one does not move. */
  public KeyReader inverted() {
    byte[] rest = Arrays.copyOfRange(bytes, position, bytes.length);
    for (int i = 0; i < rest.length; i++) {
      rest[i] = (byte) ~rest[i];
    }
    return new KeyReader(rest);
  }

  /** What to throw when the bytes at hand break a rule. */
  public MalformedKeyException malformed(String rule) {
    return new MalformedKeyException(
        "row key " + Bytes.toStringBinary(bytes) + " at byte " + position + ": " + rule);
  }

  /**
   * The text of bytes that were taken.
   *
   * @throws MalformedKeyException when they are no UTF-8
   */
  String text(byte[] taken, int length) {
    try {
      return Utf8.decode(taken, 0, length);
    } catch (MalformedValueException e) {
      throw RequiredPart.malformed(this, e.getMessage(), e);
    }
  }

  private void require(int count) {
    if (remaining() < count) {
      throw malformed(count + " more bytes are expected, and " + remaining() + " are there");
    }
  }
}
