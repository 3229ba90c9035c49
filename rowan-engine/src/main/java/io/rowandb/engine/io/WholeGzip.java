package io.rowandb.engine.io;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks all members of a gzip file; fails if anything follows the last one. The JDK's stream ends
 * silently before a member with a damaged header, and before anything else that is not a member.
 *
 * <p>One thread; open until closed.
 */
public final class WholeGzip extends GZIPInputStream {
  /** Of each member, behind its data: checksum and length. */
  private static final int TRAILER_BYTES = 8;

  private final Counted packed;

  /** How many bytes of the file were read when the buffer was filled the last time. */
  private long filledTo;

  private WholeGzip(Counted packed, int bufferBytes) throws IOException {
    super(packed, bufferBytes);
    this.packed = packed;
  }

  /**
   * Begins to unpack.
   *
   * @throws ZipException when it is no gzip data
   * @throws EOFException when it ends before it has begun; says so
   */
  public static WholeGzip of(InputStream packed, int bufferBytes) throws IOException {
    try {
      return new WholeGzip(new Counted(packed), bufferBytes);
    } catch (EOFException e) {
      throw cutOff(e, "it is empty or cut off, and has no whole gzip header");
    }
  }

  /** How many bytes of the file were read so far. */
  public long packedBytes() {
    return packed.count;
  }

  private static EOFException cutOff(EOFException cause, String message) {
    EOFException failure = new EOFException(message);
    failure.initCause(cause);
    return failure;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    filledTo = packed.count;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n;
    try {
      n = super.read(buffer, offset, length);
    } catch (EOFException e) {
      throw cutOff(e, "the gzip data is cut off");
    }
    if (n < 0) {
      requireEnd();
    }
    return n;
  }

  private void requireEnd() throws IOException {
    long end = filledTo - inf.getRemaining() + TRAILER_BYTES;
    if (in.read() >= 0 || packed.count != end) {
      throw new ZipException(
          "the gzip data ends at byte " + end + " of the file, and what follows is no gzip data");
    }
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = super.read(buffer, offset, length);
      count += Math.max(0, n);
      return n;
    }
  }
}
