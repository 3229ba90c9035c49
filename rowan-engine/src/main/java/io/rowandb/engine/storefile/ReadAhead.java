package io.rowandb.engine.storefile;

import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;

/**
 * A window over a file for a sequential scan: one read loads several blocks. It begins when a
 * number of bytes was read in consecutive blocks, and ends when a block elsewhere is read. It
 * starts small, since many scans end soon, and doubles while the scan continues.
 *
 * <p>Its reader tells it about every data block that is loaded completely. Used by one thread; no
 * part of its buffer may be handed out.
 */
final class ReadAhead {
  /** The first window: two blocks of the usual size. So far apart reads still are one run. */
  private static final int FIRST_BYTES = 128 << 10;

  private static final int ARRAY_HEADER_BYTES = 16;

  /**
   * The largest window: beyond it the cost of a system call no longer shows. With its header it
   * fills one G1 region of a small heap, and does not take two.
   */
  static final int MAX_BYTES = (1 << 20) - ARRAY_HEADER_BYTES;

  private static final byte[] NO_BYTES = new byte[0];

  // Fixed at construction.
  private final long afterBytes;

  // Blocks that were read one after the other.
  private long runBytes;
  private long runEnd = -1;

  // The window; none when its length is 0.
  private byte[] buffer = NO_BYTES;
  private long start;
  private int length;
  private int windowBytes = FIRST_BYTES;

  /**
   * @param afterBytes begins when blocks of so many bytes in memory were read in a row
   */
  ReadAhead(long afterBytes) {
    this.afterBytes = afterBytes;
  }

  /** Whether the block at a place, which the cache does not have, is to be read by a window. */
  boolean isDue(long offset, int size) {
    if (length > 0 && afterBytes > 0 && !isNear(offset)) {
      end();
    }
    if (length == 0 && offset != runEnd) {
      runBytes = 0;
    }
    return runBytes >= afterBytes && size <= MAX_BYTES;
  }

  /** Whether it is in the window or not far behind. */
  private boolean isNear(long offset) {
    return offset >= start && offset <= start + length + FIRST_BYTES;
  }

  /** How long its window is. */
  int heldBytes() {
    return buffer.length;
  }

  private void end() {
    buffer = NO_BYTES;
    length = 0;
    runBytes = 0;
  }

  /**
   * A block was read.
   *
   * @param end where it ends in the file
   * @param bytes what it takes in memory
   */
  void read(long end, long bytes) {
    runEnd = end;
    runBytes += bytes;
  }

  /** A block was in the cache, so what was read before does not tell that much will be. */
  void found() {
    runEnd = -1;
  }

  /** What {@link #locate} points into; changes with its next call. */
  byte[] buffer() {
    return buffer;
  }

  /**
   * Makes the range part of the window.
   *
   * @param size at most {@link #MAX_BYTES}
   * @param end where the range that is worth reading ends
   * @return where the range starts in {@link #buffer}
   */
  int locate(RandomReadFile source, long offset, int size, long end) throws IOException {
    if (offset < start || offset + size > start + length) {
      fill(source, offset, size, end);
    }
    return (int) (offset - start);
  }

  private void fill(RandomReadFile source, long offset, int size, long end) throws IOException {
    boolean continues = length > 0 && isNear(offset);
    windowBytes = continues ? Math.min(windowBytes * 2, MAX_BYTES) : FIRST_BYTES;
    int wanted = (int) Math.min(Math.max(size, windowBytes), end - offset);
    if (buffer.length < wanted) {
      buffer = new byte[wanted];
    }
    length = 0;
    source.readFully(offset, buffer, 0, wanted);
    start = offset;
    length = wanted;
  }
}
