package io.rowandb.engine.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The content of one file in memory: pages that are filled one after the other. One thread appends
 * or cuts; many read up to {@link #size}, which is published after the bytes.
 */
final class MemoryFile {
  /** A compromise: small files waste little, large ones have few pages. */
  private static final int PAGE_BYTES = 64 << 10;

  private volatile byte[][] pages = new byte[0][];
  private volatile long size;

  long size() {
    return size;
  }

  synchronized void truncate(long newSize) {
    size = Math.min(size, newSize);
  }

  AppendFile appender() {
    return new AppendFile() {
      @Override
      public void write(byte[] source, int offset, int length) {
        append(source, offset, length);
      }

      @Override
      public void force() {
        // nothing outlives the process
      }

      @Override
      public long size() {
        return size;
      }

      @Override
      public void close() {
        // the content lives as long as somebody refers to it
      }
    };
  }

  RandomReadFile reader(Path name) {
    return new RandomReadFile() {
      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        if (position + length > size) {
          throw new EOFException(
              name + " ends at " + size + ", before the " + length + " bytes from " + position);
        }
        read(position, target, offset, length);
      }

      @Override
      public long size() {
        return size;
      }

      @Override
      public void close() {
        // the content lives as long as somebody refers to it
      }
    };
  }

  private synchronized void append(byte[] source, int offset, int length) {
    for (int done = 0; done < length; ) {
      int page = Math.toIntExact((size + done) / PAGE_BYTES);
      int at = (int) ((size + done) % PAGE_BYTES);
      int part = Math.min(PAGE_BYTES - at, length - done);
      System.arraycopy(source, offset + done, page(page), at, part);
      done += part;
    }
    size += length;
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

  private void read(long position, byte[] target, int offset, int length) {
    byte[][] source = pages;
    for (int done = 0; done < length; ) {
      int at = (int) ((position + done) % PAGE_BYTES);
      int part = Math.min(PAGE_BYTES - at, length - done);
      byte[] page = source[(int) ((position + done) / PAGE_BYTES)];
      System.arraycopy(page, at, target, offset + done, part);
      done += part;
    }
  }
}
