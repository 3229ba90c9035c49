package io.rowandb.design.sample;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of a gzip file (RFC 1952): of all its members, as files put together have several.
 * Anything else behind a member is an error, unlike in {@link java.util.zip.GZIPInputStream}, which
 * takes it for the end. Errors say the offset in the file, from 0. One thread.
 */
final class GzipMembers extends InputStream {
  private static final int BUFFER = 1 << 16;

  private static final int FIRST = 0x1F;
  private static final int SECOND = 0x8B;
  private static final int DEFLATE = 8;

  // Flags of a header.
  private static final int HAS_CRC = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xE0;

  // Fixed at construction.
  private final InputStream file;
  private final Inflater inflater = new Inflater(/* nowrap= */ true);
  private final CRC32 crc = new CRC32();

  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;

  /** Bytes of the file before the buffer. */
  private long before;

  private boolean isInMember;

  /** Whether there was a member. */
  private boolean isBegun;

  GzipMembers(InputStream file) {
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, to.length);
    if (length == 0) {
      return 0;
    }
    while (isInMember || !isBegun || hasNext()) {
      if (!isInMember) {
        beginMember();
      }
      int read = inflated(to, from, length);
      if (read > 0) {
        crc.update(to, from, read);
        return read;
      }
      endMember();
    }
    return -1;
  }

  private boolean hasNext() throws IOException {
    return at < end || fill();
  }

  private void beginMember() throws IOException {
    long start = offset();
    isBegun = true;
    crc.reset();
    if (next() != FIRST || next() != SECOND) {
      throw new ZipException(
          "at byte " + start + (start == 0 ? " no gzip member begins" : " no other member begins"));
    }
    int method = next();
    int flags = next();
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw new ZipException("the member at byte " + start + " is of a kind that is not known");
    }
    skip(6); // time, level, system
    if ((flags & HAS_EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_CRC) != 0) {
      checkHeader(start);
    }
    inflater.reset();
    crc.reset();
    isInMember = true;
  }

  private void checkHeader(long start) throws IOException {
    long computed = crc.getValue() & 0xFFFF;
    if ((next() | next() << 8) != computed) {
      throw new ZipException("the header at byte " + start + " has another checksum than it says");
    }
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    int read;
    do {
      read = next();
    } while (read != 0);
  }

  /** The next bytes of the content; 0 at the end of the member. */
  private int inflated(byte[] to, int from, int length) throws IOException {
    try {
      int read = inflater.inflate(to, from, length);
      while (read == 0 && !inflater.finished()) {
        if (!hasNext()) {
          throw early();
        }
        inflater.setInput(buffer, at, end - at);
        at = end;
        read = inflater.inflate(to, from, length);
      }
      return read;
    } catch (DataFormatException e) {
      at = end - inflater.getRemaining();
      throw new ZipException("the data before byte " + offset() + ": " + e.getMessage());
    }
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    long trailer = offset();
    long computed = crc.getValue();
    long bytes = inflater.getBytesWritten();
    if (number() != computed || number() != (bytes & 0xFFFFFFFFL)) {
      throw new ZipException(
          "the data before byte " + trailer + " has another checksum or length than it says");
    }
    isInMember = false;
  }

  /** A number of four bytes. */
  private long number() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private int next() throws IOException {
    if (!hasNext()) {
      throw early();
    }
    crc.update(buffer[at]);
    return Byte.toUnsignedInt(buffer[at++]);
  }

  private boolean fill() throws IOException {
    before += end;
    at = 0;
    end = Math.max(0, file.read(buffer, 0, BUFFER));
    return end > 0;
  }

  private long offset() {
    return before + at;
  }

  private EOFException early() {
    return new EOFException("it ends too early, at byte " + offset());
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    file.close();
  }
}
