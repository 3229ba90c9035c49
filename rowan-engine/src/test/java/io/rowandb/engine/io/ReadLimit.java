package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fails a test that reads without end: counts the reads of a file system, and throws an {@link
 * AssertionError} when there are too many. Safe for use by many threads.
 */
public final class ReadLimit extends DelegatingFileSystem {
  private final AtomicLong left;
  private final long most;

  /**
   * @param most how many reads there may be
   */
  public ReadLimit(FileSystem below, long most) {
    super(below);
    this.most = most;
    this.left = new AtomicLong(most);
  }

  @Override
  protected RandomReadFile opened(Path path, RandomReadFile file) {
    return new DelegatingReadFile(file) {
      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        if (left.decrementAndGet() < 0) {
          throw new AssertionError("more than " + most + " reads, the last of " + path);
        }
        super.readFully(position, target, offset, length);
      }
    };
  }
}
