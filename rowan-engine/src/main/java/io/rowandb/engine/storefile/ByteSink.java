package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import java.util.Arrays;

/**
 * A growing byte array that writes the number formats of HFiles. Bounded by what its owner puts in,
 * at most one block and its compressed form. Used by one thread.
 */
final class ByteSink {
  private byte[] array;
  private int size;

  ByteSink(int capacity) {
    this.array = new byte[capacity];
  }

  /** The bytes so far are the first {@link #size} of this array, which growing replaces. */
  byte[] array() {
    return array;
  }

  int size() {
    return size;
  }

  /** Keeps the first {@code newSize} bytes. */
  void truncate(int newSize) {
    size = newSize;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(array, size);
  }

  /** Makes room for {@code more} bytes and leaves them as they are; they count as put. */
  int skip(int more) {
    ensure(more);
    int at = size;
    size += more;
    return at;
  }

  /** Makes room for {@code more} bytes without putting any. */
  void ensure(int more) {
    int needed = Math.addExact(size, more);
    if (needed > array.length) {
      int doubled = array.length > Integer.MAX_VALUE / 2 ? needed : array.length * 2;
      array = Arrays.copyOf(array, Math.max(needed, doubled));
    }
  }

  ByteSink putByte(int value) {
    ensure(1);
    array[size++] = (byte) value;
    return this;
  }

  ByteSink putShort(int value) {
    int at = skip(Short.BYTES);
    Bytes.putShort(array, at, value);
    return this;
  }

  ByteSink putInt(int value) {
    int at = skip(Integer.BYTES);
    Bytes.putInt(array, at, value);
    return this;
  }

  ByteSink putLong(long value) {
    int at = skip(Long.BYTES);
    Bytes.putLong(array, at, value);
    return this;
  }

  ByteSink put(byte[] source) {
    return put(source, 0, source.length);
  }

  ByteSink put(byte[] source, int offset, int length) {
    int at = skip(length);
    System.arraycopy(source, offset, array, at, length);
    return this;
  }

  /**
   * Hadoop's variable-length number: -112 to 127 is one byte; else one byte with -112 minus the
   * count of bytes that follow (-120 minus it for the complement of a negative number), then these,
   * most significant first.
   */
  ByteSink putVlong(long value) {
    if (value >= -112 && value <= 127) {
      return putByte((int) value);
    }
    long magnitude = value < 0 ? ~value : value;
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(magnitude) + 7) / 8;
    putByte((value < 0 ? -120 : -112) - bytes);
    for (int i = bytes - 1; i >= 0; i--) {
      putByte((int) (magnitude >>> (i * 8)));
    }
    return this;
  }

  /** Bytes that {@link #putVlong} takes. */
  static int vlongBytes(long value) {
    if (value >= -112 && value <= 127) {
      return 1;
    }
    long magnitude = value < 0 ? ~value : value;
    return 1 + (Long.SIZE - Long.numberOfLeadingZeros(magnitude) + 7) / 8;
  }

  /**
   * Protobuf's number: seven bits a byte, least significant first, high bit set but on the last.
   */
  ByteSink putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      putByte((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    return putByte((int) rest);
  }

  /** A protobuf field that is a number. */
  ByteSink putNumberField(int field, long value) {
    return putVarint((long) field << 3).putVarint(value);
  }

  /** A protobuf field that is bytes, text or a message. */
  ByteSink putBytesField(int field, byte[] value) {
    return putVarint((long) field << 3 | 2).putVarint(value.length).put(value);
  }
}
