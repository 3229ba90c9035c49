package io.rowandb.engine.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote from a range of a file's bytes. Data that exceeds the range
 * is reported as damage at its place in the file; a length is not trusted before it is compared
 * with what is left. Used by one thread.
 */
public final class ByteReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final Path file;
  private final long fileOffset;
  private final byte[] bytes;
  private final int start;
  private final int limit;
  private int position;

  /**
   * @param fileOffset where in the file the range starts
   */
  public ByteReader(Path file, long fileOffset, byte[] bytes, int offset, int length) {
    this.file = file;
    this.fileOffset = fileOffset;
    this.bytes = bytes;
    this.start = offset;
    this.position = offset;
    this.limit = offset + length;
  }

  /** The number in the 4 bytes from {@code at} on. */
  static int getInt(byte[] array, int at) {
    return (int) INT.get(array, at);
  }

  /** The number in the 8 bytes from {@code at} on. */
  static long getLong(byte[] array, int at) {
    return (long) LONG.get(array, at);
  }

  /** The next byte, 0 to 255. */
  public int readByte() throws CorruptFileException {
    need(1);
    return bytes[position++] & 0xff;
  }

  /** The next 4 bytes. */
  public int readInt() throws CorruptFileException {
    need(4);
    position += 4;
    return getInt(bytes, position - 4);
  }

  /** The next 8 bytes. */
  public long readLong() throws CorruptFileException {
    need(8);
    position += 8;
    return getLong(bytes, position - 8);
  }

  /** The next 4 bytes as a count of things that take at least one byte each. */
  public int readCount() throws CorruptFileException {
    int count = readInt();
    if (count < 0 || count > limit - position) {
      throw corrupt("count " + count + " does not fit the " + (limit - position) + " bytes left");
    }
    return count;
  }

  /** The next byte string. */
  public byte[] readBytes() throws CorruptFileException {
    int length = readCount();
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  /** The next text. */
  public String readText() throws CorruptFileException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(readBytes())).toString();
    } catch (CharacterCodingException e) {
      throw corrupt("text that is not UTF-8");
    }
  }

  /** Whether something is left. */
  public boolean hasMore() {
    return position < limit;
  }

  /** Refuses bytes behind the last that was read. */
  public void expectEnd() throws CorruptFileException {
    if (position != limit) {
      throw corrupt((limit - position) + " bytes too many");
    }
  }

  /** An exception that names the place reached. */
  public CorruptFileException corrupt(String what) {
    return new CorruptFileException(file, fileOffset + position - start, what);
  }

  private void need(int count) throws CorruptFileException {
    if (limit - position < count) {
      throw corrupt(count + " bytes expected, " + (limit - position) + " left");
    }
  }
}
