package io.rowandb.engine.io;

import java.util.Arrays;

/**
 * The content of one file in memory: pages that are filled one after the other.
 *
 * <ol>
 *   <li>Bytes below {@link #size} never change, except by {@link #truncate} and appending after it.
 *   <li>A {@link #copy} shares the pages. Copies are never appended to, and a truncated file gives
 *       its last pages to its copies before it continues; so no copy sees another's changes.
 * </ol>
 *
 * One thread at a time changes or copies it, which its file system ensures; many may read up to
 * {@link #size}, which is published after the bytes.
 */
final class MemoryFile {
  /** A compromise: small files waste little, large ones have few pages. */
  private static final int PAGE_BYTES = 64 << 10;

  private volatile byte[][] pages = new byte[0][];
  private volatile long size;

  /** How much a loss of power leaves. Written by the thread that changes the file. */
  private long forcedBytes;

  long size() {
    return size;
  }

  /** What a loss of power leaves. */
  long forcedBytes() {
    return forcedBytes;
  }

  void force() {
    forcedBytes = size;
  }

  /** Cuts the file, forced as it then is; one that is shorter stays as it is. */
  void truncate(long newSize) {
    if (newSize < size) {
      byte[][] kept = pages.clone();
      int last = (int) (newSize / PAGE_BYTES);
      kept[last] = kept[last].clone();
      Arrays.fill(kept, last + 1, kept.length, null);
      size = newSize;
      pages = kept;
    }
    forcedBytes = size;
  }

  /** Another file with the first {@code bytes} bytes of this one, all of them forced. */
  MemoryFile copy(long bytes) {
    MemoryFile copy = new MemoryFile();
    copy.pages = pages;
    copy.size = bytes;
    copy.forcedBytes = bytes;
    return copy;
  }

  void append(byte[] source, int offset, int length) {
    for (int done = 0; done < length; ) {
      int page = Math.toIntExact((size + done) / PAGE_BYTES);
      int at = (int) ((size + done) % PAGE_BYTES);
      int part = Math.min(PAGE_BYTES - at, length - done);
      System.arraycopy(source, offset + done, page(page), at, part);
      done += part;
    }
    long grown = size + length;
    size = grown;
  }

  /** Reads a range that ends at {@link #size} or before. */
  void read(long position, byte[] target, int offset, int length) {
    byte[][] source = pages;
    for (int done = 0; done < length; ) {
      int at = (int) ((position + done) % PAGE_BYTES);
      int part = Math.min(PAGE_BYTES - at, length - done);
      byte[] page = source[(int) ((position + done) / PAGE_BYTES)];
      System.arraycopy(page, at, target, offset + done, part);
      done += part;
    }
  }

  private byte[] page(int index) {
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(4, index * 2));
    }
    if (pages[index] == null) {
      pages[index] = new byte[PAGE_BYTES];
    }
    return pages[index];
  }
}
