package io.rowandb.engine.io;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A local file that grows. Every write goes to the current end of the file, so after {@link
 * FileSystem#truncate} writing continues at the cut. It uses a stream because streams, unlike
 * channels, ignore interrupts.
 */
final class LocalAppendFile implements AppendFile {
  /**
   * Most bytes of one system call. The JDK copies each write into memory it allocates for the call;
   * at this size that memory comes from the allocator's pool and not from new pages.
   */
  private static final int CALL_BYTES = 64 << 10;

  private final Path file;
  private final FileOutputStream stream;
  private volatile long size; // written by the one appending thread

  /**
   * Whether the system failed to force it: it may have dropped what it could not write, and say
   * nothing the next time.
   */
  private volatile boolean forceFailed;

  private LocalAppendFile(Path file, FileOutputStream stream) {
    this.file = file;
    this.stream = stream;
  }

  static LocalAppendFile create(Path file, FilePermissions permissions) throws IOException {
    Files.createFile(file, permissions.ofFile());
    LocalAppendFile created = null;
    try {
      created = new LocalAppendFile(file, new FileOutputStream(file.toFile(), true));
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
      try {
        stream.write(source, offset + done, part);
      } catch (IOException e) {
        throw failed("write to", e);
      }
      done += part;
    }
    long grown = size + length;
    size = grown;
  }

  @Override
  public void force() throws IOException {
    if (forceFailed) {
      throw new IOException("Cannot force " + file + ": it failed before, and some may be lost");
    }
    try {
      stream.getFD().sync();
    } catch (IOException e) {
      forceFailed = true; // first: whatever ends this thread now, nobody may force it again
      throw failed("force", e);
    }
  }

  /** With the file's name; the system says only "No space left on device". */
  private IOException failed(String what, IOException e) {
    return new IOException("Cannot " + what + " " + file + ": " + e.getMessage(), e);
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
