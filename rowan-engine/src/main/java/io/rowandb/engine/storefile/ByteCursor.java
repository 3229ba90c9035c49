package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the number formats of HFiles from a part of a file already in memory. Every step is checked
 * against the end of the part, so damaged lengths end as {@link CorruptFileException} and nothing
 * larger than the part is ever allocated. Used by one thread.
 */
final class ByteCursor {
  private final Path file;
  private final long offset;
  private final String what;
  private final byte[] array;
  private final int end;
  private int at;

  /**
   * @param offset where the part starts in the file, for messages
   * @param what what the part is, for messages
   */
  ByteCursor(Path file, long offset, String what, byte[] array, int start, int end) {
    this.file = file;
    this.offset = offset;
    this.what = what;
    this.array = array;
    this.at = start;
    this.end = end;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  int readByte() throws CorruptFileException {
    return array[advance(1)];
  }

  int readInt() throws CorruptFileException {
    return Bytes.getInt(array, advance(Integer.BYTES));
  }

  long readLong() throws CorruptFileException {
    return Bytes.getLong(array, advance(Long.BYTES));
  }

  byte[] readBytes(int length) throws CorruptFileException {
    int start = advance(length);
    return Arrays.copyOfRange(array, start, start + length);
  }

  /** Moves over {@code length} bytes and returns where they start in the array. */
  int advance(int length) throws CorruptFileException {
    if (length < 0 || length > end - at) {
      throw corrupt(length + " bytes wanted where " + (end - at) + " are left");
    }
    int start = at;
    at += length;
    return start;
  }

  /** A part of this part, {@code length} bytes long; this cursor moves behind it. */
  ByteCursor slice(int length) throws CorruptFileException {
    int start = advance(length);
    return new ByteCursor(file, offset, what, array, start, start + length);
  }

  /** The inverse of {@link ByteSink#putVlong}, for a length: neither negative nor above an int. */
  int readVlength() throws CorruptFileException {
    int first = readByte();
    if (first >= 0) {
      return first;
    }
    int bytes = -112 - first;
    if (bytes < 1 || bytes > Integer.BYTES) {
      throw corrupt("length that starts with byte " + first);
    }
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value = (value << 8) | (readByte() & 0xff);
    }
    if (value > Integer.MAX_VALUE) {
      throw corrupt("length " + value);
    }
    return (int) value;
  }

  /** The inverse of {@link ByteSink#putVarint}. */
  long readVarint() throws CorruptFileException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = readByte();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw corrupt("varint of more than 10 bytes");
  }

  /** A varint that is a length inside this part. */
  int readVarintLength() throws CorruptFileException {
    long length = readVarint();
    if (length < 0 || length > remaining()) {
      throw corrupt("length " + length + " where " + remaining() + " bytes are left");
    }
    return (int) length;
  }

  /** The exception that says where and what, to be thrown by the caller. */
  CorruptFileException corrupt(String problem) {
    return new CorruptFileException(file, offset, what + ": " + problem);
  }
}
