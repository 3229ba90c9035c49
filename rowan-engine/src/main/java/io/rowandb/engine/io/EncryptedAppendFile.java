package io.rowandb.engine.io;

import java.io.IOException;

/**
 * Encrypts the bytes appended to a file. In counter mode a position must be encrypted only once:
 * two ciphertexts of one position reveal the difference of the two texts. So nothing is written
 * after a failed write. One thread at a time may {@link #write}.
 */
final class EncryptedAppendFile implements AppendFile {
  /** What is encrypted at once; a write of the log is seldom more. */
  private static final int BUFFER_BYTES = 64 << 10;

  // Fixed at construction.
  private final AppendFile below;
  private final DataKey key;
  private final byte[] iv;

  /** Set by the writing thread. */
  private boolean failed;

  /** What was written by writes that did not fail. */
  private volatile long size;

  EncryptedAppendFile(AppendFile below, DataKey key, byte[] iv) {
    this.below = below;
    this.key = key;
    this.iv = iv;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    if (failed) {
      throw new IOException("A write to this encrypted file failed: nothing may follow it");
    }
    failed = true;
    writeEncrypted(source, offset, length);
    failed = false;
    long grown = size + length;
    size = grown;
  }

  private void writeEncrypted(byte[] source, int offset, int length) throws IOException {
    byte[] buffer = new byte[Math.min(length, BUFFER_BYTES)];
    for (int done = 0; done < length; ) {
      int part = Math.min(buffer.length, length - done);
      key.apply(iv, size + done, source, offset + done, part, buffer, 0);
      below.write(buffer, 0, part);
      done += part;
    }
  }

  @Override
  public boolean goesOnAfterFailure() {
    return false;
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
    below.close();
  }
}
