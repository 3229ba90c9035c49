package io.rowandb.engine.io;

import java.io.IOException;

/** Encrypts what is appended; {@link #write} and {@link #cutTo} by one thread at a time. */
final class EncryptedAppendFile implements AppendFile {
  /** What is encrypted at once; a write of the log is seldom more. */
  private static final int BUFFER_BYTES = 64 << 10;

  // Fixed at construction.
  private final AppendFile below;
  private final DataKey key;
  private final byte[] iv;
  private final Runnable closed;

  /** Where the next byte stands in the file that is encrypted. */
  private long position;

  /** What was written by writes that did not fail. */
  private volatile long size;

  EncryptedAppendFile(AppendFile below, DataKey key, byte[] iv, Runnable closed) {
    this.below = below;
    this.key = key;
    this.iv = iv;
    this.closed = closed;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    byte[] buffer = new byte[Math.min(length, BUFFER_BYTES)];
    for (int done = 0; done < length; ) {
      int part = Math.min(buffer.length, length - done);
      key.apply(iv, position, source, offset + done, part, buffer, 0);
      below.write(buffer, 0, part);
      position += part;
      done += part;
    }
    long grown = size + length;
    size = grown;
  }

  /** The file was cut: the next byte stands here. */
  void cutTo(long newPosition) {
    position = newPosition;
  }

  @Override
  public void force() throws IOException {
    below.force();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    closed.run();
    below.close();
  }
}
