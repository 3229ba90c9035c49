package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file system that fails when told to: the n-th call of an operation from now on, or every write
 * once it is full. A write that fails has written the first half of its bytes. Counts calls. Safe
 * for use by many threads.
 *
 * <p>Operations: create, write, force, truncate, rename, link, delete, forceDirectory,
 * createDirectories.
 */
public final class FaultyFileSystem extends DelegatingFileSystem {
  private final Map<String, Integer> failing = new HashMap<>();
  private final Map<String, AtomicInteger> counts = new HashMap<>();
  private final AtomicLong freeBytes = new AtomicLong(Long.MAX_VALUE);

  /** Fails over {@code below}. */
  public FaultyFileSystem(FileSystem below) {
    super(below);
  }

  /** The n-th call of this operation from now on fails, 1 for the next. */
  public synchronized void failAt(String operation, int call) {
    failing.put(operation, call);
  }

  /** Only so many bytes can be written from now on. */
  public void setFreeBytes(long bytes) {
    freeBytes.set(bytes);
  }

  /** How often an operation was called. */
  public synchronized int count(String operation) {
    return counts.getOrDefault(operation, new AtomicInteger()).get();
  }

  @Override
  protected synchronized void before(String operation, Path path) throws IOException {
    counts.computeIfAbsent(operation, key -> new AtomicInteger()).incrementAndGet();
    Integer left = failing.computeIfPresent(operation, (key, calls) -> calls - 1);
    if (left != null && left == 0) {
      failing.remove(operation);
      throw new IOException("injected failure of " + operation + " of " + path);
    }
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    return new DelegatingAppendFile(file) {
      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        try {
          before("write", path);
        } catch (IOException e) {
          super.write(source, offset, length / 2);
          throw e;
        }
        if (freeBytes.addAndGet(-length) < 0) {
          int part = (int) Math.max(0, freeBytes.get() + length);
          freeBytes.set(0);
          super.write(source, offset, part);
          throw new IOException("No space left on device (injected) at " + path);
        }
        super.write(source, offset, length);
      }

      @Override
      public void force() throws IOException {
        before("force", path);
        super.force();
      }
    };
  }
}
