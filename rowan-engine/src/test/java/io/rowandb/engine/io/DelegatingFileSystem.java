package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Passes every call on to another file system; the place where test doubles put their hands in. */
public abstract class DelegatingFileSystem implements FileSystem {
  private final FileSystem below;

  /** Passes on to {@code below}. */
  protected DelegatingFileSystem(FileSystem below) {
    this.below = below;
  }

  /** Called before each call that changes something; may throw to refuse it. Does nothing here. */
  protected void before(String operation, Path path) throws IOException {}

  /** The file that stands for one just created below. */
  protected AppendFile created(Path path, AppendFile file) {
    return file;
  }

  /** A file that passes every call on, as the file system does. */
  protected static class DelegatingAppendFile implements AppendFile {
    private final AppendFile file;

    /** Passes on to {@code below}. */
    protected DelegatingAppendFile(AppendFile below) {
      this.file = below;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      file.write(source, offset, length);
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Override
  public Object key(Path path) throws IOException {
    return below.key(path);
  }

  @Override
  public int names(Path file) throws IOException {
    return below.names(file);
  }

  /** The file that stands for one just opened below for reading. */
  protected RandomReadFile opened(Path path, RandomReadFile file) throws IOException {
    return file;
  }

  /** A file that passes every call on, as the file system does. */
  protected static class DelegatingReadFile implements RandomReadFile {
    private final RandomReadFile file;

    /** Passes on to {@code below}. */
    protected DelegatingReadFile(RandomReadFile below) {
      this.file = below;
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      file.readFully(position, target, offset, length);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Override
  public FileKeys keys() {
    return below.keys();
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    before("create", file);
    return created(file, below.create(file));
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    return opened(file, below.open(file));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    before("rename", to);
    below.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    before("link", link);
    below.link(existing, link);
  }

  @Override
  public void delete(Path path) throws IOException {
    before("delete", path);
    below.delete(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return below.exists(path);
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    return below.isDirectory(path);
  }

  @Override
  public FileKind kind(Path path) throws IOException {
    return below.kind(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return below.realPath(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    before("createDirectories", directory);
    below.createDirectories(directory);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return below.list(directory);
  }

  @Override
  public long size(Path file) throws IOException {
    return below.size(file);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    before("truncate", file);
    below.truncate(file, size);
  }

  @Override
  public void force(Path file) throws IOException {
    before("force", file);
    below.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    before("forceDirectory", directory);
    below.forceDirectory(directory);
  }

  @Override
  public AutoCloseable lock(Path lockFile) throws IOException {
    return below.lock(lockFile);
  }
}
