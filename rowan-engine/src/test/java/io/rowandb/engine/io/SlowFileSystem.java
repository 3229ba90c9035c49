package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A file system on a disk that writes so many bytes a second, for all threads together, and takes
 * its time to force: who writes waits until the disk has done what came before and this. Safe for
 * use by many threads.
 */
public final class SlowFileSystem extends DelegatingFileSystem {
  private final long bytesPerSecond;
  private final long forceNanos;

  /** When the disk will have done all that was asked of it. */
  @GuardedBy("this")
  private long freeAtNanos = System.nanoTime();

  /** Writes to {@code below} at this speed. */
  public SlowFileSystem(FileSystem below, long bytesPerSecond, long forceNanos) {
    super(below);
    this.bytesPerSecond = bytesPerSecond;
    this.forceNanos = forceNanos;
  }

  @Override
  protected void before(String operation, Path path) {
    if (operation.equals("force") || operation.equals("forceDirectory")) {
      take(forceNanos);
    }
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    return new DelegatingAppendFile(file) {
      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        take(length * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond);
        super.write(source, offset, length);
      }

      @Override
      public void force() throws IOException {
        take(forceNanos);
        super.force();
      }
    };
  }

  private void take(long nanos) {
    long until = reserve(nanos);
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private synchronized long reserve(long nanos) {
    long now = System.nanoTime();
    freeAtNanos = (freeAtNanos - now > 0 ? freeAtNanos : now) + nanos;
    return freeAtNanos;
  }
}
