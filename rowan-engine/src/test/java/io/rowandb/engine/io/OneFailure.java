package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/**
 * A file system of which one changing call fails, and which knows what is open. Used by one thread.
 *
 * <p>Counted are: create, write, force, truncate, rename, link, delete, forceDirectory,
 * createDirectories.
 */
public final class OneFailure extends DelegatingFileSystem {
  /** How a call fails. */
  public enum Kind {
    /** With an {@link IOException}; nothing has happened. */
    REFUSED,
    /** With an {@link IOException}; half of the bytes were written, or all was done. */
    HALF_DONE,
    /** With an {@link Error}; nothing has happened. */
    ERROR
  }

  private final Kind kind;
  private final TreeMap<String, Integer> open = new TreeMap<>();
  private long failAt;
  private long calls;
  private boolean halfDone;

  /**
   * @param failAt which call fails, counted from 1
   */
  public OneFailure(FileSystem below, long failAt, Kind kind) {
    super(below);
    this.failAt = failAt;
    this.kind = kind;
  }

  /** Whether the call has failed. */
  public boolean hasFailed() {
    return calls >= failAt;
  }

  /** Lets it not fail any more, if it has not yet. */
  public void spare() {
    failAt = Long.MAX_VALUE;
  }

  /** How many calls there were. */
  public long calls() {
    return calls;
  }

  /** The files that are open. */
  public List<String> open() {
    return List.copyOf(open.keySet());
  }

  @Override
  protected void before(String operation, Path path) throws IOException {
    calls++;
    if (calls == failAt) {
      if (kind == Kind.ERROR) {
        throw new InternalError(message(operation, path));
      }
      if (kind == Kind.REFUSED) {
        throw new IOException(message(operation, path));
      }
      halfDone = true;
    }
  }

  /** The call has done its work; fails if it is to. */
  private void after(String operation, Path path) throws IOException {
    if (halfDone) {
      halfDone = false;
      throw new IOException(message(operation, path));
    }
  }

  private String message(String operation, Path path) {
    return "injected failure of call " + calls + ", " + operation + " of " + path;
  }

  @Override
  public AppendFile create(Path path) throws IOException {
    AppendFile file = super.create(path);
    if (halfDone) {
      file.close();
      after("create", path);
    }
    return file;
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    super.rename(from, to);
    after("rename", to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    super.link(existing, link);
    after("link", link);
  }

  @Override
  public void delete(Path path) throws IOException {
    super.delete(path);
    after("delete", path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    super.createDirectories(directory);
    after("createDirectories", directory);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    super.truncate(file, size);
    after("truncate", file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    super.forceDirectory(directory);
    after("forceDirectory", directory);
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    String name = opened("writing " + path);
    return new AppendFile() {
      private boolean closed;

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        before("write", path);
        file.write(source, offset, halfDone ? length / 2 : length);
        after("write", path);
      }

      @Override
      public void force() throws IOException {
        before("force", path);
        file.force();
        after("force", path);
      }

      @Override
      public long size() {
        return file.size();
      }

      @Override
      public void close() throws IOException {
        closed = closed || closed(name);
        file.close();
      }
    };
  }

  @Override
  public RandomReadFile open(Path path) throws IOException {
    RandomReadFile file = super.open(path);
    String name = opened("reading " + path);
    return new RandomReadFile() {
      private boolean closed;

      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        file.readFully(position, target, offset, length);
      }

      @Override
      public long size() throws IOException {
        return file.size();
      }

      @Override
      public void close() throws IOException {
        closed = closed || closed(name);
        file.close();
      }
    };
  }

  private String opened(String name) {
    open.merge(name, 1, Integer::sum);
    return name;
  }

  private boolean closed(String name) {
    open.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
    return true;
  }
}
