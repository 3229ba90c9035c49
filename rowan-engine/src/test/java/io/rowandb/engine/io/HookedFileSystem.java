package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file system that asks a hook before each call that changes something, which may hold the call
 * up or refuse it. Safe for use by many threads, if the hook is.
 *
 * <p>Operations: create, write, force, truncate, rename, link, delete, forceDirectory,
 * createDirectories.
 */
public final class HookedFileSystem extends DelegatingFileSystem {
  /** Called before each change. */
  public interface Hook {
    /** May wait, or throw to refuse the call. */
    void before(String operation, Path path) throws IOException;
  }

  private volatile Hook hook = (operation, path) -> {};

  /** Passes on to {@code below}, without a hook at first. */
  public HookedFileSystem(FileSystem below) {
    super(below);
  }

  /** Asks this one from now on. */
  public void hook(Hook next) {
    hook = next;
  }

  @Override
  protected void before(String operation, Path path) throws IOException {
    hook.before(operation, path);
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    return new DelegatingAppendFile(file) {
      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        before("write", path);
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
