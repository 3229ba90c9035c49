package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file system that tells a watcher of each read of a file before it happens. Safe for use by many
 * threads, if the watcher is.
 */
public final class WatchedReads extends DelegatingFileSystem {
  /** Called before each read. */
  public interface Watcher {
    /** May wait, or throw to refuse the read. */
    void before(Path path, long position, int length) throws IOException;
  }

  private volatile Watcher watcher = (path, position, length) -> {};

  /** Passes on to {@code below}, without a watcher at first. */
  public WatchedReads(FileSystem below) {
    super(below);
  }

  /** Tells this one from now on. */
  public void watch(Watcher next) {
    watcher = next;
  }

  @Override
  protected RandomReadFile opened(Path path, RandomReadFile file) {
    return new DelegatingReadFile(file) {
      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        watcher.before(path, position, length);
        super.readFully(position, target, offset, length);
      }
    };
  }
}
