package io.rowandb.engine.io;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A local file that grows. Every write goes to the file's end as the operating system sees it, so
 * that writing goes on behind the cut after {@link FileSystem#truncate}. Streams, unlike channels,
 * do not care about interrupts.
 */
final class LocalAppendFile implements AppendFile {
  /**
   * Most bytes of one system call. The JDK copies each write into memory it allocates for the call;
   * at this size that memory comes from the allocator's pool and not from new pages.
   */
  private static final int CALL_BYTES = 64 << 10;

  private final FileOutputStream stream;
  private volatile long size; // written by the one appending thread

  private LocalAppendFile(FileOutputStream stream) {
    this.stream = stream;
  }

  static LocalAppendFile create(Path file) throws IOException {
    Files.createFile(file);
    LocalAppendFile created = null;
    try {
      created = new LocalAppendFile(new FileOutputStream(file.toFile(), true));
      return created;
    } finally {
      if (created == null) { // too many open files: the name stays free
        Files.delete(file);
      }
    }
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    for (int done = 0; done < length; ) {
      int part = Math.min(CALL_BYTES, length - done);
      stream.write(source, offset + done, part);
      done += part;
    }
    long grown = size + length;
    size = grown;
  }

  @Override
  public void force() throws IOException {
    stream.getFD().sync();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
