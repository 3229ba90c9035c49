package io.rowandb.engine.io;

import java.io.IOException;

/** Reads the plain content of a file of {@link EncryptedFormat}. */
final class EncryptedReadFile implements RandomReadFile {
  private final RandomReadFile below;
  private final DataKey key;
  private final byte[] iv;

  EncryptedReadFile(RandomReadFile below, DataKey key, byte[] iv) {
    this.below = below;
    this.key = key;
    this.iv = iv;
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return; // also of an empty file, behind whose end this would start
    }
    below.readFully(EncryptedFormat.HEADER_BYTES + position, target, offset, length);
    key.apply(iv, position, target, offset, length, target, offset);
  }

  @Override
  public long size() throws IOException {
    return Math.max(0, below.size() - EncryptedFormat.HEADER_BYTES);
  }

  @Override
  public boolean showsLostBytesAsZeros() {
    return false; // zeros were never encrypted
  }

  @Override
  public void close() throws IOException {
    below.close();
  }
}
