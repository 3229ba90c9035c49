package io.rowandb.engine.io;

import java.io.Closeable;
import java.io.IOException;

/** A file open for reading at any position. Safe for use by many threads. */
public interface RandomReadFile extends Closeable {
  /**
   * Fills the range from {@code position} on. An interrupt of the thread neither fails the read nor
   * harms other readers.
   *
   * @throws java.io.EOFException when the file ends before the range is full
   */
  void readFully(long position, byte[] target, int offset, int length) throws IOException;

  /** The length of the file in bytes now. */
  long size() throws IOException;

  /** Whether bytes that a loss of power took are read as zeros, as a file system leaves them. */
  default boolean showsLostBytesAsZeros() {
    return true;
  }

  @Override
  void close() throws IOException;
}
