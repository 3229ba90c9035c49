package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Passes calls on to another file system; the place where test doubles put their hands in. It is a
 * disk of its own, which no other process sees.
 */
public abstract class DelegatingFileSystem extends ForwardingFileSystem {
  /** Passes on to {@code below}. */
  protected DelegatingFileSystem(FileSystem below) {
    super(below);
  }

  @Override
  public FileSystem disk() {
    return this;
  }

  @Override
  public StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
    return StoreOwner.ALONE;
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
  public AppendFile create(Path file) throws IOException {
    before("create", file);
    return created(file, super.create(file));
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    return opened(file, super.open(file));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    before("rename", to);
    super.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    before("link", link);
    super.link(existing, link);
  }

  @Override
  public void delete(Path path) throws IOException {
    before("delete", path);
    super.delete(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    before("createDirectories", directory);
    super.createDirectories(directory);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    before("truncate", file);
    super.truncate(file, size);
  }

  @Override
  public void force(Path file) throws IOException {
    before("force", file);
    super.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    before("forceDirectory", directory);
    super.forceDirectory(directory);
  }
}
