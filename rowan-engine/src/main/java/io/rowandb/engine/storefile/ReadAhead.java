package io.rowandb.engine.storefile;

import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;

/**
 * A window over a file for a scan that goes through it: one read brings several blocks. The window
 * starts small, since many scans end soon, and doubles while the scan goes on. Used by one thread;
 * nothing of its buffer may be handed out.
 */
final class ReadAhead {
  /** The first window: two blocks of the usual size. */
  private static final int FIRST_BYTES = 128 << 10;

  private static final int ARRAY_HEADER_BYTES = 16;

  /**
   * The largest window: beyond it the cost of a system call no longer shows. With its header it
   * fills one G1 region of a small heap, and does not take two.
   */
  static final int MAX_BYTES = (1 << 20) - ARRAY_HEADER_BYTES;

  private byte[] buffer = new byte[0];
  private long start;
  private int length;
  private int windowBytes = FIRST_BYTES;

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
    boolean continues = length > 0 && offset >= start && offset <= start + length;
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
